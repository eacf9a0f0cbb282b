import { asset } from '#shared/asset.ts';
import { ArrowLink } from '../../components/arrow-link.tsx';
import { FeatureList } from '../../components/feature-list.tsx';
import { Section } from '../../components/section.tsx';
import { useText } from '../../lib/site-context.ts';

const changes = [
  { id: 'revenue', art: asset('art/mark-beehive-dawn.svg') },
  { id: 'innovation', art: asset('art/mark-paper-boat-morning.svg') },
  { id: 'comfort', art: asset('art/mark-deckchair-noon.svg') },
  { id: 'brand', art: asset('art/mark-sign-rain.svg') },
] as const;

/** Four rows about the changes that a client can expect. */
export function WhatWeDo() {
  const text = useText('features');
  return (
    <Section split id="what" title={text('title')} intro={text('intro')}>
      <div className="stack">
        <FeatureList
          layout="rows"
          items={changes.map((change) => ({
            ...change,
            title: text(`items.${change.id}.title`),
            text: text(`items.${change.id}.text`),
          }))}
        />
        <p>
          <ArrowLink href="/contacts#how-far">{text('howFar')}</ArrowLink>
        </p>
      </div>
    </Section>
  );
}
