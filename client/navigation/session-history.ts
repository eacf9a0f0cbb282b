import type { Parameters } from '../stores/site.ts';

/** The state that the site writes into an entry of the browser's history. */
export interface EntryState {
  /** The position of the entry in this tab's history, which is needed to undo a Back that failed. */
  index: number;
  /** Scroll position in CSS pixels. */
  top: number;
  /** Entries with the same key share one instance of their page. */
  instanceKey: string;
  /** The path of the page on which the visitor clicked the link that added the entry. */
  from?: string | undefined;
}

/** The properties of `popstate` and `pageshow` events that the session history reads; older browsers lack the first. */
export type MoveEvent = Partial<Pick<PopStateEvent, 'hasUAVisualTransition'> & Pick<PageTransitionEvent, 'persisted'>>;

/** The parts of `window` that the session history needs; tests pass a fake one. */
export interface HistoryWindow {
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'> & { scrollRestoration: ScrollRestoration };
  location: Pick<Location, 'href' | 'assign' | 'reload'>;
  addEventListener(type: 'popstate' | 'pagehide' | 'pageshow', listener: (event: MoveEvent) => void): void;
  setTimeout(handler: () => void, ms: number): unknown;
  stop(): void;
}

export interface SessionHistory {
  address(): URL;
  /** The state of the current entry; empty when the browser itself has created the entry. */
  entry(): Partial<EntryState>;
  push(to: string, entry: EntryState): void;
  /** Changes the current entry, and its address when `to` is given. */
  update(entry: Partial<EntryState>, to?: string): void;
  /** Sets parameters in the address of the current entry; a parameter without values is removed. */
  setParameters(parameters: Parameters): void;
  /** Moves by entries; negative numbers go back. */
  move(delta: number): void;
  /**
   * Loads an address as a new document. Calls `onStopped` if the loading is stopped or takes over 30 s, and when the
   * browser shows this document again as it was left, for example after Back.
   */
  loadDocument(to: string, onStopped?: () => void): void;
  isLoading(): boolean;
  /** Stops the loading of a document, which would replace whatever page is shown by then. */
  stopLoading(): void;
  /**
   * Calls `listener` after the browser has moved to another entry.
   * `isAnimated` is true if the browser itself has animated the change of page, for example after a swipe.
   */
  onMove(listener: (isAnimated: boolean) => void): void;
}

/** How long a document may take until it is treated as stopped, in milliseconds. */
const maxLoadingMs = 30_000;

/** Loads documents in place of this one. */
function createDocumentLoader(source: HistoryWindow) {
  const { location } = source;
  /** Not null while a document is being loaded. */
  let onLoadingStopped: (() => void) | null = null;
  /** Whether a document may still replace this one: after 30 s too, and after a download, which no event reports. */
  let mayArrive = false;
  let timer: unknown;

  function endLoading(): void {
    onLoadingStopped?.();
    onLoadingStopped = null;
  }

  return {
    loadDocument(to: string, onStopped = () => undefined) {
      onLoadingStopped = onStopped;
      mayArrive = true;
      // Browsers do not report that the visitor has stopped it, or that its response was a download.
      const own = source.setTimeout(() => {
        if (timer === own) endLoading();
      }, maxLoadingMs);
      timer = own;
      // An address that differs only by its hash, or not at all, would only scroll.
      if (to.split('#')[0] === location.href.split('#')[0]) location.reload();
      else location.assign(to);
    },
    isLoading: () => onLoadingStopped !== null,
    stopLoading() {
      if (mayArrive) source.stop();
      mayArrive = false;
      endLoading();
    },
    /** To be called when the browser shows this document again after the one that was loaded. */
    onReturn() {
      mayArrive = false;
      endLoading();
    },
  };
}

/** The browser's history with typed entries. While a page is shown, the site restores the scroll position itself. */
export function createSessionHistory(source: HistoryWindow): SessionHistory {
  const { history, location } = source;
  const { onReturn, ...loader } = createDocumentLoader(source);
  // The browser stores any value here; only this file writes it.
  const entry = () => (history.state ?? {}) as Partial<EntryState>;
  const update = (state: Partial<EntryState>, to = location.href) =>
    history.replaceState({ ...entry(), ...state }, '', to);
  history.scrollRestoration = 'manual';
  source.addEventListener('pageshow', ({ persisted }) => {
    history.scrollRestoration = 'manual';
    if (persisted) onReturn();
  });
  source.addEventListener('pagehide', () => {
    // After a reload or in another document, the browser restores the scroll position.
    history.scrollRestoration = 'auto';
  });
  return {
    address: () => new URL(location.href),
    entry,
    push: (to, state) => history.pushState(state, '', to),
    update,
    setParameters(parameters) {
      const address = new URL(location.href);
      const { searchParams } = address;
      for (const [name, values] of Object.entries(parameters)) {
        if (searchParams.getAll(name).join() === values.join()) continue;
        searchParams.delete(name);
        for (const value of values) searchParams.append(name, value);
      }
      if (address.href !== location.href) update({}, address.href);
    },
    move: (delta) => history.go(delta),
    ...loader,
    onMove(listener) {
      source.addEventListener('popstate', ({ hasUAVisualTransition = false }) => listener(hasUAVisualTransition));
    },
  };
}
