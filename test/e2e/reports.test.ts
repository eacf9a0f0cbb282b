import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request as pass } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { after, before, describe, it, type TestContext } from 'node:test';
import { closeBrowser, openBrowser, visit } from '../support/browser.ts';
import { findComplete } from '../support/chromium.ts';
import { freePort, startReady, temporaryFolder } from '../support/process.ts';
import { findProgram } from '../support/tools.ts';

/** Browsers send reports only to https, so a proxy with its own certificate is in front of the site. */
async function startBehindHttps(t: TestContext, openssl: string) {
  const folder = await temporaryFolder(t);
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const options = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject];
  const { status, stderr } = spawnSync(openssl, [...options, '-keyout', key, '-out', cert], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);

  const port = await freePort();
  const site = await startReady(t, { env: { PUBLIC_URL: `https://localhost:${port}`, TRUST_PROXY: '1' } });
  const proxy = createServer({ key: await readFile(key), cert: await readFile(cert) }, (request, response) => {
    const headers = { ...request.headers, 'x-forwarded-proto': 'https' };
    const { method, url: path } = request;
    // By its number: Node gives each address of a name 250 ms, which a busy machine exceeds.
    const onward = pass({ host: '127.0.0.1', port: site.port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, response, () => undefined);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }).listen(port, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return { site, origin: `https://localhost:${port}` };
}

describe('a browser that enforces the policy', () => {
  // The tests of other files in this process use another browser.
  before(closeBrowser);
  after(closeBrowser);
  const openssl = findProgram('openssl');
  const chromium = findComplete();
  const missing = [!openssl && 'openssl', !chromium && 'a complete Chromium'].filter(Boolean);

  it(
    'blocks violations and reports them to the site',
    { skip: missing.length > 0 && `needs ${missing.join(' and ')}` },
    async (t) => {
      const { site, origin } = await startBehindHttps(t, openssl ?? '');
      await openBrowser(chromium);
      const expectedTroubles = /console error: .*Content Security Policy/;
      const { open, page } = await visit(t, { origin }, { ignoreHTTPSErrors: true, expectedTroubles });
      await open('/about');
      const height = await page.evaluate(() => {
        document.querySelector('h1')?.setAttribute('style', 'block-size: 9999px');
        return document.querySelector('h1')?.clientHeight ?? 0;
      });
      assert.ok(height < 2000, 'the style is not applied');
      await site.says('a browser reports a violation');
      assert.match(site.output(), /"directive":"style-src-attr","blocked":"inline","page":"\/about"/);
    },
  );
});
