import assert from 'node:assert/strict';
import fs, { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { CommandError } from '#server/embedded/lib/command-error.ts';
import { writePrivateFile } from '#server/embedded/lib/write-private-file.ts';
import { temporaryFolder } from '../../../../support/process.ts';

const refusal = (file: string, content: string | Uint8Array): string => {
  try {
    writePrivateFile(file, content);
  } catch (error) {
    assert.ok(error instanceof CommandError);
    return error.message;
  }
  return '';
};

/** From now on a disk takes only the first byte of a file. Returns the function that ends this. */
function fillDisk(t: TestContext): () => void {
  const write = fs.writeFileSync;
  const { mock } = t.mock.method(fs, 'writeFileSync', (file: number, content: Uint8Array) => {
    write(file, content.slice(0, 1));
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  });
  syncBuiltinESMExports();
  const restore = () => {
    mock.restore();
    syncBuiltinESMExports();
  };
  t.after(restore);
  return restore;
}

describe('a private file', () => {
  it('has its content, and only its owner may read it', async (t) => {
    const file = join(await temporaryFolder(t), 'person.json');
    writePrivateFile(file, 'Olha');
    assert.equal(readFileSync(file, 'utf8'), 'Olha');
    assert.equal((statSync(file).mode & 0o777).toString(8), '600');
  });

  it('replaces no file and no folder', async (t) => {
    const folder = await temporaryFolder(t);
    const [file, other] = [join(folder, 'person.json'), join(folder, 'folder')];
    writePrivateFile(file, 'Olha');
    mkdirSync(other);
    for (const path of [file, other]) assert.equal(refusal(path, 'Ivan'), `${path} exists already: name another file.`);
    assert.equal(readFileSync(file, 'utf8'), 'Olha');
    assert.ok(statSync(other).isDirectory());
  });

  it('is removed when the disk is full, so that the next attempt can write it', async (t) => {
    const folder = await temporaryFolder(t);
    const file = join(folder, 'cv.pdf');
    const emptyDisk = fillDisk(t);
    assert.match(refusal(file, Buffer.from('%PDF')), /cv\.pdf could not be written: ENOSPC/);
    assert.deepEqual(readdirSync(folder), []);
    emptyDisk();
    writePrivateFile(file, Buffer.from('%PDF'));
    assert.equal(readFileSync(file, 'utf8'), '%PDF');
  });

  it('in a folder that does not exist is refused with the reason', async (t) => {
    assert.match(refusal(join(await temporaryFolder(t), 'none', 'cv.pdf'), ''), /could not be written: ENOENT/);
  });
});
