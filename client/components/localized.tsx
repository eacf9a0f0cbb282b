import { langOf, localized } from '#shared/languages.ts';
import { useLanguage } from '../lib/site-context.ts';

interface Props {
  english: string;
  ukrainian: string | null | undefined;
}

/** A text of the backend in the language of the page; marked as English where there is no Ukrainian text. */
export function Localized({ english, ukrainian }: Props) {
  const language = useLanguage();
  const text = localized(language, english, ukrainian);
  const lang = langOf(language, ukrainian);
  return lang ? <span lang={lang}>{text}</span> : text;
}
