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
  t.mock.method(console, 'warn', () => undefined);
  t.mock.method(
    globalThis,
    'fetch',
    (address: string, { signal }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
        requests.push({ address, signal, answer: resolve });
      }),
  );
  return { requests, ...createTextSource('v1') };
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
    const { requests, texts } = open(t);
    const first = texts('en', 'about');
    requests[0]?.answer(new Response('', { status: 503 }));
    await assert.rejects(first, /503/);
    const second = texts('en', 'about');
    requests[1]?.answer(Response.json(loaded));
    assert.deepEqual(await second, loaded);
  });

  it('of a version that is no longer served are an error of its own', async (t) => {
    const { requests, texts } = open(t);
    const asked = texts('en', 'about');
    requests[0]?.answer(new Response('', { status: 404 }));
    await assert.rejects(asked, OutdatedTextsError);
  });

  it('are no longer fetched when no caller waits, and fetched again for the next caller', async (t) => {
    const { requests, texts } = open(t);
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
  });
});
