import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, root, temporaryFolder, type Cleanup } from './process.ts';
import { until } from './until.ts';

const read = (file: string) => readFileSync(join(root, 'server/operations', file), 'utf8');

export interface Answer {
  /** 0 where the connection broke off. */
  status: number;
  headers: IncomingHttpHeaders;
  /** The text of the answer; with the status 0, why there is none. */
  body: string;
}

export interface Proxy {
  httpPort: number;
  httpsPort: number;
  /** The folder with the assets of earlier releases. */
  assetsDir: string;
  /** Asks for a path of the host over TLS, on a new connection. */
  get(path: string, options?: { host?: string; headers?: Record<string, string> }): Promise<Answer>;
  /** Sends a form as a browser without JavaScript does. */
  post(path: string, fields: Record<string, string>): Promise<Answer>;
  /** Stops or resumes sending requests to a copy. Caddy does this by itself, with its health checks. */
  setDown(position: 0 | 1, isDown: boolean): Promise<void>;
}

/**
 * Replaces every text by another one; a text that is not there fails, because the configuration would be another one
 * than documented.
 */
function substitute(text: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`the configuration has no '${from}'`);
    return result.replaceAll(from, to);
  }, text);
}

const siteHost = 'www.example.com';

interface Question {
  host: string;
  headers: Record<string, string>;
  form?: URLSearchParams;
}

function ask(port: number, path: string, { host, headers, form }: Question): Promise<Answer> {
  return new Promise((resolve) => {
    const broken = (error: Error) => resolve({ status: 0, headers: {}, body: String(error) });
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: form ? 'POST' : 'GET',
        agent: false,
        servername: host,
        rejectUnauthorized: false,
        headers: { host, ...headers },
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          body += part;
        });
        response.once('error', broken);
        response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      },
    );
    sent.once('error', broken);
    sent.end(form?.toString());
  });
}

/** Ends a proxy with SIGTERM: after SIGKILL the workers of nginx would stay. */
function endAfter(t: Cleanup, child: ChildProcess): void {
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
}

type Start = (ports: [number, number], folder: string) => Promise<Pick<Proxy, 'setDown'> & { child: ChildProcess }>;

async function openProxy(t: Cleanup, start: Start) {
  const folder = await temporaryFolder(t);
  const assetsDir = join(folder, 'site-assets');
  await mkdir(join(assetsDir, 'assets'), { recursive: true });
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const { child, setDown } = await start([httpPort, httpsPort], folder);
  endAfter(t, child);
  let written = '';
  child.stderr?.on('data', (part: Buffer) => {
    written += part.toString();
  });
  const proxy: Proxy = {
    httpPort,
    httpsPort,
    assetsDir,
    setDown,
    get: (path, { host = siteHost, headers = {} } = {}) => ask(httpsPort, path, { host, headers }),
    post: (path, fields) =>
      ask(httpsPort, path, {
        host: siteHost,
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: `https://${siteHost}` },
        form: new URLSearchParams(fields),
      }),
  };
  try {
    await until('the proxy answers', async () => (await proxy.get('/healthz')).status === 200);
  } catch (error) {
    throw new Error(`the proxy does not answer:\n${written}`, { cause: error });
  }
  return proxy;
}

function makeCertificate(folder: string): void {
  const names = 'subjectAltName=DNS:www.example.com,DNS:example.com';
  const subject = ['-subj', '/CN=www.example.com', '-addext', names, '-days', '1'];
  const files = ['-keyout', join(folder, 'site.key'), '-out', join(folder, 'site.crt')];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files], { stdio: 'ignore' });
}

/** nginx with server/operations/nginx.conf and site-proxy.conf, only ports and paths replaced. */
export function startNginx(t: Cleanup, program: string, copies: readonly [number, number]): Promise<Proxy> {
  return openProxy(t, async ([httpPort, httpsPort], folder) => {
    makeCertificate(folder);
    const site = substitute(read('nginx.conf'), {
      '10.0.0.11:3000': `127.0.0.1:${copies[0]}`,
      '10.0.0.12:3000': `127.0.0.1:${copies[1]}`,
      'listen 80;': `listen 127.0.0.1:${httpPort};`,
      'listen 443 ssl http2;': `listen 127.0.0.1:${httpsPort} ssl http2;`,
      '/etc/nginx/tls/': `${folder}/`,
      '/etc/nginx/site-proxy.conf': join(folder, 'site-proxy.conf'),
      '/srv/site-assets': join(folder, 'site-assets'),
    });
    await writeFile(join(folder, 'site.conf'), site);
    await writeFile(join(folder, 'site-proxy.conf'), read('site-proxy.conf'));
    // The settings that the nginx.conf of a distribution has around the files in conf.d.
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const main = `daemon off; pid ${folder}/nginx.pid; worker_processes 2; events { worker_connections 256; }
      ${process.getuid?.() === 0 ? 'user root;' : ''}
      http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`;
    await writeFile(join(folder, 'main.conf'), main);
    const child = spawn(program, ['-p', folder, '-c', join(folder, 'main.conf'), '-e', 'stderr']);
    return {
      child,
      async setDown(position, isDown) {
        const server = `server 127.0.0.1:${copies[position]}`;
        // The file is replaced in one step: nginx may still be reading it for the reload before this one, and with a
        // file that is cut off it would listen on no port.
        await writeFile(join(folder, 'site.conf.new'), isDown ? site.replace(server, `${server} down`) : site);
        await rename(join(folder, 'site.conf.new'), join(folder, 'site.conf'));
        // As `nginx -s reload` does.
        child.kill('SIGHUP');
      },
    };
  });
}

/**
 * Caddy with server/operations/Caddyfile, only ports and paths replaced, and certificates of an authority of its own.
 */
export function startCaddy(t: Cleanup, program: string, copies: readonly [number, number]): Promise<Proxy> {
  return openProxy(t, async ([httpPort, httpsPort], folder) => {
    const site = substitute(read('Caddyfile'), {
      '10.0.0.11:3000': `127.0.0.1:${copies[0]}`,
      '10.0.0.12:3000': `127.0.0.1:${copies[1]}`,
      '/srv/site-assets': join(folder, 'site-assets'),
    });
    const global = `{
      admin off
      local_certs
      skip_install_trust
      http_port ${httpPort}
      https_port ${httpsPort}
      default_bind 127.0.0.1
    }\n`;
    await writeFile(join(folder, 'Caddyfile'), global + site);
    const env = { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    // While it starts, Caddy deletes the empty folders of its storage, and with them one into which it is about to write
    // a certificate. Then it tries again only in a minute.
    for (const name of ['www.example.com', 'example.com']) {
      const certificates = join(folder, 'caddy/certificates/local', name);
      await mkdir(certificates, { recursive: true });
      await writeFile(join(certificates, 'not-empty'), '');
    }
    const child = spawn(program, ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], { env });
    // Caddy asks for /readyz each second; meanwhile it refuses POSTs if it knows of no other copy.
    return { child, setDown: () => wait(2500) };
  });
}
