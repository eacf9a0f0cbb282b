import { findFileProblem, type FileProblem } from './contact-rules.ts';

/** Reads the files that are chosen for a message. Only the last choice counts. */
export function createFileCheck() {
  /**
   * The check of the last chosen file; null while no file is being read. Each chosen file has an object of its own. If
   * another file is chosen during a check, its object has the same promise, so callers that wait get its result.
   */
  let current: PromiseWithResolvers<boolean> | null = null;

  function end(isAccepted: boolean): void {
    current?.resolve(isAccepted);
    current = null;
  }

  return {
    /**
     * Reads a file, then calls `apply` with its problem, or with null if it has none. Does not call `apply` if another
     * file was chosen, or `cancel` was called, meanwhile.
     */
    async check(file: File, apply: (problem: FileProblem | null) => void): Promise<void> {
      const check = { ...(current ?? Promise.withResolvers<boolean>()) };
      current = check;
      const problem = await findFileProblem(file);
      if (check !== current) return;
      apply(problem);
      end(!problem);
    },
    /** Ignores a file that is still being read. */
    cancel: (): void => end(false),
    /** Resolves when no file is being read: with false if the last one was rejected or is ignored. */
    ready: async (): Promise<boolean> => (await current?.promise) !== false,
  };
}

export type FileCheck = ReturnType<typeof createFileCheck>;
