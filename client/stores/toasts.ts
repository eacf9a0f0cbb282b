import { signal, type ReadonlySignal } from '@preact/signals-react';

/** Words that follow the language while their area is at hand, or the backend's own, which do not. */
export type ToastText = string | { area: string; key: string; text: string };

export interface Toast {
  id: number;
  tone: 'ok' | 'bad';
  title?: ToastText;
  text: ToastText;
}

export interface Toasts {
  list: ReadonlySignal<Toast[]>;
  show(toast: Omit<Toast, 'id'>): void;
  dismiss(id: number): void;
}

/** Good news leaves by itself; an error stays until it is read and closed. */
const shownMs = 8000;

export function createToasts(): Toasts {
  const list = signal<Toast[]>([]);
  let lastId = 0;

  function dismiss(id: number) {
    list.value = list.peek().filter((toast) => toast.id !== id);
  }

  function show(toast: Omit<Toast, 'id'>) {
    lastId += 1;
    const id = lastId;
    list.value = [...list.peek().slice(-2), { ...toast, id }];
    if (toast.tone === 'ok') setTimeout(() => dismiss(id), shownMs);
  }

  return { list, show, dismiss };
}
