import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { act, createEvent, fireEvent } from '@testing-library/react';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { TabList } from '#client/components/tab-list.tsx';
import { renderPart } from '../../support/render-part.tsx';

const tabs = [
  { id: 'first', label: 'First', href: '/contacts' },
  { id: 'second', label: 'Second', href: '/contacts?topic=career' },
] as const;

function Links() {
  const [selected, select] = useState<'first' | 'second'>('first');
  return (
    <>
      <TabList label="Topics" tabs={tabs} selected={selected} select={select} panel="topics" />
      <div id="topics" role="tabpanel" />
    </>
  );
}

function renderLinks(t: TestContext) {
  const view = renderPart(t, <Links />);
  const tab = (name: string) => view.getByRole('tab', { name });
  const selected = () => view.getByRole('tab', { selected: true }).textContent;
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  return { tab, selected, press };
}

describe('tabs that are links', () => {
  it('move the focus with the arrow keys, and select with the space key', (t) => {
    const { tab, selected, press } = renderLinks(t);
    act(() => tab('First').focus());
    press('ArrowRight');
    assert.equal(document.activeElement, tab('Second'));
    assert.equal(selected(), 'First');
    press('ArrowRight');
    assert.equal(document.activeElement, tab('First'));
    press('End');
    press(' ');
    assert.equal(document.activeElement, tab('Second'));
    assert.equal(selected(), 'Second');
  });

  it('leave keys with Alt, Ctrl or Command to the browser: Alt and an arrow go back in its history', (t) => {
    const { tab } = renderLinks(t);
    act(() => tab('First').focus());
    for (const modifier of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }]) {
      for (const key of ['ArrowLeft', 'ArrowRight', 'End', ' ']) {
        const isLeftToBrowser = fireEvent.keyDown(tab('First'), { key, ...modifier });
        assert.ok(isLeftToBrowser, `${key} ${JSON.stringify(modifier)}`);
        assert.equal(document.activeElement, tab('First'));
      }
    }
  });

  it('select without loading the address, unless the click opens another window', (t) => {
    const { tab, selected } = renderLinks(t);
    const click = (options: object) => {
      const event = createEvent.click(tab('Second'), options);
      fireEvent(tab('Second'), event);
      return event.defaultPrevented;
    };
    document.addEventListener('click', (event) => event.preventDefault(), { once: true });
    click({ ctrlKey: true });
    assert.equal(selected(), 'First');
    assert.equal(click({}), true);
    assert.equal(selected(), 'Second');
  });

  it('are ordinary links in the HTML of the server', () => {
    const html = renderToString(<Links />);
    assert.match(
      html,
      /^<nav class="tab-list" aria-label="Topics"><a class="tab-list__tab" id="topics-first" href="\/contacts" aria-current="true">First/,
    );
    assert.doesNotMatch(html, /role="tab"|role="tablist"/);
  });
});
