import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { brotliCompressSync, constants } from 'node:zlib';
import { renderToPipeableStream } from 'react-dom/server';
import type { Api } from '#shared/api.ts';
import { App } from '#client/app.tsx';
import { openVisit } from '#client/open-visit.ts';
import { textAreas } from '#client/page-texts.ts';
import { createServerSite } from '#client/stores/server-site.ts';
import { pageTexts, readTexts } from '#server/lib/texts.ts';

/**
 * node:http and bare React: the same tree, opened once, is rendered for every request, put between the ready `head` and
 * `tail` of the site's own document, and compressed in one pass.
 */
interface BarePage {
  path: string;
  head: string;
  tail: string;
  /** The pictures that are printed into the document: their `data:` addresses by their addresses. */
  pictures: Record<string, string>;
}

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const texts = await readTexts(join(import.meta.dirname, '../../dist/locales'));

async function serveBare({ path, head, tail, pictures }: BarePage): Promise<void> {
  const address = new URL(path, 'http://site');
  const api = {} as Api;
  const visit = await openVisit(address, 'en', {
    api,
    texts: (language, name) => Promise.resolve(pageTexts(texts, language, name, textAreas(name))),
  });
  const server = createServer((_request, response) => {
    const chunks: Buffer[] = [Buffer.from(head)];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        const body = brotliCompressSync(Buffer.concat([...chunks, Buffer.from(tail)]), quick);
        response.writeHead(200, {
          'content-type': 'text/html',
          'content-encoding': 'br',
          'content-length': body.length,
        });
        response.end(body);
        done();
      },
    });
    const site = createServerSite(visit, api, { pictureSrc: (address) => pictures[address] ?? address });
    const { pipe } = renderToPipeableStream(<App site={site} />, {
      progressiveChunkSize: Infinity,
      onAllReady: () => pipe(sink),
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
process.once('message', (page: BarePage) => void serveBare(page));
