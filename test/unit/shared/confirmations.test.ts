import assert from 'node:assert/strict';
import { it } from 'node:test';
import { routes, type RouteName } from '#client/routes.ts';
import { confirmations, findConfirmation, type Confirmation } from '#shared/confirmations.ts';
import { keysOf } from '#shared/keys-of.ts';

/** The page to which each form leads. */
const pages: Record<Confirmation, RouteName> = {
  comment: 'news-article',
  heldComment: 'news-article',
  contact: 'contacts',
  trial: 'gitl',
};

it('a confirmation is personal in the route of its page, so that it is never stored for other visitors', () => {
  for (const name of keysOf(confirmations)) {
    const route = routes.find((candidate) => candidate.name === pages[name]);
    for (const parameter of Object.keys(confirmations[name]))
      assert.ok(route?.personal.includes(parameter), `${name}: ${parameter}`);
  }
});

it('a confirmation is found by its whole query alone', () => {
  for (const name of keysOf(confirmations))
    assert.equal(findConfirmation(new URLSearchParams(confirmations[name])), name);
  assert.equal(findConfirmation(new URLSearchParams('sent=something')), undefined);
  assert.equal(findConfirmation(new URLSearchParams('')), undefined);
});
