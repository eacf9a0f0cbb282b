import { useText } from '../lib/site-context.ts';

/**
 * The way to a part of the page that came late, without JavaScript: what React streams after the page is put in its
 * place by a script. Loaded again, the page has it, because the server has kept the answer of the backend.
 */
export function LoadAgain() {
  const text = useText('news');
  return (
    <noscript>
      <p>
        {text('late.text')} <a href="">{text('late.link')}</a>
      </p>
    </noscript>
  );
}
