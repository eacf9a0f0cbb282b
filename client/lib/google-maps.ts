const retries = 3; // spec.md, section 9: maps loader retries 3 times
const scriptAddress = 'https://maps.googleapis.com/maps/api/js';
const scriptMs = 15_000;
const callbackName = 'onGoogleMapsReady';

interface Options {
  key: string;
  /** A language tag. */
  language: string;
  appendScript?: (address: string) => Promise<void>;
  wait?: (ms: number) => Promise<unknown>;
}

/** Google calls back when its library is usable, which is later than the script's own `load`. */
export function appendScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = (reason: string) => {
      clearTimeout(limit);
      script.remove();
      reject(new Error(reason));
    };
    const limit = setTimeout(() => fail('the map script is silent'), scriptMs);
    Object.assign(globalThis, {
      [callbackName]: () => {
        clearTimeout(limit);
        resolve();
      },
    });
    script.addEventListener('error', () => fail('the map script could not be loaded'));
    script.async = true;
    script.src = address;
    document.head.append(script);
  });
}

const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Brings Google's library into this document; one that does not come is asked for again. */
export async function loadGoogleMaps({
  key,
  language,
  appendScript: append = appendScript,
  wait = pause,
}: Options): Promise<void> {
  const query = new URLSearchParams({ key, language, v: 'weekly', loading: 'async', callback: callbackName });
  const address = `${scriptAddress}?${query.toString()}`;
  async function tryAgain(count: number): Promise<void> {
    try {
      await append(address);
    } catch (error) {
      if (count > retries) throw error;
      await wait(count * 2 ** count); // spec.md, section 9: count × 2^count ms
      await tryAgain(count + 1);
    }
  }
  await tryAgain(1);
}
