import { FeatureList } from '../../components/feature-list.tsx';
import { Section } from '../../components/sections.tsx';
import { useText } from '../../lib/site-context.ts';

const changes = [
  { id: 'revenue', icon: 'trending-up', sky: 'dawn' },
  { id: 'innovation', icon: 'flask-conical', sky: 'morning' },
  { id: 'comfort', icon: 'armchair', sky: 'noon' },
  { id: 'brand', icon: 'fingerprint', sky: 'rain' },
] as const;

/** What changes for a client: four rows. */
export function WhatWeDo() {
  const text = useText('features');
  return (
    <Section split id="what" title={text('title')} intro={text('intro')}>
      <FeatureList
        layout="rows"
        items={changes.map((change) => ({
          ...change,
          title: text(`items.${change.id}.title`),
          text: text(`items.${change.id}.text`),
        }))}
      />
    </Section>
  );
}
