import { languageNames, languages, otherLanguage } from '#shared/languages.ts';
import { isUnmodifiedClick } from '../lib/unmodified-click.ts';
import { useSite, useText, useVisit } from '../lib/site-context.ts';

/** A link to the same page in the other language; with JavaScript it changes all texts without loading a document. */
export function LanguageToggle() {
  const text = useText('navbar');
  const { navigator } = useSite();
  const { language, path, search, status } = useVisit();
  const other = otherLanguage(language);
  const query = new URLSearchParams(search);
  query.set('lang', other);
  return (
    <a
      className="language-toggle"
      // All addresses that do not exist share one cached page, so the link of this page is relative to the address.
      href={`${status === 404 ? '' : path}?${query.toString()}`}
      hrefLang={languages[other].html}
      lang={languages[other].html}
      onClick={(event) => {
        if (!isUnmodifiedClick(event)) return;
        event.preventDefault();
        // The second click of a double click would bring this language back.
        if (event.detail < 2) void navigator.setLanguage(other);
      }}
    >
      {languageNames.map((name) => {
        const Label = name === language ? 'b' : 'span';
        return (
          <Label key={name} lang={languages[name].html}>
            {languages[name].label}
          </Label>
        );
      })}
      <span className="sr">{text('toggle')}</span>
    </a>
  );
}
