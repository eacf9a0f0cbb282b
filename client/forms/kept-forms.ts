import { useLayoutEffect, useState } from 'react';
import { useSite } from '../lib/site-context.ts';
import type { Site } from '../stores/site.ts';

/** The newest forms of one page in a tab by a key, such as the id of an article. */
type KeptForms<Form> = (site: Site) => Map<string, Form>;

/** Creates the store of a page's forms. On the server it is empty, because every request has its own site. */
export function createKeptForms<Form>(): KeptForms<Form> {
  const stores = new WeakMap<Site, Map<string, Form>>();
  return (site) => {
    const forms = stores.get(site) ?? new Map<string, Form>();
    stores.set(site, forms);
    return forms;
  };
}

/**
 * Returns the kept form unless it is done, otherwise a new one, which is kept when it is on the page: a visitor who
 * leaves the page and returns finds what was typed, and the errors of a refusal.
 */
export function useKeptForm<Form extends { isDone(): boolean }>(
  keptForms: KeptForms<Form>,
  key: string,
  create: () => Form,
): Form {
  const forms = keptForms(useSite());
  const [form] = useState(() => {
    const kept = forms.get(key);
    return kept && !kept.isDone() ? kept : create();
  });
  useLayoutEffect(() => void forms.set(key, form), [forms, key, form]);
  return form;
}
