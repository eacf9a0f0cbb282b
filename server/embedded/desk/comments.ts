import { itemOf } from '../news/article-rows.ts';
import { noteChangedComments } from '../news/articles.ts';
import { batchesOf } from '../storage/batches.ts';
import { countRows } from '../storage/count-rows.ts';
import type { CommentState, Database, Row } from '../storage/tables.ts';
import { logAction, type AuditAction, type Actor } from '../storage/audit-log.ts';

/** A comment with its article; the slug is null if the article was deleted. */
export type ListedComment = Row<'comments'> & { slug: string | null; headline: string; headline_uk: string | null };

export const commentStates = ['held', 'shown', 'hidden'] as const satisfies readonly CommentState[];

/** The actions on comments. */
export const decisions = ['approve', 'hide', 'delete'] as const;
type CommentDecision = (typeof decisions)[number];

const actionOf: Record<CommentDecision, AuditAction> = {
  approve: 'comment-approved',
  hide: 'comment-hidden',
  delete: 'comment-deleted',
};

function headlinesOf(item: string | null): Pick<ListedComment, 'headline' | 'headline_uk'> {
  if (item === null) return { headline: '', headline_uk: null };
  const { headline, headline_uk } = itemOf({ item });
  return { headline, headline_uk: headline_uk ?? null };
}

/** Returns comments in a state, or in any state, newest first, and the total number. */
export async function findComments(
  database: Database,
  { state, since }: { state?: CommentState | undefined; since?: string | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ListedComment[]; total: number }> {
  let query = database.selectFrom('comments');
  if (state) query = query.where('comments.state', '=', state);
  if (since) query = query.where('comments.date', '>=', since);
  const total = await countRows(query);
  const rows = await query
    .leftJoin('news', 'news.id', 'comments.news_id')
    .selectAll('comments')
    .select(['news.slug as slug', 'news.item as item'])
    .orderBy('comments.date', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows: rows.map(({ item, ...row }) => ({ ...row, ...headlinesOf(item) })), total };
}

/**
 * Shows, hides or deletes comments and ignores unknown ids. Returns the number of changed comments, and the slugs of
 * the articles whose pages change.
 */
export async function decideComments(
  database: Database,
  ids: readonly number[],
  { decision, who, now }: Actor & { decision: CommentDecision },
): Promise<{ count: number; changed: string[] }> {
  const changed = new Set<string>();
  let count = 0;
  for (const batch of batchesOf(ids)) {
    const rows = await database
      .selectFrom('comments')
      .leftJoin('news', 'news.id', 'comments.news_id')
      .select(['comments.id as id', 'comments.state as state', 'news.slug as slug'])
      .where('comments.id', 'in', batch)
      .execute();
    for (const { id, state, slug } of rows) {
      if (decision === 'delete') await database.deleteFrom('comments').where('id', '=', id).execute();
      else {
        const next: CommentState = decision === 'approve' ? 'shown' : 'hidden';
        // A second click changes nothing.
        if (state === next) continue;
        const change = { state: next, ...(next === 'hidden' && { hidden_at: new Date(now).toISOString() }) };
        await database.updateTable('comments').set(change).where('id', '=', id).execute();
      }
      await logAction(database, { who, action: actionOf[decision], subject: String(id), now });
      const isVisible = state === 'shown' || decision === 'approve';
      if (slug !== null && isVisible) changed.add(slug);
      count += 1;
    }
  }
  for (const slugs of batchesOf([...changed])) await noteChangedComments(database, slugs, now);
  return { count, changed: [...changed] };
}
