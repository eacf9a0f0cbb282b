import { createHash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build as bundle, type Metafile, type Plugin } from 'esbuild';
import postcss, { type AtRule, type ChildNode, type Container, type Root } from 'postcss';
import { skies, skyColours } from '#shared/skies.ts';
import { otherMedia, type Manifest } from '#server/manifest.ts';
import { BuildError } from './build-error.ts';
import { findSheetsWithoutPage } from './mistakes.ts';
import { root } from './root.ts';
import { assetPlugin } from './static-assets.ts';
import { readStyleRules } from './style-rules.ts';

/** The rules that give an element with `data-sky` the colours of its sky. */
export function printSkies(): string {
  const rules = skies.map((sky) => {
    const declarations = Object.entries(skyColours[sky]).map(([name, colour]) => `--${name}: ${colour};`);
    return `[data-sky='${sky}'] { ${declarations.join(' ')} }`;
  });
  return `@layer tokens {\n${rules.join('\n')}\n}\n`;
}

/** Answers `@import './styles/skies.css'`, a file that exists only in the build, with the colours of shared/skies.ts. */
const skiesPlugin: Plugin = {
  name: 'skies',
  setup(build) {
    build.onResolve({ filter: /\/skies\.css$/ }, () => ({ path: 'skies.css', namespace: 'skies' }));
    build.onLoad({ filter: /.*/, namespace: 'skies' }, () => ({ contents: printSkies(), loader: 'css' }));
  },
};

/** Whether an at-rule is `@media` for one of the media of the second stylesheet, with or without further conditions. */
function isOtherMedia({ name, params }: AtRule): boolean {
  const condition = params.replaceAll(' ', '');
  return name === 'media' && otherMedia.some((medium) => condition.startsWith(medium.replaceAll(' ', '')));
}

/** Removes blocks without content, such as a layer whose rules have all moved. `@layer a, b;` has no block and stays. */
function removeEmpty(container: Container): void {
  container.each((node) => {
    if (!('nodes' in node) || !node.nodes) return;
    removeEmpty(node);
    if (node.nodes.length === 0) node.remove();
  });
}

/** Every source file opens its layer anew: neighbouring blocks of one layer become one block, which is smaller. */
function joinLayers(styles: Root): void {
  let previous: AtRule | null = null;
  styles.each((node) => {
    const layer: AtRule | null = node.type === 'atrule' && node.name === 'layer' && node.nodes ? node : null;
    if (layer && layer.params === previous?.params) {
      previous.append(layer.nodes);
      layer.remove();
      return;
    }
    previous = layer;
  });
}

/** Takes the rules for rare media out of a stylesheet. Both parts keep the order and the layers of their rules. */
export function splitByMedia(styles: string): { screen: string; other: string } {
  const screen = postcss.parse(styles);
  const other = screen.clone({ nodes: [] });
  screen.each((node) => {
    if (node.type !== 'atrule' || node.name !== 'layer') return;
    if (!node.nodes) {
      other.append(node.clone());
      return;
    }
    const layer = node.clone({ nodes: [] });
    node.each((child) => {
      if (child.type === 'atrule' && isOtherMedia(child)) layer.append(child);
    });
    if (layer.nodes?.length) other.append(layer);
  });
  screen.walkAtRules((rule) => {
    if (isOtherMedia(rule)) throw rule.error('a rule for this medium must stand directly in a layer');
  });
  for (const part of [screen, other]) {
    removeEmpty(part);
    joinLayers(part);
  }
  return { screen: screen.toString(), other: other.toString() };
}

/**
 * The statement that orders the layers. The sheet of a page repeats it: whichever sheet comes first, the order is the
 * same.
 */
export function readLayerOrder(styles: string): string {
  const isStatement = (node: ChildNode) => node.type === 'atrule' && node.name === 'layer' && !node.nodes;
  const statement = postcss.parse(styles).nodes.find(isStatement);
  if (!statement) throw new BuildError('client/site.css: a statement that orders the layers is missing');
  return `${statement.toString()};`;
}

/** The addresses of the stylesheets in the manifest. */
export interface Stylesheets extends Pick<
  Manifest,
  'fontFaces' | 'stylesheet' | 'otherMediaStylesheet' | 'pageStyles' | 'styleRules'
> {
  metafile: Metafile;
}

/** The sheet of every page, and those of single pages, by the names of the pages. */
const everyPage = 'site';

/** The sources: client/site.css and the files of client/sheets/, which are named after their pages. */
async function findEntryPoints(): Promise<Record<string, string>> {
  const names = (await readdir(join(root, 'client/sheets'))).map((file) => basename(file, '.css')).sort();
  const mistakes = findSheetsWithoutPage(names);
  if (mistakes.length > 0) throw new BuildError(mistakes.join('\n'));
  const sheets = names.map((name) => [name, `client/sheets/${name}.css`]);
  return { [everyPage]: 'client/site.css', ...(Object.fromEntries(sheets) as Record<string, string>) };
}

/**
 * Bundles client/fonts.css, client/site.css and client/sheets/ into `clientDir`/assets, and the rules for rare media of
 * all of them into one more file; all with hashed names. `addresses` of the hashed static files, null in development.
 * Throws a BuildError for a sheet without a page.
 */
export async function bundleStyles(
  clientDir: string,
  addresses: Map<string, string> | null,
  target: string[],
): Promise<Stylesheets> {
  const entryPoints = await findEntryPoints();
  const options = {
    absWorkingDir: root,
    outdir: join(clientDir, 'assets'),
    bundle: true,
    write: false as const,
    metafile: true as const,
    minify: addresses !== null,
    plugins: [skiesPlugin, ...(addresses ? [assetPlugin(addresses)] : [])],
    external: ['/assets/*', '/static/*'],
    target,
    logLevel: 'warning' as const,
  };
  // Several sheets may contain one block: where one file imports all sheets, esbuild takes each block once.
  const allSheets = Object.values(entryPoints).map((path) => `@import './${path}';`);
  const [fonts, sheets, together] = await Promise.all([
    bundle({ ...options, entryPoints: ['client/fonts.css'] }),
    bundle({ ...options, entryPoints }),
    bundle({ ...options, stdin: { contents: allSheets.join('\n'), resolveDir: root, loader: 'css' } }),
  ]);
  const save = async (name: string, styles: string) => {
    const address = `/assets/${name}-${createHash('sha256').update(styles).digest('hex').slice(0, 8)}.css`;
    await writeFile(join(clientDir, address), styles);
    return address;
  };
  await mkdir(join(clientDir, 'assets'), { recursive: true });
  const printed = sheets.outputFiles.map(({ path, text }) => ({
    name: basename(path, '.css'),
    styles: splitByMedia(text).screen,
  }));
  const order = readLayerOrder(printed.find(({ name }) => name === everyPage)?.styles ?? '');
  const saved = await Promise.all(
    printed.map(async ({ name, styles }) => {
      const isOfEveryPage = name === everyPage;
      return [name, await (isOfEveryPage ? save(name, styles) : save(`page-${name}`, order + styles))] as const;
    }),
  );
  const { [everyPage]: stylesheet = '', ...pageStyles } = Object.fromEntries(saved);
  const rules = printed.map(({ name, styles }) => [name, readStyleRules(styles)] as const);
  const { [everyPage]: ofEveryPage = [], ...pages } = Object.fromEntries(rules);
  return {
    fontFaces: fonts.outputFiles[0]?.text.trim() ?? '',
    stylesheet,
    otherMediaStylesheet: await save('other-media', splitByMedia(together.outputFiles[0]?.text ?? '').other),
    pageStyles,
    styleRules: addresses ? { everyPage: ofEveryPage, pages } : undefined,
    metafile: sheets.metafile,
  };
}
