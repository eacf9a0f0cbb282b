import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Cleanup } from './process.ts';

/** The reaction of the server to one attempt. */
export type MailBehaviour =
  | 'take'
  /** Confirms the e-mail after 300 ms. */
  | 'take-slowly'
  /** Refuses the recipient for now. */
  | 'defer'
  /** Refuses the recipient, because it does not exist. */
  | 'unknown'
  /** Refuses the recipient because of a rule of the server, for example while it does not trust the sender. */
  | 'forbid'
  /** Refuses the e-mail after it was sent. */
  | 'refuse'
  /** Closes the connection when it opens, in the middle of the e-mail, or when it should confirm the e-mail. */
  | 'drop-at-once'
  | 'drop-in-data'
  | 'drop-after-data'
  /** Sends nothing. */
  | 'stall';

interface ReceivedEmail {
  to: string;
  /** With all its headers. */
  source: string;
  messageId: string;
}

export interface MailServer {
  url: string;
  /** The e-mails that the server has confirmed. */
  taken: ReceivedEmail[];
  /** The e-mails that it has got and not confirmed: an SMTP client cannot know whether they are stored. */
  unconfirmed: ReceivedEmail[];
  attempts(): number;
  close(): Promise<void>;
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

/** A real SMTP server; `behave` returns its reaction to each connection. */
export async function startMailServer(t: Cleanup, behave: () => MailBehaviour = () => 'take'): Promise<MailServer> {
  const taken: ReceivedEmail[] = [];
  const unconfirmed: ReceivedEmail[] = [];
  const behaviours = new Map<string, MailBehaviour>();
  let attempts = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onConnect(session, done) {
      attempts += 1;
      const behaviour = behave();
      behaviours.set(session.id, behaviour);
      if (behaviour === 'drop-at-once') done(refusal(421, 'come back later'));
      else if (behaviour !== 'stall') done();
    },
    onRcptTo(_address, session, done) {
      const behaviour = behaviours.get(session.id);
      if (behaviour === 'defer') done(refusal(451, 'try again later'));
      else if (behaviour === 'unknown') done(refusal(550, 'no such user'));
      else if (behaviour === 'forbid') done(refusal(550, '5.7.1 relaying denied'));
      else done();
    },
    onData(stream, session, done) {
      const behaviour = behaviours.get(session.id);
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => {
        parts.push(part);
        if (behaviour === 'drop-in-data') closeConnection(session.id);
      });
      stream.on('end', () => {
        const source = Buffer.concat(parts).toString();
        const email = {
          source,
          to: session.envelope.rcptTo.map(({ address }) => address).join(),
          messageId: /^Message-ID: (.*?)\r$/im.exec(source)?.[1] ?? '',
        };
        if (behaviour === 'drop-after-data') {
          unconfirmed.push(email);
          closeConnection(session.id);
        } else if (behaviour === 'take-slowly') {
          taken.push(email);
          setTimeout(done, 300);
        } else if (behaviour === 'refuse') done(refusal(554, 'not today'));
        else {
          taken.push(email);
          done();
        }
      });
    },
  });
  server.on('error', () => undefined);
  function closeConnection(id: string): void {
    for (const { session, _socket } of server.connections) if (session.id === id) _socket.destroy();
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  t.after(close);
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, taken, unconfirmed, attempts: () => attempts, close };
}
