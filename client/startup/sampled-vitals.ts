import type { VitalsReport } from '#shared/contracts/vitals.ts';

/** The share of visitors whose browsers report how fast the page was. */
const vitalsShare = 0.1;

/** Loads the measuring of web vitals for some of the visitors; rejects when it does not load. */
export async function watchSampledVitals({ route, language }: Pick<VitalsReport, 'route' | 'language'>): Promise<void> {
  if (Math.random() >= vitalsShare) return;
  const { watchVitals } = await import('./vitals.ts');
  watchVitals({ route, language });
}
