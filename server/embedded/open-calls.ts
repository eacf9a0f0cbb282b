import type { Express } from 'express';
import { readTexts } from '#server/texts.ts';
import { createCalls } from './calls-server.ts';
import { openReportedStorage, type Reports } from './open-storage.ts';
import { createAnnounceMessage } from './outbox/announce-message.ts';
import { startDelivery } from './outbox/delivery.ts';
import type { OutboxCounts } from './outbox/outbox.ts';
import { createSendCall } from './outbox/send-call.ts';
import { createSendLetter } from './outbox/send-letter.ts';
import { startRetention } from './retention.ts';
import type { BackendSettings } from './settings.ts';
import type { Storage } from './storage/storage.ts';

interface OpenCalls {
  /** Answers the calls of server/backend/README.md. */
  calls: Express;
  storage: Storage;
  /** When nobody asks any more: ends what is being sent, and closes the database. */
  close(): Promise<void>;
}

type AllReports = Reports & { onOutbox: (counts: OutboxCounts) => void };

/** Everything of the backend but its port. Throws a ConfigError where the database cannot be used. */
export async function openCalls(settings: BackendSettings, reports: AllReports): Promise<OpenCalls> {
  const { localesDir, letters, mail, receiver } = settings;
  const { writeLog } = reports;
  const texts = await readTexts(localesDir);
  const storage = await openReportedStorage(settings, reports);
  const delivery = startDelivery({
    storage,
    sendLetter: mail && createSendLetter(mail),
    sendCall: receiver && createSendCall(receiver),
    writeLog,
    onCounts: reports.onOutbox,
  });
  const retention = startRetention({ storage, writeLog });
  const calls = createCalls({
    storage,
    settings,
    texts,
    writeLog,
    announceMessage: createAnnounceMessage(texts, letters),
    onAnnounced: () => delivery.wake(),
  });
  return {
    calls,
    storage,
    async close() {
      await delivery.close();
      await retention.close();
      await storage.close();
    },
  };
}
