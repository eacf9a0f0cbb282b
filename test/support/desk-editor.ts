import { randomUUID } from 'node:crypto';
import { findBySlug } from '#server/embedded/news/article-rows.ts';
import type { ServedDesk } from './desk.ts';

/** The form of an article with every field, as a browser sends it. */
export const articleForm = {
  'en.headline': 'A new harbour',
  'en.description': 'What it needs.',
  'en.content': 'It *needs* cranes.\r\n\r\n- one\r\n- two',
  'ua.headline': 'Новий порт',
  'ua.description': 'Що йому потрібно.',
  'ua.content': 'Йому *потрібні* крани.',
  category: 'Harbours',
  slug: 'a-new-harbour',
  base: '0',
};
/** The path under which visitors see the article. */
export const articlePath = '/news/a-new-harbour';

/** The value of a field of a form. */
export const valueOf = (html: string, name: string) =>
  new RegExp(`name="${name}"[^>]*? value="([^"]*)"`).exec(html)?.[1] ?? '';

/** Signs in, and sends forms of articles. */
export async function openEditor(desk: ServedDesk) {
  const headers = await desk.signIn();
  const send = (address: string, fields: Record<string, string>, file?: Buffer) =>
    desk.postForm(address, fields, { headers, ...(file && { file }) });
  const get = (address: string) => desk.get(address, { headers });
  const create = async (fields: Record<string, string>, file?: Buffer) => {
    const answer = await send('/desk/news/new', { ...articleForm, id: randomUUID(), ...fields }, file);
    return { answer, address: (answer.headers.get('location') ?? '').split('?')[0] ?? '' };
  };
  const find = (slug = 'a-new-harbour') => desk.storage.read((database) => findBySlug(database, slug));
  return { headers, send, get, create, find };
}
