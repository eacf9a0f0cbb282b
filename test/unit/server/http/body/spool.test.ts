import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { describe, it } from 'node:test';
import { RequestError } from '#server/http/body/request-error.ts';
import { createSpooler } from '#server/http/body/spool.ts';
import { until } from '../../../../support/until.ts';

const bytes = (count: number) => [Buffer.alloc(count, 1)];
const refusedWith = (status: number) => (error: unknown) => error instanceof RequestError && error.status === status;

describe('a body on disk', () => {
  it('contains the received bytes, in pieces of any size', async () => {
    const spool = createSpooler({});
    const text = 'a letter '.repeat(20_000);
    await using stored = await spool(
      [...text].map((letter) => Buffer.from(letter)),
      1_000_000,
      'tooLarge',
    );
    assert.equal((await stored.read(0, stored.bytes)).toString(), text);
    const pieces: number[] = [];
    for await (const piece of stored.pieces(65_536)) pieces.push(piece.length);
    assert.deepEqual(pieces, [65_536, 65_536, text.length - 2 * 65_536]);
  });

  it('is written in few pieces, even when it arrives in many', { skip: !existsSync('/proc/self/io') }, async () => {
    const countWrites = () => Number(/syscw: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
    const before = countWrites();
    await using stored = await createSpooler({})(
      Array.from({ length: 100_000 }, () => Buffer.from('abc')),
      1_000_000,
      'tooLarge',
    );
    assert.equal(stored.bytes, 300_000);
    // Five writes are of the body; the others are of the test runner.
    assert.ok(countWrites() - before < 1000, `${countWrites() - before} writes`);
  });

  it('is refused beyond its limit', async () => {
    await assert.rejects(createSpooler({})(bytes(101), 100, 'fileSize'), refusedWith(413));
  });

  it('is refused with 503 while parallel bodies take too much space, and accepted again after that', async () => {
    const piece = 64 * 1024;
    const spool = createSpooler({ maxTotalBytes: 5 * piece });
    const { promise: end, resolve: letGo } = Promise.withResolvers<void>();
    async function* hold() {
      yield Buffer.alloc(piece, 1);
      await end;
    }
    const all = Array.from({ length: 10 }, () => spool(hold(), piece, 'tooLarge'));
    let refused = 0;
    for (const one of all) one.catch(() => (refused += 1));
    await until('those that find no room are refused', () => refused === 5);
    letGo();
    const outcomes = await Promise.allSettled(all);
    for (const outcome of outcomes)
      if (outcome.status === 'fulfilled') await outcome.value[Symbol.asyncDispose]();
      else assert.ok(refusedWith(503)(outcome.reason));
    await (await spool(bytes(5 * piece), 5 * piece, 'tooLarge'))[Symbol.asyncDispose]();
  });

  it('counts before it is written: bytes that wait in memory for a whole piece take space too', async () => {
    const spool = createSpooler({ maxTotalBytes: 1000 });
    const { promise: taken, resolve: reportTaken } = Promise.withResolvers<void>();
    const { promise: end, resolve: letGo } = Promise.withResolvers<void>();
    async function* hold() {
      yield Buffer.alloc(900, 1);
      // The spooler asks for the next chunk when it has taken this one.
      reportTaken();
      await end;
    }
    const held = spool(hold(), 10_000, 'tooLarge');
    await taken;
    await assert.rejects(spool(bytes(101), 10_000, 'tooLarge'), refusedWith(503));
    letGo();
    await (await held)[Symbol.asyncDispose]();
    await (await spool(bytes(101), 10_000, 'tooLarge'))[Symbol.asyncDispose]();
  });

  it('takes no more than the share of its sender together with the other bodies of that sender', async () => {
    const spool = createSpooler({ maxTotalBytes: 1000, maxSenderBytes: 250 });
    const spoolFor = (sender: string | undefined, count: number) => spool(bytes(count), 1000, 'tooLarge', sender);
    const first = await spoolFor('one', 200);
    await assert.rejects(spoolFor('one', 51), refusedWith(503));
    await using _second = await spoolFor('one', 50);
    await using _other = await spoolFor('two', 250);
    await using _nobody = await spoolFor(undefined, 400);
    await first[Symbol.asyncDispose]();
    await using _third = await spoolFor('one', 200);
    await assert.rejects(spoolFor('one', 1), refusedWith(503));
  });

  it('may be longer than the share of its sender when it is the only one', async () => {
    const spool = createSpooler({ maxTotalBytes: 1000, maxSenderBytes: 250 });
    await using _long = await spool(bytes(600), 1000, 'tooLarge', 'one');
    await assert.rejects(spool(bytes(1), 1000, 'tooLarge', 'one'), refusedWith(503));
    await assert.rejects(spool(bytes(401), 1000, 'tooLarge', 'two'), refusedWith(503));
  });

  it('that the disk refuses is a 503, is reported, and is no error of the sender', async () => {
    const faults: unknown[] = [];
    const spool = createSpooler({ folder: '/nowhere/at/all', onDiskFault: (error) => faults.push(error) });
    await assert.rejects(spool(bytes(1), 10, 'tooLarge'), refusedWith(503));
    assert.equal(faults.length, 1);
  });

  it('is closed when its name cannot be removed', async (t) => {
    const opened: fs.FileHandle[] = [];
    const open = fs.open.bind(fs);
    t.mock.method(fs, 'open', async (...args: Parameters<typeof open>) => {
      const file = await open(...args);
      opened.push(file);
      return file;
    });
    const paths: string[] = [];
    t.mock.method(fs, 'unlink', (path: string) => {
      paths.push(path);
      return Promise.reject(Object.assign(new Error('no right'), { code: 'EACCES' }));
    });
    syncBuiltinESMExports();
    t.after(async () => {
      t.mock.restoreAll();
      syncBuiltinESMExports();
      for (const path of paths) await fs.unlink(path);
    });
    await assert.rejects(createSpooler({})(bytes(1), 10, 'tooLarge'), refusedWith(503));
    assert.deepEqual(
      opened.map(({ fd }) => fd),
      [-1],
    );
  });
});
