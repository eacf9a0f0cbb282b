import { createHmac } from 'node:crypto';

export interface Receiver {
  /** The value of NOTIFY_URL. */
  url: string;
  /** The secret is `whsec_` followed by the key in base64. */
  secret: string;
}

/** Makes one attempt to call the receiver. Rejects unless the status is from 200 to 299. */
export type SendNotification = (body: string, identity: string) => Promise<void>;

const timeoutMs = 15_000;

/** Returns the value of the header `webhook-signature` of Standard Webhooks 1.0.0. */
function signNotification(secret: string, identity: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${identity}.${seconds}.${body}`).digest('base64')}`;
}

/** Creates the function that calls the receiver, with a signature of Standard Webhooks. */
export function createSendNotification({ url, secret }: Receiver): SendNotification {
  return async (body, identity) => {
    const seconds = Math.floor(Date.now() / 1000);
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        'webhook-id': identity,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signNotification(secret, identity, seconds, body),
      },
      body,
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the receiver answered ${answer.status}`);
  };
}
