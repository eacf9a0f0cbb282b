import type { Response } from 'express';
import type { Part } from '#shared/contracts/news.ts';
import { parseCategory, parsePageNumber } from '#shared/list-parts.ts';
import type { Handler } from '#server/http/endpoint-table.ts';
import type { RequestGate } from '#server/http/request-gate.ts';
import { siteRequestOf } from '#server/http/request-context.ts';
import type { SendMissing } from '#server/http/text-response.ts';
import type { NewsRepository } from './news-repository.ts';

export interface NewsApiOptions {
  newsRepository: Pick<NewsRepository, 'api'>;
  gate: Pick<RequestGate, 'limitGuesses'>;
  sendMissing: SendMissing;
}

/** Sends a part of a list, with the length of the whole list in a header. */
function sendPart(res: Response, { items, total }: Part<unknown>): void {
  res.set('X-Total-Count', String(total)).json(items);
}

/** GET /api/news, /featured, /categories, /:slug and /:id/comments, with the same fallbacks as the pages. */
export function createNewsApi({
  newsRepository,
  gate,
  sendMissing,
}: NewsApiOptions): Record<'list' | 'featured' | 'categories' | 'item' | 'comments', Handler> {
  return {
    list: async (req, res) => {
      const { searchParams } = siteRequestOf(res).address;
      const category = parseCategory(searchParams);
      if (await gate.limitGuesses(req, res, category === null ? null : { kind: 'category', name: category })) return;
      const page = parsePageNumber(searchParams.get('page')) ?? 1;
      sendPart(res, await newsRepository.api().news({ category: category ?? undefined, page }));
    },
    featured: async (_req, res) => {
      res.json(await newsRepository.api().featuredNews());
    },
    categories: async (_req, res) => {
      res.json(await newsRepository.api().newsCategories());
    },
    item: async (req, res) => {
      const slug = String(req.params['slug']);
      if (await gate.limitGuesses(req, res, { kind: 'slug', name: slug })) return;
      const api = newsRepository.api();
      const item = await api.newsItem(slug);
      if (item) res.json(item);
      else sendMissing(res, api.missingStatus);
    },
    comments: async (req, res) => {
      const id = String(req.params['id']);
      if (await gate.limitGuesses(req, res, { kind: 'id', name: id })) return;
      const page = parsePageNumber(siteRequestOf(res).address.searchParams.get('page')) ?? undefined;
      sendPart(res, await newsRepository.api().comments(id, page));
    },
  };
}
