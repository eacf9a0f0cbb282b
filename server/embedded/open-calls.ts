import type { Express } from 'express';
import type { BackendDetail } from '#server/operations/backend-metrics.ts';
import { readTexts } from '#server/texts.ts';
import { createCalls } from './calls-server.ts';
import { openLicenceKeys } from './licences/licence-keys.ts';
import { openReportedStorage } from './open-storage.ts';
import { createAnnounceMessage } from './outbox/announce-message.ts';
import { startDelivery } from './outbox/delivery.ts';
import { createSendCall } from './outbox/send-call.ts';
import { createSendLetter } from './outbox/send-letter.ts';
import { createMonobank } from './payments/monobank.ts';
import { createSendRefund } from './payments/refund.ts';
import { createSettle } from './payments/settle.ts';
import { createReportVerifier } from './payments/signature.ts';
import { watchOrders } from './payments/watch.ts';
import { startRetention } from './retention.ts';
import type { BackendSettings } from './settings.ts';
import type { Storage } from './storage/storage.ts';
import type { WriteLog } from './worker-messages.ts';

interface OpenCalls {
  /** The application that serves the calls of server/backend/README.md. */
  calls: Express;
  storage: Storage;
  /** Stops the delivery and closes the database. The caller must have stopped the HTTP server first. */
  close(): Promise<void>;
}

interface Reports {
  writeLog: WriteLog;
  /** Called with each changed part of the backend's state. */
  onDetail: (change: Partial<BackendDetail>) => void;
}

/**
 * With PostgreSQL, DATA_DIR is needed only for a generated key. If LICENCE_KEY is not set and the folder is not
 * writable, the backend starts without licences.
 */
async function openKeys({ licenceKeys, databaseUrl }: BackendSettings, storage: Storage, writeLog: WriteLog) {
  try {
    return openLicenceKeys(licenceKeys);
  } catch (error) {
    if (databaseUrl === null || licenceKeys.configured !== null) {
      await storage.close();
      throw error;
    }
    writeLog('warn', { reason: (error as Error).message }, 'trials and payments get no licence');
    return null;
  }
}

/** Opens everything of the backend except its port. Throws a ConfigError if the database cannot be used. */
export async function openCalls(settings: BackendSettings, reports: Reports): Promise<OpenCalls> {
  const { localesDir, language, recipients, mail, receiver, payments } = settings;
  const { writeLog, onDetail } = reports;
  const letters = { texts: await readTexts(localesDir), language, isSent: mail !== null };
  const isCalled = receiver !== null;
  const storage = await openReportedStorage(settings, { writeLog, onState: (state) => onDetail({ storage: state }) });
  const keys = await openKeys(settings, storage, writeLog);
  const settle = createSettle({ letters, isCalled, keys });
  const monobank = payments.monobank && createMonobank(payments.monobank);
  const delivery = startDelivery({
    storage,
    sendLetter: mail && createSendLetter(mail),
    sendCall: receiver && createSendCall(receiver),
    sendRefund: createSendRefund({ storage, monobank, settle }),
    writeLog,
    onCounts: (outbox) => onDetail({ outbox }),
  });
  const onAnnounced = () => delivery.wake();
  const watch = watchOrders({
    storage,
    monobank,
    settle,
    writeLog,
    onAnnounced,
    onCounts: (orders) => onDetail({ orders }),
  });
  const retention = startRetention({ storage, writeLog });
  const calls = createCalls({
    storage,
    settings,
    letters,
    isCalled,
    keys,
    writeLog,
    orders: { ...payments, settle, monobank: monobank && { api: monobank, verify: createReportVerifier(monobank) } },
    announceMessage: createAnnounceMessage({ letters, recipients, isCalled }),
    onAnnounced,
  });
  return {
    calls,
    storage,
    async close() {
      await watch.close();
      await delivery.close();
      await retention.close();
      await storage.close();
    },
  };
}
