/** The part of `window` that TypeScript's library does not declare yet: scheduler.yield of the Prioritized Task API. */
interface SchedulerWindow {
  scheduler?: { yield?(): Promise<void> };
}

/** Resolves once the browser has painted, and has handled what the visitor did meanwhile. */
export function yieldToBrowser(): Promise<void> {
  const { scheduler }: SchedulerWindow = globalThis;
  return (
    scheduler?.yield?.() ??
    new Promise((resolve) => {
      setTimeout(resolve);
    })
  );
}
