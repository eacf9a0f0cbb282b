import { useText, useVisit } from '../lib/site-context.ts';

/**
 * A link for visitors without JavaScript to the page with all its parts: React streams deferred parts after the page,
 * and a script moves them to their place. With `whole` in the address the server waits for every part.
 */
export function LoadAgain() {
  const text = useText('news');
  const { path, search } = useVisit();
  const query = new URLSearchParams(search);
  query.set('whole', '1');
  return (
    <noscript>
      <p>
        {text('deferred.text')}{' '}
        <a href={`${path}?${query.toString()}`} rel="nofollow">
          {text('deferred.link')}
        </a>
      </p>
    </noscript>
  );
}
