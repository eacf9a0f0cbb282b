import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { openPostgres } from '#server/embedded/storage/postgres-engine.ts';
import { storageFault } from '#server/embedded/storage/storage-fault.ts';
import type { Database } from '#server/embedded/storage/tables.ts';
import { sharedPostgres } from '../../../../support/databases.ts';
import { missingPostgres, type PostgresServer } from '../../../../support/postgres.ts';

/** Stands between the site and the database server like a network that loses all packets while it is silent. */
async function startNetwork(t: TestContext, databaseUrl: string) {
  const { pathname, searchParams } = new URL(databaseUrl);
  const socketFile = join(searchParams.get('host') ?? '', '.s.PGSQL.5432');
  const sockets = new Set<Socket>();
  const network = { isSilent: false, url: '' };
  const forward = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('error', () => to.destroy()).on('close', () => network.isSilent || to.destroy());
    from.on('data', (chunk: Buffer) => network.isSilent || to.write(chunk));
  };
  const server = createServer((site) => {
    const database = connect(socketFile);
    forward(site, database);
    forward(database, site);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  network.url = `postgres://site@127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`;
  return network;
}

const add = (content: string) => (database: Database) =>
  database.insertInto('comments').values({ news_id: '1', author: 'Olha', content, date: '' }).execute();

describe('a PostgreSQL server that is silent', { skip: missingPostgres() }, () => {
  let server: PostgresServer;
  before(async () => {
    server = await sharedPostgres();
  });

  it('fails the write and the read that wait for it, does not delay later writes, and is used again', async (t) => {
    const network = await startNetwork(t, await server.createDatabase());
    const engine = await openPostgres({ url: network.url, busyMs: 200, silentMs: 1000, openMs: 5000 });
    t.after(() => engine.close());
    await engine.transaction(add('before'));

    network.isSilent = true;
    const isFault = (error: unknown) => storageFault(error)?.status === 503;
    const waiting = [
      assert.rejects(engine.transaction(add('lost')), isFault),
      assert.rejects(
        engine.read((database) => sql`SELECT 1`.execute(database)),
        isFault,
      ),
    ];
    await assert.rejects(engine.transaction(add('too late')), { code: '55P03' });
    await Promise.all(waiting);

    network.isSilent = false;
    await engine.transaction(add('after'));
    const rows = await engine.read((database) => database.selectFrom('comments').select('content').execute());
    assert.deepEqual(
      rows.map(({ content }) => content),
      ['before', 'after'],
    );
  });
});
