import { useText, useVisit } from '../lib/site-context.ts';

/**
 * The way to a part of the page that came late, without JavaScript: what React streams after the page is put in its
 * place by a script. For `whole` the server waits for every part.
 */
export function LoadAgain() {
  const text = useText('news');
  const { path, search } = useVisit();
  const query = new URLSearchParams(search);
  query.set('whole', '1');
  return (
    <noscript>
      <p>
        {text('late.text')}{' '}
        <a href={`${path}?${query.toString()}`} rel="nofollow">
          {text('late.link')}
        </a>
      </p>
    </noscript>
  );
}
