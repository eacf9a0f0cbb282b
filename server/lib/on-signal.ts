/**
 * One Ctrl-C in a terminal reaches the process twice within a few milliseconds if npm has started it: the terminal
 * signals the whole process group, and npm passes the signal on. Two intended signals are further apart.
 */
const repeatMs = 300;

/** Calls the listener for each signal, without the repetitions of a signal that was sent once. */
export function onSignal(signal: 'SIGINT' | 'SIGTERM', listener: () => void): void {
  let heardAt = -Infinity;
  process.on(signal, () => {
    const now = performance.now();
    if (now - heardAt < repeatMs) return;
    heardAt = now;
    listener();
  });
}
