import { noConfirmation } from '#shared/confirmations.ts';
import { pickQuery } from '../routes.ts';
import type { Parameters, SiteNavigator, SiteState } from '../stores/site.ts';
import { instanceKeyOf, type Visit } from '../visit.ts';
import type { PageView } from './page-view.ts';
import type { SessionHistory } from './session-history.ts';
import type { ShownEntry } from './shown-entry.ts';

interface Tools {
  site: Pick<SiteState, 'visit'>;
  history: Pick<SessionHistory, 'address'>;
  view: Pick<PageView, 'setTitle'>;
  shownEntry: Pick<ShownEntry, 'setParameters'>;
}

interface ShownChanges extends Pick<SiteNavigator, 'setParameters' | 'removePostResult'> {
  /** Replaces the query of the current page; the instance of the page stays. */
  setSearch(search: string): void;
}

/** Changes the query or the posted form of the current page, with its title; the instance of the page stays. */
export function createShownChanges({ site, history, view, shownEntry }: Tools): ShownChanges {
  function change(changes: Partial<Pick<Visit, 'search' | 'postedForm'>>): void {
    const shown = site.visit.peek();
    const { openedSearch = shown.search } = shown;
    const visit = { ...shown, ...changes, key: instanceKeyOf(shown), openedSearch };
    if (visit.search === shown.search && visit.postedForm === shown.postedForm) return;
    site.visit.value = visit;
    view.setTitle(visit);
  }

  function setParameters(parameters: Parameters): void {
    if (!shownEntry.setParameters(parameters)) return;
    change({ search: pickQuery(site.visit.peek().route, history.address().searchParams) });
  }

  return {
    setSearch: (search) => change({ search }),
    setParameters,
    removePostResult() {
      change({ postedForm: undefined });
      setParameters(noConfirmation);
    },
  };
}
