import type { Express } from 'express';
import type { EmbeddedState } from '#server/operations/embedded-metrics.ts';
import { readTexts } from '#server/lib/texts.ts';
import { createCalls } from './calls-server.ts';
import { messageOf } from './lib/error-facts.ts';
import { openLicenceKeys } from './licences/licence-keys.ts';
import { openReportedStorage } from './storage/open-reported-storage.ts';
import { startEmptyingLog } from './storage/empty-log.ts';
import { createNotifyOfMessage } from './outbox/notify-of-message.ts';
import { startDelivery } from './outbox/delivery.ts';
import { createSendNotification } from './outbox/send-notification.ts';
import { createSendEmail } from './outbox/send-email.ts';
import { createMonobank } from './payments/monobank.ts';
import { createSendRefund } from './payments/refund.ts';
import { createFulfilment } from './payments/fulfilment.ts';
import { createReportVerifier } from './payments/signature.ts';
import { pollOrders } from './payments/poll-orders.ts';
import { startRetention } from './delete-expired.ts';
import type { BackendSettings } from './settings.ts';
import type { Storage } from './storage/storage.ts';
import type { WriteLog } from './lib/write-log.ts';

interface RunningCalls {
  /** The application that serves the calls of server/backend/README.md. */
  calls: Express;
  /** Stops the delivery and closes the database. The caller must have stopped the HTTP server first. */
  close(): Promise<void>;
}

interface Reports {
  writeLog: WriteLog;
  /** Called with each changed part of the backend's state. */
  onState: (change: Partial<EmbeddedState>) => void;
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
    writeLog('warn', { reason: messageOf(error) }, 'trials and payments get no licence');
    return null;
  }
}

/** Starts everything of the backend except its port. Throws a ConfigError if the database cannot be used. */
export async function startCalls(settings: BackendSettings, reports: Reports): Promise<RunningCalls> {
  const { localesDir, language, recipients, mail, receiver, payments } = settings;
  const { writeLog, onState } = reports;
  const emailOptions = { texts: await readTexts(localesDir), language, hasMailServer: mail !== null };
  const hasNotifyUrl = receiver !== null;
  const storage = await openReportedStorage(settings, { writeLog, onState: (state) => onState({ storage: state }) });
  const keys = await openKeys(settings, storage, writeLog);
  const fulfil = createFulfilment({ emailOptions, hasNotifyUrl, keys, writeLog });
  const monobank = payments.monobank && createMonobank(payments.monobank);
  const delivery = startDelivery({
    storage,
    sendEmail: mail && createSendEmail(mail),
    sendNotification: receiver && createSendNotification(receiver),
    sendRefund: createSendRefund({ storage, monobank, fulfil }),
    writeLog,
    onCounts: (outbox) => onState({ outbox }),
  });
  const wakeDelivery = () => delivery.wake();
  const orderPolling = pollOrders({
    storage,
    monobank,
    fulfil,
    writeLog,
    wakeDelivery,
    onCounts: (orders) => onState({ orders }),
  });
  const retention = startRetention({ storage, writeLog });
  const jobs = [orderPolling, delivery, retention];
  if (settings.databaseUrl === null) jobs.push(startEmptyingLog({ dataDir: settings.dataDir, writeLog }));
  const calls = createCalls({
    storage,
    settings,
    emailOptions,
    hasNotifyUrl,
    keys,
    writeLog,
    orders: { ...payments, fulfil, monobank: monobank && { api: monobank, verify: createReportVerifier(monobank) } },
    notifyOfMessage: createNotifyOfMessage({ emailOptions, recipients, hasNotifyUrl, writeLog }),
    wakeDelivery,
  });
  return {
    calls,
    async close() {
      // Together, so that none of them begins new work while another one ends.
      await Promise.all(jobs.map((job) => job.close()));
      await storage.close();
    },
  };
}
