import { signal, type ReadonlySignal } from '@preact/signals-react';

export interface Toast {
  id: number;
  tone: 'ok' | 'bad';
  title?: string;
  text: string;
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
