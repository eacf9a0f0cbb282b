/** A post as a script makes it. */
export const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** A post as a form with files makes it. */
export const form = (body: FormData) => ({ method: 'POST', body });

/** A post as a form without files makes it. */
export const urlEncoded = (body: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(body) });

/** A page as it is read, without the texts that travel beside it for the script. */
export const shown = (html: string) => html.replace(/<script type="application\/json".*?<\/script>/gs, '');
