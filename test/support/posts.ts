import { base64, goodMessage, pdf } from './contact.ts';

/** A post as a script makes it. */
export const json = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** A post as a form with files makes it. */
export const form = (body: FormData) => ({ method: 'POST', body });

/** A post as a form without files makes it. */
export const urlEncoded = (body: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(body) });

/** A page as it is read, without the texts that travel beside it for the script. */
export const shown = (html: string) => html.replace(/<script type="application\/json".*?<\/script>/gs, '');

/** One post of each kind, as browsers send them, with content that no other mark has. */
export function postsOfEachKind(mark: string) {
  // One address may only get a few e-mails within an hour.
  const activation = { machine_id: mark, email: `${mark.replaceAll(' ', '-')}@example.org` };
  return {
    comment: { path: '/api/news/1/comments', body: { author: 'Olha', content: mark } },
    message: {
      path: '/api/contact',
      body: {
        ...goodMessage(),
        message: `A message of ${mark}`,
        topic: 'career',
        attachment: { name: 'cv.pdf', type: 'application/pdf', data: base64(pdf(200_000)) },
      },
    },
    trial: { path: '/api/trial/start', body: activation },
    invoice: { path: '/api/monopay/invoice/create', body: { ...activation, plan: 'monthly', language: 'en' } },
  };
}
