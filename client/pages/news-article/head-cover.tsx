import type { NewsItem } from '#shared/contracts/news.ts';
import { langOf, localized } from '#shared/languages.ts';
import { useLanguage, useSite } from '../../lib/site-context.ts';

/** The cover of an article as the picture of its page head. That head must have the class `head-cover`. */
export function HeadCover({ item, src }: { item: NewsItem; src: string }) {
  const language = useLanguage();
  const { pictureSrc } = useSite();
  return (
    <img
      className="page-head__art head-cover__art"
      src={pictureSrc(src)}
      data-address={src}
      alt={localized(language, item.image_alt ?? '', item.image_alt_uk)}
      lang={langOf(language, item.image_alt_uk)}
      width="900"
      height="600"
      fetchPriority="high"
      decoding="sync"
    />
  );
}
