import { computed, signal } from '@preact/signals-react';

export type Verdict = 'accepted' | 'edited' | 'rejected';
type ReviewPhase = 'open' | 'editing' | 'decided' | 'finished';

const marker = /^(<{7}|={7}|>{7})/m;

/** Whether edited code can be merged: it is not empty and contains no conflict marker. */
export const isMergeable = (code: string): boolean => code.trim() !== '' && !marker.test(code);

/** The review of `size` proposals, one after the other; one instance per mounted example. */
export function createMergeReview(size: number) {
  const index = signal(0);
  const phase = signal<ReviewPhase>('open');
  const verdicts = signal<Verdict[]>([]);
  /** The visitor's own version of the current conflict; null while the proposal is unchanged. */
  const ownCode = signal<string | null>(null);

  function decide(verdict: Verdict): void {
    if (phase.peek() === 'decided' || phase.peek() === 'finished') return;
    verdicts.value = [...verdicts.peek(), verdict];
    phase.value = 'decided';
  }

  return {
    index: computed(() => index.value),
    phase: computed(() => phase.value),
    verdict: computed(() => verdicts.value[index.value]),
    ownCode: computed(() => ownCode.value),
    count: (verdict: Verdict) => verdicts.peek().filter((given) => given === verdict).length,
    accept: () => phase.peek() === 'open' && decide('accepted'),
    reject: () => phase.peek() === 'open' && decide('rejected'),
    edit() {
      if (phase.peek() === 'open') phase.value = 'editing';
    },
    cancelEdit() {
      if (phase.peek() === 'editing') phase.value = 'open';
    },
    /** Merges the visitor's version; returns false and changes nothing when it cannot be merged. */
    save(code: string): boolean {
      if (phase.peek() !== 'editing' || !isMergeable(code)) return false;
      ownCode.value = code;
      decide('edited');
      return true;
    },
    next() {
      if (phase.peek() !== 'decided') return;
      ownCode.value = null;
      if (index.peek() + 1 === size) {
        phase.value = 'finished';
        return;
      }
      index.value += 1;
      phase.value = 'open';
    },
    restart() {
      index.value = 0;
      verdicts.value = [];
      ownCode.value = null;
      phase.value = 'open';
    },
  };
}

export type MergeReview = ReturnType<typeof createMergeReview>;
