import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { QueueError } from '#server/backend/bulkhead.ts';
import type { BackendClient, BackendStream } from '#server/backend/client.ts';
import { backendFailure } from '#server/backend/failures.ts';
import type { Config } from '#server/config/config.ts';
import { clientKeyOf } from '#server/http/client-key.ts';
import type { Handler } from '#server/http/endpoint-table.ts';
import type { RequestGate } from '#server/http/request-gate.ts';
import { isLeftByClient, sendStream } from '#server/http/send-stream.ts';
import { createClientLimit } from '#server/lib/client-limit.ts';
import type { Log } from '#server/lib/log.ts';
import type { SendMissing } from '#server/http/text-response.ts';
import { backendPath } from './media-path.ts';
import type { NewsRepository } from './news-repository.ts';

const imageTypes = /^image\/(avif|webp|png|jpeg|gif|svg\+xml)(;|$)/;
/** A picture that is opened as a document must not run scripts. */
const sandboxed = { 'Content-Security-Policy': "default-src 'none'; sandbox" };
const forDay = 'public, max-age=86400';
/** A hosted backend may have another picture at the same path, which is shown again when the backend works. */
const builtInHeaders = (isEmbedded: boolean) => ({
  'Cache-Control': isEmbedded ? forDay : 'public, max-age=60',
  ...sandboxed,
});
/** The pictures of the built-in news. */
const builtInPath = /^\/media\/news\/([\w-]+\.svg)$/;
/** The pictures that the desk of the embedded backend has stored. */
const uploadedPath = /^\/media\/pictures\/[\da-f]{32}-\w+\.webp$/;

const validators = ['etag', 'last-modified'] as const;
const conditions = ['if-none-match', 'if-modified-since'] as const;
const conditionsOf = ({ headers }: Request) =>
  Object.fromEntries(conditions.flatMap((name) => (headers[name] ? [[name, headers[name]] as const] : [])));

/** The slug of the article on whose page a picture is shown, from the Referer header. */
function shownOn({ headers: { referer = '' } }: Request): string | undefined {
  const path = URL.parse(referer)?.pathname ?? '';
  return /^\/news\/([\w-]+)$/.exec(path)?.[1];
}

interface Options {
  config: Pick<Config, 'backendUrl'>;
  backendClient: Pick<BackendClient, 'file'>;
  gate: Pick<RequestGate, 'limitGuesses'>;
  newsRepository: Pick<NewsRepository, 'findPictureStatus'>;
  log: Log;
  sendMissing: SendMissing;
  /** The folder with the pictures of the built-in news. */
  picturesDir: string;
}

const maxBytes = 5 * 1024 * 1024;
const maxSentBefore = 5000;
/**
 * A picture holds one of the 16 connections to the backend until its client has read it, which may take 20 s. Browsers
 * that ask for all pictures of a page at once wait for their turn.
 */
const picturesOfClient = { maxRunning: 4, maxWaiting: 60 };

/**
 * Streams the pictures of the backend through this site, so that browsers connect to no other host.
 * - A hosted backend may have files that are not public, so only pictures that the news contain are requested from it.
 * - The embedded backend, where it runs in this process, itself refuses the pictures of drafts, so any uploaded picture
 *   is requested from it, up to the limit of guesses: after a restart this process does not know the pictures in the
 *   texts of old articles, and robots do not name the article in a Referer header.
 * - While the backend fails, the pictures of the built-in news come from `picturesDir`.
 */
export function createPictures(options: Options): Handler {
  const { config, backendClient, gate, newsRepository, log, picturesDir, sendMissing } = options;
  /** Pictures that were sent before: a robot that fetches all of them again makes no guesses. */
  const sentBefore = new LRUCache<string, true>({ max: maxSentBefore });
  const withinClientLimit = createClientLimit({
    ...picturesOfClient,
    createError: () => new QueueError('one client waits for too many pictures'),
  });
  const isEmbedded = config.backendUrl === null;

  function sendBuiltIn(res: Response, path: string, missingStatus: 404 | 502 | 503 | 504): void {
    const [, name] = builtInPath.exec(path) ?? [];
    if (!name) return sendMissing(res, missingStatus);
    // A range of the file would be compressed separately, so ranges are off.
    res.sendFile(name, { root: picturesDir, headers: builtInHeaders(isEmbedded), acceptRanges: false }, (error) => {
      if (error && !res.headersSent) sendMissing(res, missingStatus);
    });
  }

  async function send(res: Response, path: string, { status, headers, body }: BackendStream): Promise<void> {
    const type = String(headers['content-type'] ?? '');
    const tooLarge = Number(headers['content-length'] ?? 0) > maxBytes;
    const usable = (status === 200 && imageTypes.test(type) && !tooLarge) || status === 304;
    if (!usable) {
      body.destroy();
      return sendBuiltIn(res, path, status >= 500 || tooLarge ? 502 : 404);
    }
    res.status(status).set({ 'Cache-Control': forDay, ...sandboxed });
    for (const name of validators) if (typeof headers[name] === 'string') res.set(name, headers[name]);
    if (status === 304) {
      // A 304 has the headers of the complete response (RFC 9110, section 15.4.5). Only SVG files are compressed, but a
      // 304 of the backend does not say which type the file has.
      res.vary('Accept-Encoding');
      body.resume();
      res.end();
      return;
    }
    res.type(type);
    await sendStream(res, body, maxBytes);
  }

  return async (req, res) => {
    // The row of the table matches without regard to case, but the paths in the news have it in lower case.
    const address = req.originalUrl.replace(/^\/media/i, '/media');
    const path = backendPath(address);
    if (path === null) return sendMissing(res, 404);
    try {
      const status = await newsRepository.findPictureStatus(address, shownOn(req));
      if (status !== 200 && !(isEmbedded && uploadedPath.test(path))) return sendBuiltIn(res, path, status);
      const isGuess = status !== 200 && !sentBefore.has(path);
      if (isGuess && (await gate.limitGuesses(req, res, { kind: 'picture', name: path }))) return;
      await withinClientLimit(clientKeyOf(req), async () => {
        // The client may have closed its connection while the request waited.
        if (res.destroyed) return;
        const file = await backendClient.file(path, conditionsOf(req));
        if (file.status === 200 || file.status === 304) sentBefore.set(path, true);
        // A body that is not read to its end would occupy a connection to the backend until the site is restarted.
        await send(res, path, file).finally(() => file.body.destroy());
      });
    } catch (error) {
      if (res.headersSent || res.destroyed) {
        // Visitors who leave are not logged.
        if (!isLeftByClient(error)) log.warn({ reason: String(error), path }, 'a picture was not sent to its end');
        res.destroy();
        return;
      }
      log.warn({ reason: String(error) }, 'a picture could not be fetched from the backend');
      sendBuiltIn(res, path, backendFailure(error).status);
    }
  };
}
