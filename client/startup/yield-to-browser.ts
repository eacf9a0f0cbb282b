/** The part of `window` that TypeScript's library does not declare yet: scheduler.yield of the Prioritized Task API. */
interface SchedulerWindow {
  scheduler?: { yield?(): Promise<void> };
}

/** Resolves after the browser has painted and has handled pending input events. */
export function yieldToBrowser(): Promise<void> {
  const { scheduler }: SchedulerWindow = globalThis;
  return (
    scheduler?.yield?.() ??
    new Promise((resolve) => {
      setTimeout(resolve);
    })
  );
}
