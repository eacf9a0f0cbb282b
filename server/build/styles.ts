import { hash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import { build as bundle, type Metafile, type Plugin } from 'esbuild';
import postcss, { type AtRule, type ChildNode, type Container, type Root } from 'postcss';
import { skies, skyColours } from '#shared/skies.ts';
import { otherMedia, type Manifest } from '#server/lib/manifest.ts';
import { BuildError } from './build-error.ts';
import { root } from './root.ts';
import { assetPlugin } from './static-assets.ts';
import { readStyleRules } from './read-style-rules.ts';

/** Prints the rules that give an element with `data-sky` the colours of its sky. */
export function printSkies(): string {
  const rules = skies.map((sky) => {
    const declarations = Object.entries(skyColours[sky]).map(([name, colour]) => `--${name}: ${colour};`);
    return `[data-sky='${sky}'] { ${declarations.join(' ')} }`;
  });
  return `@layer tokens {\n${rules.join('\n')}\n}\n`;
}

/** Loads `./styles/skies.css`, which exists only in the build, with the colours of shared/skies.ts. */
const skiesPlugin: Plugin = {
  name: 'skies',
  setup(build) {
    build.onResolve({ filter: /\/skies\.css$/ }, () => ({ path: 'skies.css', namespace: 'skies' }));
    build.onLoad({ filter: /.*/, namespace: 'skies' }, () => ({ contents: printSkies(), loader: 'css' }));
  },
};

/** Whether a rule is `@media` with a medium of the second stylesheet, with or without further conditions. */
function isOtherMedia({ name, params }: AtRule): boolean {
  const condition = params.replaceAll(' ', '');
  return name === 'media' && otherMedia.some((medium) => condition.startsWith(medium.replaceAll(' ', '')));
}

/** Removes empty blocks, such as a layer whose rules have all moved. `@layer a, b;` has no block and stays. */
function removeEmpty(container: Container): void {
  container.each((node) => {
    if (!('nodes' in node) || !node.nodes) return;
    removeEmpty(node);
    if (node.nodes.length === 0) node.remove();
  });
}

/** Joins neighbouring blocks of one layer, because every source file opens its layer again. */
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

/** Splits the rules for rare media from a stylesheet. Both results keep the order and the layers of their rules. */
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
    if (!isOtherMedia(rule)) return;
    // The sources are bundled here and their files are not known: the rules inside are the text to search for.
    const inside = rule.nodes?.map(String).join(' ').slice(0, 200) ?? '';
    throw new BuildError(`@media ${rule.params} { ${inside} }: this rule must stand directly in a layer`);
  });
  for (const part of [screen, other]) {
    removeEmpty(part);
    joinLayers(part);
    // esbuild keeps the spaces in the value of a custom property.
    part.walkDecls(/^--/, (declaration) => {
      declaration.raws.between = ':';
      declaration.value = declaration.value.trim().replaceAll(/(, | \/ )/g, (space) => space.trim());
    });
  }
  return { screen: screen.toString(), other: other.toString() };
}

/**
 * Returns the statement that orders the layers; throws a BuildError without one. Every sheet of a page repeats the
 * statement, so that the order is the same whichever sheet loads first.
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

/**
 * These are only warnings of esbuild. As errors they name the source file and its line, which are unknown when postcss
 * reads the bundle and finds the same fault.
 */
const faults = {
  'css-syntax-error': 'error',
  'invalid-@import': 'error',
  'invalid-@layer': 'error',
  'js-comment-in-css': 'error',
  'unsupported-css-property': 'error',
} as const;

/** The name of the sheet that every page loads; the other sheets are named after their pages. */
const everyPage = 'site';

/** The names of the files in client/sheets/. */
export async function readSheetNames(): Promise<string[]> {
  return (await readdir(join(root, 'client/sheets'))).map((file) => basename(file, '.css')).sort();
}

/** Returns client/site.css and the files of client/sheets/ by name. */
async function findEntryPoints(): Promise<Record<string, string>> {
  const sheets = (await readSheetNames()).map((name) => [name, `client/sheets/${name}.css`] as const);
  return { [everyPage]: 'client/site.css', ...Object.fromEntries(sheets) };
}

/**
 * Bundles client/site.css and client/sheets/ into `clientDir`/assets with hashed names, and the rules for rare media of
 * all sheets into one more file. `addresses` of hashed static files is null in development. Rejects with a BuildError
 * for a rule in the wrong place, and with esbuild's BuildFailure for faults in a source.
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
    plugins: [skiesPlugin, assetPlugin(addresses)],
    external: ['/assets/*', '/static/*'],
    target,
    // esbuild converts nested rules to flat ones, because read-style-rules.ts cannot read nested rules.
    supported: { nesting: false },
    logLevel: 'silent' as const,
    logOverride: faults,
  };
  // Several sheets may import one file: in a single bundle of all sheets, esbuild prints each file once.
  const allSheets = Object.values(entryPoints).map((path) => `@import './${path}';`);
  const [fonts, sheets, together] = await Promise.all([
    bundle({ ...options, entryPoints: ['client/fonts.css'] }),
    bundle({ ...options, entryPoints }),
    bundle({ ...options, stdin: { contents: allSheets.join('\n'), resolveDir: root, loader: 'css' } }),
  ]);
  const save = async (name: string, styles: string) => {
    const digest = hash('sha256', styles).slice(0, 8);
    const address = posix.join('/assets', `${name}-${digest}.css`);
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
  const all = together.outputFiles[0]?.text ?? '';
  const rules = printed.map(({ name, styles }) => [name, readStyleRules(styles, all)] as const);
  const { [everyPage]: ofEveryPage = [], ...pages } = Object.fromEntries(rules);
  return {
    fontFaces: fonts.outputFiles[0]?.text.trim() ?? '',
    stylesheet,
    otherMediaStylesheet: await save('other-media', splitByMedia(all).other),
    pageStyles,
    styleRules: addresses ? { everyPage: ofEveryPage, pages } : undefined,
    metafile: sheets.metafile,
  };
}
