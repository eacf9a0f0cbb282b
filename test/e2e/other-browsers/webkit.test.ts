import { describe, it } from 'node:test';
import { webkit } from '../../support/other-browsers/webkit.ts';
import { prepareScenarios, scenarios, skipReason } from './smoke.ts';

describe(`in ${webkit.name}`, { skip: skipReason(webkit) }, () => {
  const run = prepareScenarios(webkit);
  // Here and not in smoke.ts: the second run of what failed tells tests apart by the file and line of this call.
  for (const [title, scenario] of Object.entries(scenarios)) it(title, (t) => run(t, scenario));
});
