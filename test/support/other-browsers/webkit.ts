import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, killAfter, temporaryFolder, type Cleanup } from '../process.ts';
import { findProgram } from '../tools.ts';
import type { Driver, Key, OtherBrowser } from './driver.ts';
import { findMiniBrowser } from './find.ts';

const callTimeoutMs = 30_000;
/** The code points that WebDriver has given to keys without a character. */
const keyCodes: Record<Key, string> = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C' };

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

/** Calls of the WebDriver protocol (https://www.w3.org/TR/webdriver2/) below an address. */
function createCall(address: string): Call {
  return async (method, path, body) => {
    const signal = AbortSignal.timeout(callTimeoutMs);
    const response = await fetch(address + path, { method, signal, body: body && JSON.stringify(body) }).catch(
      (cause: unknown) => {
        throw new Error(`${method} ${path} got no answer: ${JSON.stringify(body)}`, { cause });
      },
    );
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
}

function createWindow(call: Call): Driver {
  const evaluate = (expression: string) => call('POST', '/execute/sync', { script: `return ${expression}`, args: [] });
  const point = (actions: object[]) =>
    call('POST', '/actions', {
      actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
    });
  const move = (x: number, y: number) => ({ type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) });
  const press = (keys: string[]) =>
    call('POST', '/actions', {
      actions: [
        {
          type: 'key',
          id: 'keyboard',
          actions: keys.flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        },
      ],
    });
  return {
    evaluate,
    async load(address) {
      await call('POST', '/url', { url: address });
    },
    async resize(width, height) {
      // The protocol sets the size of the window, which has a bar of its own above the page.
      await call('POST', '/window/rect', { x: 0, y: 0, width, height });
      const bar = height - Number(await evaluate('innerHeight'));
      await call('POST', '/window/rect', { x: 0, y: 0, width, height: height + bar });
    },
    async movePointer(x, y) {
      await point([move(x, y)]);
    },
    async click(x, y) {
      await point([move(x, y), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]);
    },
    async type(text) {
      await press([...text]);
    },
    async press(key) {
      await press([keyCodes[key]]);
    },
    async close() {
      await call('DELETE', '');
    },
  };
}

/** A screen in memory; resolves to its name in DISPLAY. */
async function startScreen(t: Cleanup, xvfb: string): Promise<string> {
  const screen = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  killAfter(t, screen);
  for await (const part of screen.stdio[3] as AsyncIterable<Buffer>) return `:${part.toString().trim()}`;
  throw new Error('Xvfb did not start');
}

async function awaitDriver(call: Call, driver: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200 && driver.exitCode === null; tries += 1) {
    if (await call('GET', '/status').catch(() => null)) return;
    await wait(50);
  }
  throw new Error('WebKitWebDriver did not start');
}

interface RunningDriver {
  driver: ChildProcess;
  origin: string;
  call: Call;
}

/** A driver with a screen and a home of its own. */
async function startDriver(t: Cleanup): Promise<RunningDriver> {
  const home = await temporaryFolder(t);
  const display = await startScreen(t, findProgram('Xvfb') ?? '');
  const port = await freePort();
  const driver = spawn(findProgram('WebKitWebDriver') ?? '', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      LANG: 'C.UTF-8',
      LANGUAGE: 'en_GB',
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      // There is no session bus, so nothing should look for one or start one.
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      GSETTINGS_BACKEND: 'memory',
      // Without a graphics card, drawing by OpenGL takes half as much time again.
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    },
  });
  killAfter(t, driver);
  const origin = `http://127.0.0.1:${port}`;
  const call = createCall(origin);
  await awaitDriver(call, driver);
  return { driver, origin, call };
}

async function openSession({ call, origin }: RunningDriver): Promise<Driver> {
  const browserOptions = { binary: findMiniBrowser(), args: ['--automation'] };
  const { sessionId } = (await call('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } },
  })) as { sessionId: string };
  return createWindow(createCall(`${origin}/session/${sessionId}`));
}

/** On a machine with much other work the browser sometimes hangs at its start, also twice in a row. */
const maxTries = 4;

/** WebKitGTK, which has the engine of Safari, in its small test browser, by classic WebDriver. */
export const webkit: OtherBrowser = {
  name: 'WebKit',
  async start(t) {
    let running = await startDriver(t);
    let hasFailed = false;
    return async () => {
      if (hasFailed) throw new Error('WebKit has not started before');
      for (let tries = 1; tries < maxTries; tries += 1) {
        try {
          return await openSession(running);
        } catch {
          // A driver whose browser comes too late never opens another one.
          running.driver.kill('SIGKILL');
          running = await startDriver(t);
        }
      }
      hasFailed = true;
      const window = await openSession(running);
      hasFailed = false;
      return window;
    };
  },
};
