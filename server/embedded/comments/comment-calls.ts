import { json, Router, type Request } from 'express';
import { closedStatus, heldStatus } from '#shared/comment-limits.ts';
import { check } from '#shared/contracts/check.ts';
import { CommentCall, type NewComment } from '#shared/contracts/news.ts';
import type { ListPart } from '#shared/list-parts.ts';
import type { CommentMode } from '#server/config/values.ts';
import { countRows } from '../storage/count-rows.ts';
import type { CallResponse, IdempotentWrite } from '../storage/idempotent-write.ts';
import { shownNews } from '../news/article-rows.ts';
import { readList } from '../news/news-parts.ts';
import { addNotification } from '../outbox/outbox.ts';
import type { Storage } from '../storage/storage.ts';
import type { Database } from '../storage/tables.ts';
import { findSuspicion, inspectComment, type Inspection } from './suspicion.ts';

/** Selects the comments that visitors see: the shown ones on a shown article. */
const shownComments = (database: Database, newsId: string, now: number) =>
  database
    .selectFrom('comments')
    .where('news_id', '=', newsId)
    .where('state', '=', 'shown')
    .where(({ exists }) => exists(shownNews(database, now).select('id').where('id', '=', newsId)));

async function findComments(database: Database, newsId: string, part: ListPart | null, now: number) {
  const oldest = shownComments(database, newsId, now).select(['id', 'author', 'content', 'date']).orderBy('id');
  const rows = await (part ? oldest.offset(part.from).limit(part.count) : oldest).execute();
  return rows.map((row) => ({ ...row, id: String(row.id) }));
}

interface Comments {
  mode: CommentMode;
  /** Whether NOTIFY_URL receives a call for each held comment. */
  hasNotifyUrl: boolean;
}

async function addComment(
  database: Database,
  newsId: string,
  { author, content, ...inspection }: NewComment & Inspection,
  { mode, hasNotifyUrl }: Comments,
  now: number,
): Promise<CallResponse> {
  const article = await shownNews(database, now).select('id').where('id', '=', newsId).executeTakeFirst();
  if (!article) return { status: 404, body: { error: 'not found' } };
  const date = new Date(now).toISOString();
  const suspicion = await findSuspicion(database, inspection, now);
  const state = suspicion !== null || mode === 'held' ? 'held' : 'shown';
  const { id } = await database
    .insertInto('comments')
    .values({ news_id: newsId, author, content, date, state, suspicion, content_hash: inspection.contentHash })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (state === 'held' && hasNotifyUrl)
    // With the time: an earlier release gave the id of a deleted comment to a later one.
    await addNotification(database, `comment:${id}:${now}:call`, {
      type: 'comment.held',
      timestamp: date,
      data: { id, suspicion },
    });
  return { status: state === 'held' ? heldStatus : 201, body: { id: String(id), author, content, date } };
}

/** GET and POST of the comments under /api/news; server/backend/README.md describes the calls. */
export function commentCalls(
  storage: Storage,
  writeIdempotently: IdempotentWrite,
  comments: Comments,
  now: () => number = Date.now,
): Router {
  const router = Router();
  router.get('/:id/comments', async ({ params: { id }, headers }, res) => {
    res.json(
      await readList(storage, headers, res, {
        count: (database) => countRows(shownComments(database, id, now())),
        find: (database, part) => findComments(database, id, part, now()),
      }),
    );
  });
  router.post('/:id/comments', json({ limit: '32kb' }), async (req: Request<{ id: string }>, res) => {
    if (comments.mode === 'off') {
      res.status(closedStatus).json({ error: 'Comments are closed' });
      return;
    }
    const [errors, comment] = check(req.body, CommentCall);
    if (errors) {
      res.status(400).json({ error: 'Author and content are required' });
      return;
    }
    const { author, content } = comment;
    const inspected = { author, content, ...inspectComment(comment) };
    const { status, body } = await writeIdempotently(req, [author, content], (database) =>
      addComment(database, req.params.id, inspected, comments, now()),
    );
    res.status(status).json(body);
  });
  return router;
}
