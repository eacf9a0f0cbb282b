import { signal, type ReadonlySignal } from '@preact/signals-react';

/** A key and its area, shown in the current language while that area is loaded; or a finished text of the backend. */
export type ToastText = string | { area: string; key: string; text: string };

export interface Toast {
  id: number;
  /** The source of the toast, such as a form: each source has at most one toast. */
  from: string;
  tone: 'ok' | 'bad';
  title?: ToastText;
  text: ToastText;
}

export interface Toasts {
  list: ReadonlySignal<Toast[]>;
  show(toast: Omit<Toast, 'id'>): void;
  dismiss(id: number): void;
  /** Removes the errors of one source, or of all sources. */
  dismissErrors(from?: string): void;
  /** Stops all timers until `resume`, because the visitor is reading a toast. */
  pause(): void;
  resume(): void;
}

/** A success disappears after this time; an error stays until it is closed or corrected, or until its page is left. */
const defaultShownMs = 8000;

/** Creates the list of toasts. `shownMs`: how long a success is shown. */
export function createToasts(shownMs = defaultShownMs): Toasts {
  const list = signal<Toast[]>([]);
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  let lastId = 0;
  let paused = false;

  function stopTimer(id: number) {
    clearTimeout(timers.get(id));
    timers.delete(id);
  }

  function startTimer({ id, tone }: Toast) {
    if (tone === 'ok' && !paused) timers.set(id, setTimeout(dismiss, shownMs, id));
  }

  function remove(isRemoved: (toast: Toast) => boolean) {
    const removed = list.peek().filter(isRemoved);
    if (removed.length === 0) return;
    for (const { id } of removed) stopTimer(id);
    list.value = list.peek().filter((toast) => !removed.includes(toast));
  }

  function dismiss(id: number) {
    remove((toast) => toast.id === id);
  }

  function show(toast: Omit<Toast, 'id'>) {
    lastId += 1;
    const shown = { ...toast, id: lastId };
    remove(({ from }) => from === toast.from);
    list.value = [...list.peek(), shown];
    startTimer(shown);
  }

  return {
    list,
    show,
    dismiss,
    dismissErrors: (from) => remove((toast) => toast.tone === 'bad' && (from === undefined || toast.from === from)),
    pause() {
      paused = true;
      for (const { id } of list.peek()) stopTimer(id);
    },
    resume() {
      if (!paused) return;
      paused = false;
      for (const toast of list.peek()) startTimer(toast);
    },
  };
}
