import { isTopic, type Topic } from '#shared/contact-limits.ts';
import type { Language } from '#shared/languages.ts';
import type { TextStore } from '#server/texts.ts';
import type { Database } from '../storage/tables.ts';
import { composeConfirmation, composeMessage, type MessageFacts } from './letters.ts';
import { addCall, addLetter } from './outbox.ts';

export interface LetterSettings {
  /** Of letters to the company, and to visitors whose language is not known. */
  language: Language;
  /** Who gets the messages of each topic. */
  to: Record<Topic, string>;
  /** Whether letters are sent, or only kept. */
  isSent: boolean;
  /** Whether somebody is called for each message. */
  isCalled: boolean;
}

type MessageEvent = 'company' | 'visitor' | 'call';

/** The event of the letter to the company, of the one to the visitor, or of the call about a message. */
const messageEvent = (id: number, kind: MessageEvent) => `message:${id}:${kind}`;

/** The events of everything in the outbox that is about a message. */
export const messageEvents = (id: number): string[] =>
  (['company', 'visitor', 'call'] as const).map((kind) => messageEvent(id, kind));

/** Puts into the outbox what a new message causes, in the transaction that stores it. */
export type AnnounceMessage = (database: Database, id: number, facts: MessageFacts) => Promise<void>;

export function createAnnounceMessage(texts: TextStore, settings: LetterSettings): AnnounceMessage {
  const state = settings.isSent ? 'pending' : 'kept';
  return async (database, id, facts) => {
    const { topic, language, attachmentName, date } = facts;
    const to = settings.to[isTopic(topic) ? topic : 'general'];
    const letter = composeMessage(texts, { language: settings.language, to }, facts);
    await addLetter(database, { event: messageEvent(id, 'company'), letter, messageId: id, state });
    const confirmation = composeConfirmation(texts, settings.language, facts);
    await addLetter(database, { event: messageEvent(id, 'visitor'), letter: confirmation, state });
    if (settings.isCalled)
      await addCall(database, messageEvent(id, 'call'), {
        type: 'message.created',
        timestamp: date.toISOString(),
        data: { id, topic, language, hasAttachment: attachmentName !== null },
      });
  };
}
