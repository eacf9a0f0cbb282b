import { hash } from 'node:crypto';
import { watch } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { type RequestListener, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addressOf } from '#shared/address.ts';
import type { Config } from '#server/config/config.ts';
import type { DevelopmentSite, openSite } from '#server/development-site.ts';
import type { Manifest } from '#server/lib/manifest.ts';
import type { Log } from '#server/lib/log.ts';
import { readTexts } from '#server/lib/texts.ts';
import { BuildError, describeFault } from './build-error.ts';
import { createDevelopmentBuilder, newFolderName, type DevelopmentBuild } from './development-build.ts';
import { printErrorPage, reloadPath, reloadScript } from './development-page.ts';
import { root } from './root.ts';

const watched = ['client', 'server', 'shared', 'locales', 'static'];
/** An editor may write one file in several steps, so a rebuild waits for this pause. */
const debounceMs = 20;

/** The message to all open pages after every build. */
interface State {
  /** A hash of everything but the styles: a page with another version has to be loaded again. */
  version: string;
  styles: string[];
  /** The reason why the sources cannot be built; null after a successful build. */
  fault: string | null;
}

interface Change {
  /** The source folders in which files were saved since the last build; empty for the first build. */
  folders: ReadonlySet<string>;
}

interface Options {
  config: Config;
  log: Log;
  /** The build empties this folder and writes into it. */
  dist: string;
}

interface DevelopmentServer {
  handler: RequestListener;
  close(): Promise<void>;
}

const hashOf = (value: unknown) => hash('sha256', JSON.stringify(value)).slice(0, 12);

function splitStyles({ stylesheet, otherMediaStylesheet, pageStyles, ...rest }: Manifest) {
  return { styles: [stylesheet, otherMediaStylesheet, ...Object.values(pageStyles)], rest };
}

/** Compiles, imports and opens the newest version of the site and closes the previous one. */
async function createNewestSite({ config, log, dist }: Options) {
  const builder = await createDevelopmentBuilder(dist);
  const places = {
    clientDir: join(dist, 'client'),
    staticDir: join(root, 'static'),
    picturesDir: join(root, 'static/news'),
    localesDir: join(root, 'locales'),
  };
  let code = '';
  let codeFolder = '';
  let site: DevelopmentSite | undefined;
  /** How often files in static/ were saved. It is a part of the version, because a changed picture changes no code. */
  let staticChanges = 0;
  let compiled: Promise<DevelopmentBuild> | undefined;

  async function openCode(serverCode: Record<string, string>): Promise<DevelopmentSite> {
    const newest = hashOf(serverCode);
    if (site && newest === code) return site;
    const folder = join(dist, newFolderName());
    await mkdir(folder);
    for (const [name, text] of Object.entries(serverCode)) await writeFile(join(folder, name), text);
    // The build has made site.js from development-site.ts.
    const module = (await import(pathToFileURL(join(folder, 'site.js')).href)) as { openSite: typeof openSite };
    const next = await module.openSite({ config, log, ...places });
    await site?.close();
    if (codeFolder) await rm(codeFolder, { recursive: true });
    [site, code, codeFolder] = [next, newest, folder];
    return site;
  }

  return {
    /** Rejects with an error that `describeFault` can print, or with an error that the new code throws. */
    async update({ folders }: Change) {
      const isTextOnly = folders.size === 1 && folders.has('locales');
      if (!isTextOnly || !compiled) compiled = builder.rebuild();
      if (folders.has('static')) staticChanges += 1;
      const [{ manifest, serverCode }, texts] = await Promise.all([compiled, readTexts(join(root, 'locales'))]);
      const current = await openCode(serverCode);
      const mistakes = current.findMistakes(texts, Object.keys(manifest.pageStyles));
      if (mistakes.length > 0) throw new BuildError(mistakes.join('\n'));
      const { styles, rest } = splitStyles(manifest);
      const version = hashOf([serverCode, texts.version, rest, staticChanges]);
      const developmentScript = addressOf(reloadPath, {}, { query: { version } });
      return { styles, version, handler: current.createHandler(texts, { ...manifest, developmentScript }) };
    },
    async close() {
      await builder.dispose();
      await site?.close();
    },
  };
}

/** Sends the state to every open page, at its connection and at each `broadcast`. */
function createBroadcaster(readState: () => State) {
  const listeners = new Set<ServerResponse>();
  const send = (response: ServerResponse) => response.write(`data: ${JSON.stringify(readState())}\n\n`);
  return {
    connect(response: ServerResponse) {
      response.setHeader('Content-Type', 'text/event-stream');
      response.setHeader('Cache-Control', 'no-store');
      response.write('retry: 150\n');
      send(response);
      listeners.add(response);
      response.once('close', () => listeners.delete(response));
    },
    broadcast: () => listeners.forEach(send),
  };
}

/** Runs `work` after changes in the sources, never twice at once; changes during a run cause one more run. */
function watchSources(work: (change: Change) => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let changed = new Set<string>();
  const schedule = (folder: string) => {
    changed.add(folder);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const folders = changed;
      changed = new Set();
      running = running.then(() => work({ folders }));
    }, debounceMs);
  };
  const watchers = watched.map((folder) => watch(join(root, folder), { recursive: true }, () => schedule(folder)));
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

/**
 * Builds, watches the sources and answers requests. A fault in the sources does not end the server: it is printed, open
 * pages show it above their content, and new pages show only the fault.
 */
export async function createDevelopmentServer(options: Options): Promise<DevelopmentServer> {
  const newest = await createNewestSite(options);
  const state: State = { version: '', styles: [], fault: null };
  const broadcaster = createBroadcaster(() => state);
  let handler: RequestListener | undefined;

  async function update(change: Change): Promise<void> {
    const started = performance.now();
    try {
      const built = await newest.update(change);
      handler = built.handler;
      Object.assign(state, { version: built.version, styles: built.styles, fault: null });
      console.log(`built in ${Math.round(performance.now() - started)} ms`);
    } catch (error) {
      state.fault = (await describeFault(error)) ?? String(error instanceof Error ? error.stack : error);
      console.error(`\n${state.fault}\n`);
    }
    broadcaster.broadcast();
  }

  await update({ folders: new Set() });
  const stopWatching = watchSources(update);
  return {
    handler(request, response) {
      // The URL parser throws for some targets, such as `//`.
      const path = request.url?.split('?', 1)[0];
      if (path === reloadPath) {
        response.setHeader('Content-Type', 'text/javascript');
        response.end(reloadScript);
      } else if (path === '/dev/state') broadcaster.connect(response);
      else if (handler && !(state.fault && request.headers.accept?.includes('text/html'))) handler(request, response);
      else {
        response.writeHead(500, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
        response.end(printErrorPage(state.fault ?? ''));
      }
    },
    async close() {
      stopWatching();
      await newest.close();
      await rm(options.dist, { recursive: true, force: true });
    },
  };
}
