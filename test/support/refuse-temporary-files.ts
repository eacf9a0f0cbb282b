import type { TestContext } from 'node:test';

/** Until the end of the test nothing can be written into the folder of temporary files, as on a disk that is full. */
export function refuseTemporaryFiles(t: TestContext): void {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = '/no-such-folder';
  t.after(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  });
}
