/** How many times a script that failed is requested again. */
const maxRetries = 3;
const scriptAddress = 'https://maps.googleapis.com/maps/api/js';
/** How long one request for the script may take. */
const scriptTimeoutMs = 15_000;
const callbackName = 'onGoogleMapsReady';

interface Options {
  key: string;
  /** A language tag. */
  language: string;
  appendScript?: (address: string) => Promise<void>;
  wait?: (ms: number) => Promise<unknown>;
}

/** Google calls a global function when its library is usable, which is later than the `load` event of the script. */
function appendScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = (reason: string) => {
      clearTimeout(timeout);
      script.remove();
      reject(new Error(reason));
    };
    const timeout = setTimeout(() => fail('the map script took too long'), scriptTimeoutMs);
    Object.assign(globalThis, {
      [callbackName]: () => {
        clearTimeout(timeout);
        resolve();
      },
    });
    script.addEventListener('error', () => fail('the map script could not be loaded'));
    script.async = true;
    script.src = address;
    document.head.append(script);
  });
}

/** The delays grow: 0.5, 1 and 2 s. */
const retryDelayMs = (attempt: number) => 250 * 2 ** attempt;

const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Loads Google's library into this document, with retries; rejects when all of them have failed. */
export async function loadGoogleScript({
  key,
  language,
  appendScript: append = appendScript,
  wait = pause,
}: Options): Promise<void> {
  const query = new URLSearchParams({ key, language, v: 'weekly', loading: 'async', callback: callbackName });
  const address = `${scriptAddress}?${query.toString()}`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await append(address);
    } catch (error) {
      if (attempt > maxRetries) throw error;
      await wait(retryDelayMs(attempt));
    }
  }
}
