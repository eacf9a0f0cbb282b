import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createCleanup, startReady, type SiteProcess } from '../support/process.ts';
import { rawGet, speak } from '../support/raw.ts';

describe('the log', () => {
  const suite = createCleanup();
  let site: SiteProcess;
  before(async () => {
    site = await startReady(suite, { env: { PUBLIC_ULR: 'https://www.example.com' } });
  });
  after(() => suite.end());

  it('warns of a variable that is probably misspelt', async () => {
    await site.says('PUBLIC_ULR is not a variable of this site and is ignored: did you mean PUBLIC_URL?');
  });

  it('has a warning of Node as a warning, because a request can cause it', async () => {
    // A library parses an address with a fragment by url.parse(), which is deprecated.
    assert.equal((await speak(site.origin, rawGet('/gitl/?id=1#x'))).status, 301);
    await site.says('DEP0169');
    const lines = site
      .output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const [warning, ...others] = lines.filter((line) => JSON.stringify(line).includes('DEP0169'));
    assert.deepEqual(others, []);
    assert.equal(warning?.['level'], 'warn');
    assert.deepEqual(
      lines.filter(({ level }) => level === 'error'),
      [],
    );
  });
});
