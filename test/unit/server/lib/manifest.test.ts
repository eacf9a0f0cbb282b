import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ConfigError } from '#server/config/config-error.ts';
import { readManifest } from '#server/lib/manifest.ts';
import { temporaryFolder } from '../../../support/process.ts';

describe('the manifest of a build', () => {
  it('is asked for when there is no build', async (t) => {
    await assert.rejects(readManifest(await temporaryFolder(t)), ConfigError);
  });

  it('is not said to be missing when it cannot be read', async (t) => {
    const dist = await temporaryFolder(t);
    await mkdir(join(dist, 'manifest.json'));
    await assert.rejects(readManifest(dist), { code: 'EISDIR' });
  });

  it('is not said to be missing when it is cut off', async (t) => {
    const dist = await temporaryFolder(t);
    await writeFile(join(dist, 'manifest.json'), '{"entry":');
    await assert.rejects(readManifest(dist), { name: 'SyntaxError' });
  });
});
