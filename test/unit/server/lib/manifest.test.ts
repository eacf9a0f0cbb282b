import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { ConfigError } from '#server/config/config-error.ts';
import { readManifest } from '#server/lib/manifest.ts';

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'manifest-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('the manifest of a build', () => {
  it('is asked for when there is no build', async (t) => {
    await assert.rejects(readManifest(temporaryFolder(t)), ConfigError);
  });

  it('is not said to be missing when it cannot be read', async (t) => {
    const dist = temporaryFolder(t);
    await mkdir(join(dist, 'manifest.json'));
    await assert.rejects(readManifest(dist), { code: 'EISDIR' });
  });

  it('is not said to be missing when it is cut off', async (t) => {
    const dist = temporaryFolder(t);
    await writeFile(join(dist, 'manifest.json'), '{"entry":');
    await assert.rejects(readManifest(dist), { name: 'SyntaxError' });
  });
});
