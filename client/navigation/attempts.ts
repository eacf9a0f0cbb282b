/** One attempt to open an address or to switch the language. */
export interface Attempt {
  /** Aborted as soon as a newer attempt begins. */
  signal: AbortSignal;
  isCurrent(): boolean;
  /** Ends this attempt, which must be the current one. */
  finish(): void;
}

interface Attempts {
  /** Begins an attempt and aborts the previous one. */
  begin(): Attempt;
  /** Aborts the current attempt, if there is one. */
  cancel(): void;
  isActive(): boolean;
}

/** Calls `onStart` for each attempt, and the function that it returns when the attempt has ended for any reason. */
export function createAttempts(onStart: () => () => void): Attempts {
  let end: (() => void) | null = null;
  let current: AbortController | null = null;

  function stop() {
    current = null;
    end?.();
    end = null;
  }

  function cancel() {
    current?.abort();
    stop();
  }

  function begin(): Attempt {
    cancel();
    const controller = new AbortController();
    current = controller;
    end = onStart();
    return {
      signal: controller.signal,
      isCurrent: () => current === controller,
      finish: stop,
    };
  }

  return { begin, cancel, isActive: () => current !== null };
}
