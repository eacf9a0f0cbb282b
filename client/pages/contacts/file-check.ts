import { findFileProblem, type FileProblem } from './contact-rules.ts';

/** A file that is being read. If another file is chosen meanwhile, the promise stays the same. */
interface Check {
  isAccepted: Promise<boolean>;
  end(isAccepted: boolean): void;
}

function createCheck(): Check {
  let end = (_isAccepted: boolean) => {};
  const isAccepted = new Promise<boolean>((resolve) => {
    end = resolve;
  });
  return { isAccepted, end };
}

/** Reads the files that are chosen for a message. Only the last choice counts. */
export function createFileCheck() {
  /** The check of the last chosen file; null while no file is being read. */
  let current: Check | null = null;

  function end(isAccepted: boolean): void {
    current?.end(isAccepted);
    current = null;
  }

  return {
    /**
     * Reads a file, then calls `apply` with its problem, or with null if it has none. Does not call `apply` if another
     * file was chosen, or `cancel` was called, meanwhile.
     */
    async check(file: File, apply: (problem: FileProblem | null) => void): Promise<void> {
      const check = { ...(current ?? createCheck()) };
      current = check;
      const problem = await findFileProblem(file);
      if (check !== current) return;
      apply(problem);
      end(!problem);
    },
    /** Ignores a file that is still being read. */
    cancel: (): void => end(false),
    /** Resolves when no file is being read: with false if the last one was rejected or is ignored. */
    isSettled: async (): Promise<boolean> => (await current?.isAccepted) !== false,
  };
}

export type FileCheck = ReturnType<typeof createFileCheck>;
