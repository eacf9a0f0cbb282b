import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createTextSource, OutdatedTextsError } from '#client/navigation/text-source.ts';

interface Request {
  address: string;
  signal: AbortSignal | null | undefined;
  answer(response: Response): void;
}

/** A text source whose requests the test answers. */
function open(t: TestContext) {
  const requests: Request[] = [];
  const { mock } = t.mock.method(console, 'warn', () => undefined);
  t.mock.method(
    globalThis,
    'fetch',
    (address: string, { signal }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
        requests.push({ address, signal, answer: resolve });
      }),
  );
  const warnings = () => mock.calls.map(({ arguments: [text] }) => String(text));
  return { requests, warnings, ...createTextSource('v1') };
}

const loaded = { about: { title: 'About us' } };

describe('the texts of a page', () => {
  it('are fetched once for all callers, and never when the page has brought them', async (t) => {
    const { requests, texts, add } = open(t);
    add('en', 'team', loaded);
    assert.deepEqual(await texts('en', 'team'), loaded);
    const both = [texts('en', 'about'), texts('en', 'about')];
    requests[0]?.answer(Response.json(loaded));
    assert.deepEqual(await Promise.all(both), [loaded, loaded]);
    await texts('en', 'about');
    assert.deepEqual(
      requests.map(({ address }) => address),
      ['/texts/v1/en/about.json'],
    );
  });

  it('are an error when they do not load, and are fetched again by the next call', async (t) => {
    const { requests, texts, warnings } = open(t);
    const first = texts('en', 'about');
    requests[0]?.answer(new Response('', { status: 503 }));
    await assert.rejects(first, /503/);
    assert.deepEqual(warnings(), ['translations could not be loaded: /texts/v1/en/about.json']);
    const second = texts('en', 'about');
    requests[1]?.answer(Response.json(loaded));
    assert.deepEqual(await second, loaded);
  });

  it('of a version that is no longer served are an error of its own', async (t) => {
    const { requests, texts } = open(t);
    const asked = texts('en', 'about');
    requests[0]?.answer(new Response('', { status: 404 }));
    await assert.rejects(asked, OutdatedTextsError);
    await assert.rejects(asked, { name: 'OutdatedTextsError' });
  });

  it('are no longer fetched when no caller waits, and fetched again for the next caller', async (t) => {
    const { requests, texts, warnings } = open(t);
    const [one, other] = [new AbortController(), new AbortController()];
    const first = texts('en', 'about', one.signal);
    const second = texts('en', 'about', other.signal);
    one.abort();
    assert.equal(requests[0]?.signal?.aborted, false, 'somebody still waits');
    other.abort();
    assert.equal(requests[0]?.signal?.aborted, true);
    const third = texts('en', 'about');
    requests[1]?.answer(Response.json(loaded));
    assert.deepEqual(await third, loaded);
    await assert.rejects(first);
    await assert.rejects(second);
    assert.deepEqual(warnings(), [], 'nobody needs them');
    assert.deepEqual(await texts('en', 'about'), loaded);
    assert.equal(requests.length, 2, 'the aborted request removed nothing');
  });

  it('are not fetched for a caller that has aborted before', async (t) => {
    const { requests, texts } = open(t);
    await assert.rejects(texts('en', 'about', AbortSignal.abort()), { name: 'AbortError' });
    assert.equal(requests.length, 0);
  });

  it('stay when their callers abort after they have come, also those that the page has brought', async (t) => {
    const { requests, texts, add } = open(t);
    add('en', 'team', loaded);
    const leaving = new AbortController();
    const both = [texts('en', 'about', leaving.signal), texts('en', 'team', leaving.signal)];
    requests[0]?.answer(Response.json(loaded));
    await Promise.all(both);
    leaving.abort();
    assert.deepEqual(await texts('en', 'about'), loaded);
    assert.deepEqual(await texts('en', 'team'), loaded);
    assert.equal(requests.length, 1);
  });

  it('that the page brings stay when a request for them is aborted or fails', async (t) => {
    const { requests, texts, add } = open(t);
    const leaving = new AbortController();
    const aborted = texts('en', 'about', leaving.signal);
    const failed = texts('en', 'team');
    add('en', 'about', loaded);
    add('en', 'team', loaded);
    leaving.abort();
    requests[1]?.answer(new Response('', { status: 503 }));
    await assert.rejects(aborted);
    await assert.rejects(failed);
    assert.deepEqual(await Promise.all([texts('en', 'about'), texts('en', 'team')]), [loaded, loaded]);
    assert.equal(requests.length, 2);
  });
});
