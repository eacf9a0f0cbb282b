import { describe, it } from 'node:test';
import { webkit } from '../../support/other-browsers/webkit.ts';
import { prepareScenarios, scenarios, skipReason } from './smoke.ts';

describe(`in ${webkit.name}`, { skip: skipReason(webkit) }, () => {
  const run = prepareScenarios(webkit);
  // Here and not in smoke.ts: a failure has the file of this call, and that file is run a second time.
  for (const [title, scenario] of Object.entries(scenarios)) it(title, (t) => run(t, scenario));
});
