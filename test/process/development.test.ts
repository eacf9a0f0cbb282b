import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { closeBrowser, visit } from '../support/browser.ts';
import { copySources } from '../support/copy-sources.ts';
import { createCleanup, freePort, isOk, temporaryFolder, type Cleanup } from '../support/process.ts';
import { rawGet, speak } from '../support/raw.ts';
import { until } from '../support/until.ts';

/** `npm run dev` in a copy of the sources. */
async function startDevelopment(t: Cleanup) {
  const folder = await copySources(t);
  const port = await freePort();
  const child = spawn('npm', ['run', 'dev'], {
    cwd: folder,
    // The process has its own group, so that processes that npm leaves behind are found and end with the test.
    detached: true,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: await temporaryFolder(t), PUBLIC_ULR: '' },
  });
  const group = -(child.pid ?? 0);
  const isGone = () => {
    try {
      return !process.kill(group, 0);
    } catch {
      return true;
    }
  };
  /** A terminal signals the whole group; npm also passes the signal on. */
  const interrupt = () => process.kill(group, 'SIGINT');
  /** The folders in which processes of the group have built. */
  const findBuilds = () => {
    const processes = execFileSync('ps', ['-eo', 'pgid=,pid='], { encoding: 'utf8' });
    const ids = [...processes.matchAll(/^ *(\d+) +(\d+)$/gm)].filter(([, pgid]) => Number(pgid) === child.pid);
    return ids
      .map(([, , id = '']) => join(folder, 'node_modules/.cache/development', id))
      .filter((path) => existsSync(path));
  };
  t.after(() => Promise.resolve(isGone() || process.kill(group, 'SIGKILL')).then(() => undefined));
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      written += part.toString();
    });
  const origin = `http://127.0.0.1:${port}`;
  const open = (path: string) => fetch(origin + path, { headers: { accept: 'text/html' } });
  await until('the site answers', () => isOk(origin), 60_000);
  const edit = async (file: string, change: (content: string) => string) => {
    const path = join(folder, file);
    const content = await readFile(path, 'utf8');
    const changed = change(content);
    assert.notEqual(changed, content, `${file} has changed`);
    await writeFile(path, changed);
    return () => writeFile(path, content);
  };
  /** Waits for what a build changes. It is asked after each build: rendering page after page would delay the build. */
  const untilBuilt = (what: string, isSo: () => Promise<boolean>) => {
    let asked = '';
    const isNewAndSo = () => {
      if (written === asked) return false;
      asked = written;
      return isSo();
    };
    return until(what, isNewAndSo, 30_000);
  };
  return { folder, interrupt, findBuilds, isGone, origin, open, edit, untilBuilt, output: () => written };
}

/** The development build of React recommends the React DevTools in the console. */
const expectedTroubles = /console info: %cDownload the React DevTools/;

describe('npm run dev', () => {
  const suite = createCleanup();
  let development: Awaited<ReturnType<typeof startDevelopment>>;
  before(async () => {
    development = await startDevelopment(suite);
  });
  after(async () => {
    await closeBrowser();
    await suite.end();
  });

  it('shows a saved style without a reload, a saved text, component and picture with one', async (t) => {
    const { edit } = development;
    const { open } = await visit(t, development, { expectedTroubles });
    const page = await open('/contacts');
    const field = page.locator('input[name="firstName"]');
    await field.fill('Olha');
    const mark = () => page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    const reloaded = () => page.waitForFunction(() => !('sameDocument' in globalThis));
    await mark();

    await edit('client/components/quote.css', (code) => `${code}\nbody { outline: 3px solid rgb(1, 2, 3); }\n`);
    await page.waitForFunction(() => getComputedStyle(document.body).outlineColor === 'rgb(1, 2, 3)');
    assert.equal(await field.inputValue(), 'Olha');
    assert.equal(await page.evaluate(() => 'sameDocument' in globalThis), true);

    const title = JSON.parse(await readFile(join(import.meta.dirname, '../../locales/en/contacts.json'), 'utf8')) as {
      title: string;
    };
    await edit('locales/en/contacts.json', (json) => json.replace(JSON.stringify(title.title), '"A new title"'));
    await page.getByRole('heading', { level: 1, name: 'A new title' }).waitFor();

    await mark();
    await edit('client/pages/contacts.tsx', (code) => `${code}\nexport const added = 'a new component';\n`);
    await reloaded();

    await mark();
    await edit('static/art/map.svg', (picture) => `${picture}<!-- a new picture -->`);
    await reloaded();
  });

  it('survives code that does not compile, and shows its file and line in the browser and the terminal', async (t) => {
    const { open, edit, output } = development;
    const page = await (await visit(t, development, { expectedTroubles })).open('/contacts');
    const mend = await edit('client/pages/about.tsx', (code) => `${code}\nconst broken = ;\n`);
    const alert = page.getByRole('alert').filter({ hasText: 'client/pages/about.tsx' });
    await alert.waitFor();
    assert.match(await alert.innerText(), /client\/pages\/about\.tsx:\d+:\d+/);
    assert.match(output(), /client\/pages\/about\.tsx:\d+:\d+/);
    const answer = await open('/about');
    assert.equal(answer.status, 500);
    assert.match(await answer.text(), /client\/pages\/about\.tsx:\d+/);
    await mend();
    await alert.waitFor({ state: 'detached' });
    assert.equal((await open('/about')).status, 200);
  });

  it('reports mistakes in code that compiles', async () => {
    const { open, edit, untilBuilt } = development;
    const read = async () => (await (await open('/')).text()).replaceAll('&quot;', '"');
    const says = (text: RegExp) => untilBuilt(String(text), async () => text.test(await read()));
    const faults: [string, (content: string) => string, RegExp][] = [
      ['locales/en/about.json', (json) => json.replace(',\n', '\n'), /locales\/en\/about\.json: line \d+: /],
      [
        'client/components/logo.tsx',
        (code) => `${code}\nexport const gone = asset('gone.svg');\n`,
        /static\/gone\.svg does not exist/,
      ],
      [
        'client/components/field.css',
        (code) => `${code}\n.field { background: url("/static/gone.svg"); }\n`,
        /static\/gone\.svg does not exist[^]*client\/components\/field\.css:\d+:\d+/,
      ],
      [
        'client/components/quote.css',
        (code) => `${code}\n}\n`,
        /Unexpected "}"[^]*client\/components\/quote\.css:\d+:\d+/,
      ],
      [
        'server/endpoints.ts',
        (code) => code.replace("path: '/readyz'", "path: '/healthz'"),
        /server\/endpoints\.ts: the rows probe and probe have the same address GET \/healthz/,
      ],
      ['server/lib/xml.ts', (code) => `${code}\nthrow new Error('cannot start');\n`, /cannot start/],
    ];
    let mend = () => Promise.resolve();
    for (const [file, change, expected] of faults) {
      // Together, so that one build has the next fault and no longer the one before.
      const [mendNext] = await Promise.all([edit(file, change), mend()]);
      await says(expected);
      mend = mendNext;
    }
    await mend();
    await untilBuilt('the last fault is mended', async () => (await open('/')).status === 200);
  });

  it('reports a stylesheet without a page, until the page is in the table', async (t) => {
    const { folder, open, edit, untilBuilt } = development;
    const read = async () => (await (await open('/')).text()).replaceAll('&quot;', '"');
    const sheet = join(folder, 'client/sheets/partners.css');
    t.after(() => rm(sheet, { force: true }));
    await writeFile(sheet, '');
    await untilBuilt('the sheet is reported', async () =>
      /client\/sheets\/partners\.css: there is no page/.test(await read()),
    );

    const row = "route('/team', 'team'),";
    const mend = await edit('client/routes.ts', (code) =>
      code.replace(row, `${row}\n  route('/partners', 'partners'),`),
    );
    await untilBuilt('the texts of the page are reported', async () =>
      /"partners\.title" is missing/.test(await read()),
    );
    assert.doesNotMatch(await read(), /there is no page/);

    await Promise.all([mend(), rm(sheet)]);
    await untilBuilt('the page is gone', async () => (await open('/')).status === 200);
  });

  it('survives a target that a URL cannot be made of', async () => {
    const { origin, open } = development;
    assert.equal((await speak(origin, rawGet('//'))).status, 404);
    assert.equal((await open('/about')).status, 200);
  });

  it('warns of a variable that is probably misspelt', () => {
    assert.match(development.output(), /PUBLIC_ULR is not a variable of this site/);
  });

  it('ends with Ctrl-C, and leaves neither a process nor its build', async () => {
    const { interrupt, isGone, findBuilds } = development;
    const builds = findBuilds();
    assert.equal(builds.length, 1);
    interrupt();
    await until('the group has ended', isGone);
    assert.deepEqual(
      builds.filter((path) => existsSync(path)),
      [],
    );
  });
});
