import { describe, it } from 'node:test';
import { firefox } from '../../support/other-browsers/firefox.ts';
import { prepareScenarios, scenarios, skipReason } from './smoke.ts';

describe(`in ${firefox.name}`, { skip: skipReason(firefox) }, () => {
  const run = prepareScenarios(firefox);
  // Here and not in smoke.ts: the second run of what failed tells tests apart by the file and line of this call.
  for (const [title, scenario] of Object.entries(scenarios)) it(title, (t) => run(t, scenario));
});
