import { signal, type ReadonlySignal } from '@preact/signals-react';

/** Words that follow the language while their area is at hand, or the backend's own, which do not. */
export type ToastText = string | { area: string; key: string; text: string };

export interface Toast {
  id: number;
  /** Who says it, such as one form: what is said next takes the place of what was said before. */
  from: string;
  tone: 'ok' | 'bad';
  title?: ToastText;
  text: ToastText;
}

export interface Toasts {
  list: ReadonlySignal<Toast[]>;
  show(toast: Omit<Toast, 'id'>): void;
  dismiss(id: number): void;
  /** Takes errors back that are true no more: those of one sender, or all. */
  forgive(from?: string): void;
}

/** Good news leaves by itself; an error stays until it is read and closed, mended, or left behind with its page. */
const shownMs = 8000;

export function createToasts(): Toasts {
  const list = signal<Toast[]>([]);
  let lastId = 0;

  function keep(isKept: (toast: Toast) => boolean) {
    const kept = list.peek().filter(isKept);
    if (kept.length < list.peek().length) list.value = kept;
  }

  const dismiss = (id: number) => keep((toast) => toast.id !== id);

  function show(toast: Omit<Toast, 'id'>) {
    lastId += 1;
    const id = lastId;
    list.value = [...list.peek().filter(({ from }) => from !== toast.from), { ...toast, id }];
    if (toast.tone === 'ok') setTimeout(dismiss, shownMs, id);
  }

  return {
    list,
    show,
    dismiss,
    forgive: (from) => keep((toast) => toast.tone === 'ok' || (from !== undefined && toast.from !== from)),
  };
}
