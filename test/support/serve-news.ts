import { createServer } from 'node:http';
import type { TestContext } from 'node:test';
import express from 'express';
import { commentCalls } from '#server/embedded/comments/comment-calls.ts';
import { createIdempotentWrite } from '#server/embedded/storage/idempotent-write.ts';
import { newsCalls, newsChangeCalls } from '#server/embedded/news/news-calls.ts';
import { openStorage } from '#server/embedded/storage/storage.ts';
import type { NewPlace } from './databases.ts';
import { listen } from './listen.ts';

/** Serves the calls of the news and their comments with a clock that the test sets. */
export async function serveNews(t: TestContext, newPlace: NewPlace, start: number) {
  const storage = await openStorage(await newPlace(t));
  const clock = { now: start };
  const app = express();
  const comments = { mode: 'open' as const, hasNotifyUrl: false };
  app.use(
    '/api/news-changes',
    newsChangeCalls(storage, () => clock.now),
  );
  app.use(
    '/api/news',
    newsCalls(storage, () => clock.now),
    commentCalls(storage, createIdempotentWrite(storage), comments, () => clock.now),
  );
  const origin = await listen(t, createServer(app));
  t.after(() => storage.close());
  const get = async (path: string) => {
    const answer = await fetch(origin + path);
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  return { storage, clock, get, origin };
}
