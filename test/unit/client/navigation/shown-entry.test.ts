import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSessionHistory } from '#client/navigation/session-history.ts';
import { createShownEntry } from '#client/navigation/shown-entry.ts';
import { fakeWindow } from '../../../support/fake-navigation.ts';
import { settle } from '../../../support/settle.ts';

function open() {
  const browser = fakeWindow('/about');
  const history = createSessionHistory(browser.window);
  const shown = createShownEntry(history, '/about');
  const add = (to: string, replace = false) => shown.write(to, { top: 0, instanceKey: to }, replace);
  return { browser, history, shown, add };
}

describe('the entry of the page that is shown', () => {
  it('is the first one at the start', () => {
    const { history, shown } = open();
    assert.deepEqual(history.entry(), { index: 0, instanceKey: '/about' });
    assert.equal(shown.isCurrent(), true);
  });

  it('keeps the number that it had before a reload', () => {
    const { browser, history } = open();
    history.update({ index: 3, top: 40 });
    createShownEntry(createSessionHistory(browser.window), '/about?a=1');
    assert.deepEqual(history.entry(), { index: 3, top: 40, instanceKey: '/about?a=1' });
  });

  it('is a new one, or takes the place of the current one', () => {
    const { browser, history, shown, add } = open();
    add('/team');
    assert.deepEqual(history.entry(), { index: 1, top: 0, instanceKey: '/team' });
    add('/careers', true);
    assert.deepEqual(history.entry(), { index: 1, top: 0, instanceKey: '/careers' });
    assert.equal(history.address().pathname, '/careers');
    assert.equal(browser.entries.length, 2);
    assert.equal(shown.isCurrent(), true);
  });

  it('is not the current one after Back, until its page is shown', () => {
    const { browser, history, shown, add } = open();
    add('/team');
    browser.move(-1);
    assert.equal(shown.isCurrent(), false);
    shown.markCurrent('/about?key');
    assert.equal(shown.isCurrent(), true);
    assert.deepEqual(history.entry(), { index: 0, instanceKey: '/about?key' });
  });

  it('has the next number where the browser itself has added it', () => {
    const { browser, history, shown, add } = open();
    add('/team');
    browser.followFragment('#values');
    shown.markCurrent('/team');
    assert.equal(history.entry().index, 2);
    add('/careers');
    assert.equal(history.entry().index, 3);
  });

  it('has the same number where the browser has replaced it, because the same link was clicked twice', () => {
    const { browser, history, shown, add } = open();
    for (let click = 1; click <= 2; click += 1) {
      browser.followFragment('#values');
      shown.markCurrent('/about');
      assert.equal(history.entry().index, 1);
    }
    add('/about?a=1#team');
    browser.followFragment('#team');
    shown.markCurrent('/about');
    assert.equal(history.entry().index, 2);
    shown.setParameters({ a: ['2'] });
    browser.followFragment('#team');
    shown.markCurrent('/about');
    assert.equal(history.entry().index, 2, 'also after the page has changed a parameter of its address');
  });

  it('follows an entry that the browser has added after Back', () => {
    const { browser, history, add } = open();
    add('/team');
    browser.followFragment('#values');
    add('/careers');
    assert.equal(history.entry().index, 2, 'an entry without a number counts like the shown one');
  });

  it('is where an undone move ends, over any number of entries', async () => {
    const { browser, history, shown, add } = open();
    for (const to of ['/team', '/careers', '/process']) add(to);
    browser.move(-2);
    shown.undoMove();
    await settle();
    assert.equal(history.address().pathname, '/process');
    shown.undoMove();
    await settle();
    assert.deepEqual([history.address().pathname, browser.left()], ['/process', null], 'nothing to undo');
  });

  it('is not looked for from an entry without a number', async () => {
    const { browser, history, shown } = open();
    browser.followFragment('#values');
    shown.undoMove();
    await settle();
    assert.deepEqual([history.address().hash, browser.left()], ['#values', null]);
  });
});
