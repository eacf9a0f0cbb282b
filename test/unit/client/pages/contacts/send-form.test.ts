import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { sendForm } from '#client/pages/contacts/send-form.ts';
import { replaceProperty } from '../../../../support/replace-property.ts';

/** Replaces XMLHttpRequest by one that gets this response to every request, or none before it times out. */
function respondWith(t: TestContext, status: number, responseText: string | null) {
  const requests: FakeRequest[] = [];
  class FakeRequest extends EventTarget {
    timeout = 0;
    status = status;
    responseText = responseText;
    upload = new EventTarget();
    headers = new Headers();
    open() {}
    setRequestHeader(name: string, value: string) {
      this.headers.set(name, value);
    }
    send() {
      requests.push(this);
      if (responseText !== null) this.dispatchEvent(new Event('load'));
    }
  }
  replaceProperty(t, globalThis, 'XMLHttpRequest', { value: FakeRequest });
  replaceProperty(t, globalThis, 'document', { value: { documentElement: { lang: 'uk' } } });
  return requests;
}

const options = { idempotencyKey: '1', signal: new AbortController().signal, onProgress: () => undefined };

describe('a form that was cancelled before it is sent', () => {
  it('is not sent', async (t) => {
    respondWith(t, 200, '{}');
    const signal = AbortSignal.abort();
    await assert.rejects(sendForm('/api/contact', new FormData(), { ...options, signal }), { name: 'AbortError' });
  });
});

describe('a form', () => {
  it('is sent with the language of the page', async (t) => {
    const requests = respondWith(t, 200, '{}');
    await sendForm('/api/contact', new FormData(), options);
    assert.equal(requests[0]?.headers.get('accept-language'), 'uk');
  });
});

describe('a form whose connection is lost', () => {
  it('fails 30 s after the last part of it was sent', async (t) => {
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const requests = respondWith(t, 0, null);
    const answer = sendForm('/api/contact', new FormData(), options);
    const [request] = requests;
    assert.ok(request);
    assert.equal(request.timeout, 30_000);
    now = 50_000;
    request.upload.dispatchEvent(new Event('progress'));
    assert.equal(request.timeout, 80_000);
    request.dispatchEvent(new Event('timeout'));
    assert.deepEqual(await answer, { status: 0 });
  });
});

describe('the response to a form', () => {
  for (const [responseText, expected] of [
    ['{"error":"tooMany"}', { error: 'tooMany' }],
    ['{"errors":{"email":"emailInvalid"}}', { errors: { email: 'emailInvalid' } }],
    ['{"error":"","errors":{}}', { errors: {} }],
    ['{"error":{"code":502},"errors":[{"detail":"no upstream"}]}', {}],
    ['{"errors":"no upstream"}', {}],
    ['{"errors":null}', {}],
    ['"no upstream"', {}],
    ['null', {}],
    ['<h1>Bad Gateway</h1>', {}],
  ] as const)
    it(`has only what this site’s server sends: ${responseText}`, async (t) => {
      respondWith(t, 502, responseText);
      const answer = await sendForm('/api/contact', new FormData(), options);
      assert.deepEqual({ ...answer }, { status: 502, error: undefined, errors: undefined, ...expected });
    });
});
