import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { ConfigError } from '#server/config/config-error.ts';
import { listen } from '#server/http/listen.ts';

const place = { port: 3000, host: 'name.example', variable: 'PORT' };

/** The message for a server whose `listen` fails with a code. */
async function explain(code: string | undefined): Promise<string> {
  const server = createServer();
  server.listen = () => {
    queueMicrotask(() => server.emit('error', Object.assign(new Error('failed'), { code })));
    return server;
  };
  const error: unknown = await listen(server, place).catch((reason: unknown) => reason);
  assert.ok(error instanceof ConfigError, String(error));
  return error.message;
}

describe('a port that cannot be opened', () => {
  for (const [code, sentence] of [
    ['EADDRINUSE', 'Port 3000 is taken: stop what runs there, or set PORT to another one.'],
    ['EACCES', 'Port 3000 is not for this user: set PORT to one from 1024.'],
    ['EADDRNOTAVAIL', 'HOST="name.example" cannot be used: this machine has no such address.'],
    ['ENOTFOUND', 'HOST="name.example" cannot be used: there is no such name.'],
    ['EAI_AGAIN', 'HOST="name.example" cannot be used: no name server has answered; use an address instead of a name.'],
    ['EAFNOSUPPORT', 'HOST="name.example" cannot be used: this machine has no addresses of this kind.'],
    [
      'EINVAL',
      'HOST="name.example" cannot be used: an address that begins with fe80 needs its interface, as in fe80::1%eth0.',
    ],
    ['EOTHER', 'Port 3000 of HOST="name.example" cannot be opened: EOTHER.'],
  ] as const)
    it(`because of ${code} is explained in one sentence`, async () => {
      assert.equal(await explain(code), sentence);
    });

  it('without a reason of the system is an error of this site, with its stack', async () => {
    await assert.rejects(explain(undefined), /Error: failed/);
  });

  it('is explained for a host that the system refuses', async () => {
    const error: unknown = await listen(createServer(), { ...place, port: 0, host: 'fe80::1' }).catch(
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ConfigError, String(error));
    assert.match(error.message, /^HOST="fe80::1" cannot be used: /);
  });
});
