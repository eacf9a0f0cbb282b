/** The stylesheets that were added, by their addresses. */
const added = new Map<string, Promise<unknown>>();

/**
 * Adds a link to the head, at its end or in place of another one. Resolves when its file is loaded, and rejects when
 * that fails.
 */
export function addLink(
  properties: { rel: string; href: string; as?: string },
  replaced?: HTMLLinkElement | null,
): Promise<unknown> {
  const link = Object.assign(document.createElement('link'), properties);
  if (replaced) replaced.replaceWith(link);
  else document.head.append(link);
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
  });
}

/**
 * Adds a stylesheet once, at the end of the head. Resolves when its rules apply, also those of an earlier call or of
 * the document; rejects when it cannot be loaded.
 */
export async function loadStylesheet(href: string): Promise<void> {
  const present = document.querySelector<HTMLLinkElement>(`[rel=stylesheet][href="${href}"]`);
  if (present?.sheet) return;
  if (!added.has(href)) {
    // A link that has failed to load fires no more events, so it is replaced. The order of the stylesheets is the same.
    added.set(href, addLink({ rel: 'stylesheet', href }, present));
  }
  try {
    await added.get(href);
  } catch {
    added.delete(href);
    throw new Error('stylesheet not loaded');
  }
}
