import { articlePath } from '#shared/article-path.ts';
import type { NewsSummary } from '#shared/contracts/news.ts';
import { servicesOf, type ServiceId } from '../content/services.ts';
import { Deferred } from '../lib/deferred.tsx';
import { useText } from '../lib/site-context.ts';
import { ArrowLink } from './arrow-link.tsx';
import { Localized } from './localized.tsx';
import { Section } from './section.tsx';

interface Props {
  services: readonly ServiceId[];
  articles: Promise<NewsSummary[]>;
}

/** Links to neighbouring services, and to the articles that link to this one. */
export function Related({ services, articles }: Props) {
  const text = useText('services');
  return (
    <Section split id="related" title={text('related')}>
      <div className="related">
        <ul>
          {servicesOf(services).map(({ id, href }) => (
            <li key={id}>
              <ArrowLink href={href}>{text(`items.${id}.title`)}</ArrowLink>
            </li>
          ))}
        </ul>
        {/* A list of their own: when they arrive late, they are not among the children of a list at first. */}
        <Deferred name="articles" value={articles} fallback={null}>
          {(list) =>
            list.length > 0 && (
              <ul>
                {list.map((item) => (
                  <li key={item.id}>
                    <ArrowLink href={articlePath(item)}>
                      <span>
                        {`${text('article')} `}
                        <Localized english={item.headline} ukrainian={item.headline_uk} />
                      </span>
                    </ArrowLink>
                  </li>
                ))}
              </ul>
            )
          }
        </Deferred>
      </div>
    </Section>
  );
}
