import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { act } from '@testing-library/react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Api } from '#shared/api.ts';
import type { Language } from '#shared/languages.ts';
import { Island, type IslandModule } from '#client/components/island.tsx';
import type { ReportError } from '#client/lib/error-reporter.ts';
import { mountIsland } from '#client/lib/mount-island.tsx';
import { useVisit, VisitContext } from '#client/lib/site-context.ts';
import { createServerSite } from '#client/stores/server-site.ts';
import { visitOf } from '../../support/fake-navigation.ts';
import { renderPart } from '../../support/render-part.tsx';
import { replaceProperty } from '../../support/replace-property.ts';
import { until } from '../../support/until.ts';

interface Options {
  reportError?: ReportError;
  /** The HTML that the server has printed; empty when React has rendered the page anew. */
  printed?: string;
}

/** An island that the server has printed; it comes near to the window when `approach` is called. */
async function open(
  t: TestContext,
  load: () => Promise<IslandModule>,
  { reportError, printed = 'Printed' }: Options = {},
) {
  let report: IntersectionObserverCallback | undefined;
  const Observer = function (callback: IntersectionObserverCallback) {
    report = callback;
    return { observe: () => undefined, disconnect: () => undefined };
  };
  replaceProperty(t, globalThis, 'IntersectionObserver', { value: Observer });
  let setLanguage: (language: Language) => void = () => undefined;
  function Page() {
    const visit = useVisit();
    const [language, set] = useState(visit.language);
    setLanguage = set;
    const page = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
      if (printed) page.current?.firstElementChild?.append(printed);
    }, []);
    return (
      <VisitContext value={{ ...visit, language }}>
        <div ref={page}>
          <Island part={undefined} load={load} />
        </div>
      </VisitContext>
    );
  }
  const view = renderPart(t, <Page />, { reportError });
  const changeLanguage = (language: Language) =>
    act(async () => {
      setLanguage(language);
      await Promise.resolve();
    });
  const approach = () =>
    act(async () => {
      report?.([{ isIntersecting: true } as IntersectionObserverEntry], null as never);
      await Promise.resolve();
    });
  await act(() => Promise.resolve());
  return { view, approach, changeLanguage };
}

describe('an island', () => {
  it('is rendered with its page when its code is loaded with the page', (t) => {
    const load = () => assert.fail('the code is there');
    const view = renderPart(t, <Island part={() => <p>Here</p>} load={load} />);
    assert.ok(view.getByText('Here'));
  });

  it('is loaded near the window, hydrates its box, and is unmounted with it', async (t) => {
    const events: string[] = [];
    const { view, approach } = await open(t, () => {
      events.push('loaded');
      return Promise.resolve({
        mount(box, _site, printedIn) {
          events.push(`mounted in ${printedIn}, ${box.isConnected}`);
          return () => events.push('ended');
        },
      });
    });
    assert.deepEqual(events, []);
    await approach();
    assert.deepEqual(events, ['loaded', 'mounted in en, true']);
    view.unmount();
    await Promise.resolve();
    assert.deepEqual(events, ['loaded', 'mounted in en, true', 'ended']);
  });

  it('is loaded at once when React has rendered the page anew', async (t) => {
    const mount: IslandModule['mount'] = (box, site, printedIn) => mountIsland(box, site, printedIn, <p>Rendered</p>);
    const { view } = await open(t, () => Promise.resolve({ mount }), { printed: '' });
    await act(() => Promise.resolve());
    assert.equal(view.container.textContent, 'Rendered');
  });

  it('stays mounted, also when the page returns to the language of its HTML', async (t) => {
    const events: string[] = [];
    const { view, changeLanguage } = await open(t, () =>
      Promise.resolve({
        mount(box) {
          events.push('mounted');
          box.textContent = 'Mounted';
          return () => box.replaceChildren();
        },
      }),
    );
    await changeLanguage('ua');
    await changeLanguage('en');
    assert.deepEqual(events, ['mounted']);
    assert.equal(view.container.textContent, 'Mounted');
  });

  it('keeps the HTML of the server when its code does not load, and reports that', async (t) => {
    const offline = new Error('offline');
    const reports: unknown[] = [];
    const report: ReportError = (...error) => reports.push(error);
    const { view, approach } = await open(t, () => Promise.reject(offline), { reportError: report });
    await approach();
    assert.equal(view.container.textContent, 'Printed');
    assert.deepEqual(reports, [['caught', offline]]);
  });

  it('names the language of its HTML until its code is there', async (t) => {
    const box = (view: { container: HTMLElement }) => view.container.querySelector('[lang]');
    const failed = await open(t, () => Promise.reject(new Error('offline')));
    await failed.changeLanguage('ua');
    assert.equal(box(failed.view)?.getAttribute('lang'), 'en');
    const mount: IslandModule['mount'] = (element, site, printedIn) =>
      mountIsland(element, site, printedIn, <p>Rendered</p>);
    const loaded = await open(t, () => Promise.resolve({ mount }), { printed: '' });
    await loaded.changeLanguage('ua');
    assert.equal(loaded.view.container.textContent, 'Rendered');
    assert.equal(box(loaded.view), null);
  });

  it('reports errors of its own React root', async (t) => {
    const broken = new Error('broken');
    const reports: unknown[] = [];
    const site = createServerSite(visitOf('/contacts', 'ua'), {} as Api, {
      reportError: (...error) => reports.push(error),
    });
    function Broken(): never {
      throw broken;
    }
    const box = document.createElement('div');
    // Inside `act` React throws the error instead of calling the handlers of the root.
    replaceProperty(t, globalThis, 'IS_REACT_ACT_ENVIRONMENT', { value: false, writable: true });
    const unmount = mountIsland(box, site, 'en', <Broken />);
    await until('the error is reported', () => reports.length > 0);
    unmount();
    assert.deepEqual(reports, [['uncaught', broken]]);
  });
});
