/**
 * Adds a stylesheet once, at the end of the head. Resolves when its rules apply, also those of an earlier call or of
 * the document; rejects when it cannot be loaded.
 */
export async function loadStylesheet(href: string): Promise<void> {
  const present = document.querySelector<HTMLLinkElement>(`link[rel="stylesheet"][href="${href}"]`);
  if (present?.sheet) return;
  const link = present ?? Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error('a stylesheet could not be loaded'));
    });
    if (!present) document.head.append(link);
  });
}
