import type { Language } from '#shared/languages.ts';
import { awaitWithin, deferredValues } from '../lib/await-within.ts';
import type { TextSource } from '../open-visit.ts';
import type { Visit } from '../visit.ts';
import { untilAborted, type Attempt } from './attempts.ts';

/** What opening an address came to. After `overtaken` nothing may be done: the visitor wants something else by now. */
export type Outcome = { kind: 'overtaken' } | { kind: 'visit'; visit: Visit } | { kind: 'failure'; error: unknown };

interface OpenTools {
  open(address: URL, language: Language, signal: AbortSignal): Promise<Visit>;
  texts: TextSource;
  /** The language that is chosen at the moment. */
  language(): Language;
  /** How long deferred data may take before the page is shown with placeholders. */
  deferredMs: number;
}

async function open(address: URL, signal: AbortSignal, tools: OpenTools): Promise<Visit> {
  let visit = await tools.open(address, tools.language(), signal);
  await awaitWithin(visit.data, tools.deferredMs);
  for (const value of deferredValues(visit.data)) if (value.status === 'rejected') throw value.reason;
  // The language may have been switched while the page was loading.
  for (let language = tools.language(); visit.language !== language; language = tools.language())
    visit = { ...visit, language, texts: await tools.texts(language, visit.route.name, signal) };
  return visit;
}

/** Opens an address for one attempt; never rejects. */
export async function openAddress(address: URL, attempt: Attempt, tools: OpenTools): Promise<Outcome> {
  try {
    const visit = await untilAborted(open(address, attempt.signal, tools), attempt.signal);
    return attempt.isCurrent() ? { kind: 'visit', visit } : { kind: 'overtaken' };
  } catch (error) {
    return attempt.isCurrent() ? { kind: 'failure', error } : { kind: 'overtaken' };
  }
}
