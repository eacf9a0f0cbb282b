import { batch } from '@preact/signals-react';
import { findFileProblem } from './contact-rules.ts';
import type { ContactNotice, Message } from './contact-message.ts';

/** Chooses and removes the file of a message. */
export function createAttachment(message: Message, notify: (notice: ContactNotice | null) => void) {
  let choices = 0;
  /** A promise of whether the last chosen file was attached; null while no file is being read. */
  let checked: Promise<boolean> | null = null;
  let resolveChecked = (_isAttached: boolean) => {};

  function endCheck(isAttached: boolean): void {
    resolveChecked(isAttached);
    checked = null;
  }

  async function attach(file: File): Promise<void> {
    choices += 1;
    const choice = choices;
    checked ??= new Promise((resolve) => {
      resolveChecked = resolve;
    });
    const problem = await findFileProblem(file);
    // While this file was being read, another file was chosen or the form was reset.
    if (choice !== choices) return;
    batch(() => {
      message.change('attachment', problem ? null : file);
      message.setError('attachment', problem ?? undefined);
    });
    notify(problem && { kind: 'fileRefused', problem });
    endCheck(!problem);
  }

  /** Ignores a file that is still being read. */
  function cancelChoice(): void {
    choices += 1;
    endCheck(false);
  }

  function detach(): void {
    cancelChoice();
    message.change('attachment', null);
  }

  return { attach, detach, cancelChoice, pendingCheck: async () => (await checked) !== false };
}
