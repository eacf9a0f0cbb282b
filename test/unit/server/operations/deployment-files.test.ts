import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { attachmentBytes, contactCallBytes } from '#shared/contact-limits.ts';
import { readConfig, variables } from '#server/config/config.ts';
import { spoolBytes } from '#server/http/body/spool.ts';
import { serveArguments } from '../../../support/process.ts';

const root = join(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const folder = 'server/operations';

/** A process of an example, with its command and variables. */
interface Process {
  name: string;
  /** Empty if the command of the image is used. */
  command: string[];
  env: Record<string, string>;
}

/** The values of secrets in the examples, by the names of their variables. */
const secrets: Record<string, string> = {
  PUBLIC_URL: 'https://www.example.com',
  BACKEND_TOKEN: 'a-token',
  DATABASE_URL: 'postgres://site:secret@postgres:5432/site',
  MAIL_URL: 'smtps://user:secret@mail.example.com:465',
  MAIL_FROM: 'Example <hello@example.com>',
  MAIL_TO: 'hello@example.com',
  DESK_EMAILS: 'marta@example.com',
  PAYMENTS: 'monobank',
  MONOBANK_TOKEN: 'a-token',
  LICENCE_KEY: 'a key',
  POSTGRES_PASSWORD: 'secret',
};

interface Compose {
  services: Record<
    string,
    {
      image: string;
      command?: string[];
      environment?: Record<string, string | number>;
      depends_on?: string[] | object;
      ports?: string[];
      volumes?: string[];
      stop_grace_period?: string;
    }
  >;
  volumes: object;
}
const compose = parse(read(`${folder}/compose.yml`), { merge: true }) as Compose;

const composeProcesses = (): Process[] =>
  Object.entries(compose.services)
    .filter(([, { image }]) => image === 'site')
    .map(([name, { command = [], environment = {} }]) => ({
      name,
      command,
      env: Object.fromEntries(
        Object.entries(environment).map(([variable, value]) => [
          variable,
          String(value).replace(/\$\{(\w+)\}/g, (_, secret: string) => secrets[secret] ?? assert.fail(secret)),
        ]),
      ),
    }));

interface Probe {
  httpGet: { path: string; port: number };
}
interface Container {
  name: string;
  image: string;
  command?: string[];
  ports: { containerPort: number }[];
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  livenessProbe: Probe;
  readinessProbe: Probe;
  volumeMounts: { name: string; mountPath: string }[];
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: {
    selector: Record<string, string> & { matchLabels?: Record<string, string> };
    ports?: { port: number }[];
    template?: {
      metadata: { labels: Record<string, string>; annotations: Record<string, string> };
      spec: { containers: Container[]; volumes: { name: string }[]; terminationGracePeriodSeconds: number };
    };
  };
}
const manifests = parseAllDocuments(read(`${folder}/kubernetes.yml`)).map((document) => document.toJS() as Manifest);
const deployments = manifests.filter(({ kind }) => kind === 'Deployment');
const containers = deployments.flatMap(({ spec }) => spec.template?.spec.containers ?? []);

const kubernetesProcesses = (): Process[] =>
  containers.map(({ name, command = [], env }) => ({
    name,
    command,
    env: Object.fromEntries(
      env.map(({ name: variable, value }) => [variable, value ?? secrets[variable] ?? assert.fail(variable)]),
    ),
  }));

describe('the temporary folder', () => {
  it('has room for all bodies of the site and of the embedded backend, and they for four attachments', () => {
    const needed = (spoolBytes.site + spoolBytes.embedded) / 1024 ** 2;
    const sizes = [
      ...read(`${folder}/compose.yml`).matchAll(/tmp:size=(\d+)m/g),
      ...read(`${folder}/kubernetes.yml`).matchAll(/sizeLimit: (\d+)Mi/g),
    ].map(([, size]) => Number(size));
    assert.equal(sizes.length, 3);
    for (const size of sizes) assert.ok(size >= needed, `${size} MB`);
    assert.ok(spoolBytes.site >= 4 * attachmentBytes);
    assert.ok(spoolBytes.embedded >= 4 * contactCallBytes());
  });
});

const known = new Set(Object.values(variables).map(({ name }) => name));
const port = Number(variables.port.fallback);
const metricsPort = 9100;

/** Variables that only the embedded backend reads; a site with a hosted backend ignores them. */
const ofBackend = ['DATABASE_URL', 'DATA_DIR', 'MAIL_URL', 'MAIL_FROM', 'MAIL_TO', 'MONOBANK_TOKEN', 'LICENCE_KEY'];

for (const [file, processes, services] of [
  ['compose.yml', composeProcesses(), Object.keys(compose.services)],
  [
    'kubernetes.yml',
    kubernetesProcesses(),
    manifests.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name),
  ],
] as const)
  describe(file, () => {
    const [backend, site] = ['backend', 'site'].map((name) => processes.find((one) => one.name === name));
    assert.ok(backend && site && processes.length === 2);

    it('gives variables that the site knows and values that it accepts', () => {
      for (const { name, env } of processes) {
        assert.deepEqual(
          Object.keys(env).filter((variable) => !known.has(variable)),
          [],
          name,
        );
        const config = readConfig(env);
        assert.equal(config.publicUrl, 'https://www.example.com');
        assert.equal(config.metricsPort, metricsPort);
      }
    });

    it('gives the backend its variables, and the site none that only the backend needs', () => {
      assert.ok(backend.env['BACKEND_TOKEN'] && backend.env['DATABASE_URL'] && !backend.env['BACKEND_URL']);
      const { hostname, port: asked } = new URL(site.env['BACKEND_URL'] ?? '');
      assert.ok(services.includes(hostname), hostname);
      assert.equal(Number(asked), port);
      assert.deepEqual(
        ofBackend.filter((variable) => site.env[variable] !== undefined),
        [],
      );
      for (const shared of ['PUBLIC_URL', 'BACKEND_TOKEN', 'DESK_EMAILS'])
        assert.equal(site.env[shared], backend.env[shared], shared);
      assert.equal(site.env['TRUST_PROXY'], '1');
    });

    it('starts what the build writes, with the arguments of npm run serve', () => {
      const entries = read('server/build/server-bundle.ts');
      const commandOf = (entry: string) => ['node', ...serveArguments.slice(0, -1), `dist/server/${entry}.js`];
      assert.match(entries, /^ {6}backend: 'server\/embedded\/main\.ts',$/m);
      assert.deepEqual(backend.command, commandOf('backend'));
      assert.deepEqual(site.command, [], 'that of the image');
      assert.deepEqual(commandOf('main'), ['node', ...serveArguments]);
    });
  });

describe('the Caddyfile', () => {
  it('ends idle connections before the site does', () => {
    const [, siteMs = ''] = /keepAliveMs = ([\d_]+);/.exec(read('server/http/server.ts')) ?? [];
    const [, seconds] = /^\t\tkeepalive (\d+)s$/m.exec(read(`${folder}/Caddyfile`)) ?? [];
    assert.ok(Number(seconds) * 1000 < Number(siteMs.replaceAll('_', '')), `${seconds} s`);
  });
});

describe('compose.yml', () => {
  it('names volumes and services that it has, and the folders of the Caddyfile', () => {
    const names = Object.keys(compose.services);
    for (const [name, { depends_on: needed = [], volumes = [] }] of Object.entries(compose.services)) {
      for (const other of Array.isArray(needed) ? (needed as string[]) : Object.keys(needed))
        assert.ok(names.includes(other), `${name} needs ${other}`);
      for (const [volume = ''] of volumes.map((line) => line.split(':')))
        assert.ok(volume.startsWith('./') || volume in compose.volumes, volume);
    }
    const targets = compose.services['proxy']?.volumes?.map((line) => line.split(':')[1]);
    assert.ok(targets?.includes('/srv/site-assets'));
    assert.match(read(`${folder}/Caddyfile`), /root \* \/srv\/site-assets/);
    // The comment beside this line asks for this change.
    assert.match(read(`${folder}/Caddyfile`), /^\tto 10\.0\.0\.11:3000 10\.0\.0\.12:3000$/m);
  });
});

describe('kubernetes.yml', () => {
  it('uses existing paths and ports, and mounts volumes that it defines', () => {
    for (const { livenessProbe, readinessProbe, ports, volumeMounts, name } of containers) {
      assert.deepEqual(livenessProbe.httpGet, { path: '/healthz', port }, name);
      assert.deepEqual(readinessProbe.httpGet, { path: '/readyz', port }, name);
      assert.deepEqual(
        ports.map(({ containerPort }) => containerPort),
        [port, metricsPort],
      );
      const spec = deployments.find(({ metadata }) => metadata.name === name)?.spec;
      const volumes = spec?.template?.spec.volumes.map((volume) => volume.name);
      for (const mount of volumeMounts) assert.ok(volumes?.includes(mount.name), mount.name);
      assert.equal(spec?.template?.metadata.annotations['prometheus.io/port'], String(metricsPort));
      assert.deepEqual(spec?.selector.matchLabels, spec?.template?.metadata.labels);
    }
    for (const { metadata, spec } of manifests.filter(({ kind }) => kind === 'Service')) {
      assert.deepEqual(spec.selector, { app: metadata.name });
      assert.deepEqual(spec.ports, [{ port }]);
    }
    const key = containers[0]?.env.find(({ name }) => name === 'LICENCE_KEY')?.value ?? '';
    const folders = containers[0]?.volumeMounts.map(({ mountPath }) => mountPath) ?? [];
    assert.ok(
      folders.some((path) => key.startsWith(`${path}/`)),
      key,
    );
  });
});

describe('first-order.md', () => {
  it('gives variables that the site accepts', () => {
    const [, list = ''] =
      /\/etc\/site\.env > \/dev\/null <<'END'\n(.*?)\nEND/s.exec(read(`${folder}/first-order.md`)) ?? [];
    const env = Object.fromEntries(list.split('\n').map((line) => line.split(/=(.*)/s, 2) as [string, string]));
    assert.ok(Object.keys(env).length > 8);
    for (const name of Object.keys(env)) assert.ok(known.has(name), name);
    assert.equal(readConfig(env).payments, 'monobank');
  });
});
