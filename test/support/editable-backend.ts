import type { TestContext } from 'node:test';
import type { Change, ChangeChannel } from '#server/news/changes.ts';
import { answerAsUsual, articles, fakeBackend, sendJson } from './fake-backend.ts';
import { publicPages } from './public-pages.ts';

/** The slug of the article that can be edited. */
export const slug = 'smart-protective-equipment';
/** The path of another article, whose page has a link to the first one. */
export const otherPath = `/news/${articles[1]?.slug}`;

/** Pages show the articles that link to them. */
const links = publicPages.map((path) => `<p><a href="${path}">A page</a></p>`).join('');

/** A backend whose article can be edited and removed. */
export async function editableBackend(t: TestContext) {
  const backend = await fakeBackend(t);
  const state = { headline: 'The first headline', removed: false };
  const item = () => ({
    ...articles[0],
    headline: state.headline,
    image: '/uploads/lead.svg',
    content: `<p>Two pictures: <img src="/uploads/inside.svg" alt=""><img src="/uploads/shared.svg" alt=""></p>${links}`,
  });
  const others = articles.slice(1).map((other) => ({ ...other, image: '/uploads/shared.svg' }));
  backend.respondWith((request, response, body) => {
    const list = state.removed ? others : [item(), ...others];
    if (request.url === `/api/news/${slug}`)
      sendJson(response, state.removed ? 404 : 200, state.removed ? { error: 'not found' } : item());
    else if (/^\/api\/news(\/featured|\?category=\w+)?$/.test(request.url ?? '')) sendJson(response, 200, list);
    else answerAsUsual(request, response, body);
  });
  return { backend, state };
}

/** Copies of the site in one process, which announce changes to each other like through Redis. */
export function createChannels(count: number): ChangeChannel[] {
  const listeners = new Map<number, (change: Change) => void>();
  return Array.from({ length: count }, (_, own) => ({
    publish: (change) => listeners.forEach((listener, other) => other !== own && listener(change)),
    subscribe: (listener) => void listeners.set(own, listener),
  }));
}
