import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { freePort, isOk, killAfter, root, temporaryFolder } from '../support/process.ts';
import { until } from '../support/until.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

describe('the image', () => {
  it('contains only the bundle, its assets and a memory allocator, and runs as an unprivileged user', () => {
    const [, final = ''] = read('Dockerfile').split(/^FROM (?!.* AS )/m);
    assert.deepEqual(
      [...final.matchAll(/^(COPY|ADD) .*$/gm)].map(([line]) => line),
      ['COPY --from=build /opt/libjemalloc.so.2 /opt/copyright /opt/', 'COPY --from=build /site/dist ./dist'],
    );
    assert.match(final, /^USER node$/m);
    assert.doesNotMatch(final, /npm|apt-get|curl/);
  });

  it('needs nothing but dist: no package, no source', async (t) => {
    const folder = await temporaryFolder(t);
    await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
    assert.deepEqual(readdirSync(join(folder, 'dist')).sort(), [
      'client',
      'licences.txt',
      'locales',
      'manifest.json',
      'news',
      'package.json',
      'server',
    ]);
    const port = await freePort();
    const child = spawn(process.execPath, ['dist/server/main.js'], {
      cwd: folder,
      env: { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), REDIS_URL: 'redis://127.0.0.1:1' },
      stdio: 'ignore',
    });
    killAfter(t, child);
    await until('the news are served', () => isOk(`http://127.0.0.1:${port}/news`));
  });

  it('reads and cuts pictures with the files of dist alone', async (t) => {
    const folder = await temporaryFolder(t);
    await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
    const own = join(folder, 'news', 'a-ship');
    mkdirSync(own, { recursive: true });
    const bytes = await sharp({ create: { width: 1000, height: 600, channels: 3, background: '#225599' } })
      .png()
      .toBuffer();
    writeFileSync(join(own, 'ship.png'), bytes);
    writeFileSync(join(own, 'en.md'), '---\nheadline: A ship\npicture: ship.png\npicture_alt: A ship\n---\n');
    writeFileSync(join(own, 'ua.md'), '---\nheadline: Корабель\npicture_alt: Корабель\n---\n');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['dist/server/command.js', 'news', 'import', 'news'],
      {
        cwd: folder,
        env: { DATA_DIR: join(folder, 'data') },
        encoding: 'utf8',
      },
    );
    assert.deepEqual([status, stderr, stdout], [0, '', 'new: a-ship\nStored 1 article; 0 the same.\n']);
  });

  it('has no secret, no test and no source map in it', () => {
    const files = globSync('dist/**/*', { cwd: root });
    assert.deepEqual(
      files.filter(
        (file) =>
          /\.(map|test\.\w+|env|pem|sqlite)$|\.tsx?$/.test(file) ||
          // The library for pictures is native: it and the shared library that it loads lie beside the bundle.
          (file.includes('node_modules') && !/^dist\/server\/node_modules(\/@img(\/sharp-.*)?)?$/.test(file)),
      ),
      [],
    );
  });
});

describe('the licences of bundled packages', () => {
  const text = read('dist/licences.txt');

  it('are listed, each in its own words', () => {
    for (const name of [
      'react',
      'react-dom',
      'express',
      'undici',
      'prom-client',
      '@redis/client',
      'rate-limit-redis',
      'leaflet',
      'wouter',
      'superstruct',
      'hast-util-sanitize',
      'sharp',
      'yaml',
    ]) {
      assert.match(text, new RegExp(`^${name} \\d\\S*  \\S`, 'm'), name);
    }
    assert.match(text, /Permission is hereby granted, free of charge/);
  });

  it('are ones that a closed site may use', () => {
    const [, list = ''] = text.split('\n\n');
    const allowed =
      /^(MIT(?:-0)?|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|MPL-2\.0|Python-2\.0)$/;
    for (const line of list.split('\n')) {
      // The shared library is a separate file that can be replaced, as the LGPL requires.
      const isLibrary = /^@img\/sharp-libvips-\S+ \S+ {2}LGPL-3\.0-or-later$/.test(line);
      if (!isLibrary) assert.match(line.split('  ')[1] ?? '', allowed, line);
    }
  });

  it('leave out packages that only build and test', () => {
    assert.doesNotMatch(text, /^(esbuild|typescript|playwright|eslint|prettier|tsx) \d/m);
  });
});

describe('packages', () => {
  const own = JSON.parse(read('package.json')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
    overrides: Record<string, string>;
  };

  it('are named by exact versions', () => {
    for (const [name, version] of Object.entries({ ...own.dependencies, ...own.devDependencies }))
      assert.match(version, /^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/, name);
  });

  it('come with a checksum each', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { integrity?: string; link?: boolean; inBundle?: boolean }>;
    };
    for (const [path, { integrity, link, inBundle }] of Object.entries(packages))
      if (path && !link && !inBundle) assert.match(integrity ?? '', /^sha512-/, path);
  });

  it('have no version whose meaning changes with time', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { dependencies?: Record<string, string> }>;
    };
    for (const [path, { dependencies = {} }] of Object.entries(packages))
      for (const [name, wanted] of Object.entries(dependencies))
        if (/^[a-z]+$/.test(wanted))
          assert.match(own.overrides[name] ?? '', /^\d+\.\d+\.\d+$/, `${path} wants ${name}@${wanted}`);
  });
});

describe('.github', () => {
  it('waits before it takes an update', () => {
    const text = read('.github/dependabot.yml');
    const updates = text.split('package-ecosystem').length - 1;
    assert.equal(updates, 3);
    assert.equal(text.match(/cooldown: \{ default-days: [7-9]/g)?.length, updates);
  });

  it('pins actions by commit, and lets workflows read only', () => {
    const files = globSync('.github/workflows/*.yml', { cwd: root });
    assert.ok(files.length > 0);
    for (const file of files) {
      const text = read(file);
      const actions = [...text.matchAll(/uses: (\S+)/g)].map(([, action = '']) => action);
      assert.ok(actions.length > 0);
      for (const action of actions) assert.match(action, /@[0-9a-f]{40}$/);
      assert.match(text, /^permissions:\n {2}contents: read$/m);
      assert.doesNotMatch(text, /: write|pull_request_target|secrets\./);
    }
  });

  it('has the tests and the audit of what ships in its workflow', () => {
    const text = read('.github/workflows/ci.yml');
    assert.match(text, /run: \.ci\/run$/m);
    assert.match(text, /npm audit --omit=dev/);
  });

  it('is short', () => {
    for (const file of ['SECURITY.md', 'CONTRIBUTING.md', 'CODEOWNERS'])
      assert.ok(read(`.github/${file}`).split('\n').length < 25, file);
  });
});
