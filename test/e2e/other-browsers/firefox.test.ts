import { describe, it } from 'node:test';
import { firefox } from '../../support/other-browsers/firefox.ts';
import { prepareScenarios, scenarios, skipReason } from './smoke.ts';

describe(`in ${firefox.name}`, { skip: skipReason(firefox) }, () => {
  const run = prepareScenarios(firefox);
  // Here and not in smoke.ts: a failure has the file of this call, and that file is run a second time.
  for (const [title, scenario] of Object.entries(scenarios)) it(title, (t) => run(t, scenario));
});
