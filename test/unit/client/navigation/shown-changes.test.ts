import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { instanceKeyOf } from '#client/visit.ts';
import { openNavigation } from '../../../support/fake-navigation.ts';

describe('parameters that a page sets', () => {
  it('are in the address and in the query of the page, whose instance stays', (t) => {
    const tab = openNavigation(t, '/gitl?plan=trial&email=a@example.com');
    const key = instanceKeyOf(tab.site.visit.peek());
    tab.site.navigator.setParameters({ email: [] });
    assert.deepEqual([tab.address(), tab.shown()], ['/gitl?plan=trial', '/gitl?plan=trial']);
    assert.equal(instanceKeyOf(tab.site.visit.peek()), key);
    assert.deepEqual(tab.calls, ['title of ?plan=trial']);
  });

  it('that change nothing do not render the page again', (t) => {
    const tab = openNavigation(t, '/gitl?plan=trial');
    const before = tab.site.visit.peek();
    tab.site.navigator.setParameters({ email: [], utm_source: ['mail'] });
    assert.equal(tab.site.visit.peek(), before);
    assert.equal(tab.address(), '/gitl?plan=trial&utm_source=mail');
  });

  it('of the page that is left stay with its entry, and the instance of the page with its key', async (t) => {
    const tab = openNavigation(t, '/gitl?email=a@example.com');
    const key = instanceKeyOf(tab.site.visit.peek());
    tab.site.navigator.setParameters({ email: [] });
    void tab.site.navigator.go('/terms');
    await tab.succeed('/terms');
    tab.browser.move(-1);
    await tab.succeed('/gitl');
    assert.equal(instanceKeyOf(tab.site.visit.peek()), key);
  });
});

describe('the result of a form that was posted without JavaScript', () => {
  it('is removed from the page and from its title', (t) => {
    const tab = openNavigation(t, '/gitl?plan=trial');
    tab.site.visit.value = { ...tab.site.visit.peek(), postedForm: { values: {}, errors: { email: 'invalid' } } };
    tab.site.navigator.removePostResult();
    assert.equal(tab.site.visit.peek().postedForm, undefined);
    assert.deepEqual(tab.calls, ['title of ?plan=trial']);
  });

  it('is removed from the address', (t) => {
    const tab = openNavigation(t, '/gitl?plan=trial&trial=started');
    tab.site.navigator.removePostResult();
    assert.deepEqual([tab.address(), tab.shown()], ['/gitl?plan=trial', '/gitl?plan=trial']);
  });
});
