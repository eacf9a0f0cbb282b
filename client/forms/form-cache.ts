import { useLayoutEffect, useState } from 'react';
import { useSite } from '../lib/site-context.ts';
import type { Site } from '../stores/site.ts';

/** Returns the newest forms of one page by a key, such as the id of an article. A tab has one site. */
type FormCache<Form> = (site: Site) => Map<string, Form>;

/** Creates the function that returns the cached forms of a tab. On the server every request has a site of its own. */
export function createFormCache<Form>(): FormCache<Form> {
  const formsOfSites = new WeakMap<Site, Map<string, Form>>();
  return (site) => {
    const forms = formsOfSites.get(site) ?? new Map<string, Form>();
    formsOfSites.set(site, forms);
    return forms;
  };
}

/**
 * Returns the cached form, or a new one if there is none or if it can be replaced. The form is cached when it is on the
 * page: a visitor who leaves the page and returns finds the typed values, and the errors of a refused attempt.
 */
export function useCachedForm<Form extends { canBeReplaced(): boolean }>(
  cache: FormCache<Form>,
  key: string,
  create: () => Form,
): Form {
  const forms = cache(useSite());
  const [form] = useState(() => {
    const cached = forms.get(key);
    return cached && !cached.canBeReplaced() ? cached : create();
  });
  useLayoutEffect(() => {
    forms.set(key, form);
    return () => {
      if (form.canBeReplaced()) forms.delete(key);
    };
  }, [forms, key, form]);
  return form;
}
