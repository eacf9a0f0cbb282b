import { describeContract } from './support/contract-suite.ts';

/**
 * npm run contract -- https://backend.example.com: whether a backend answers as server/backend/README.md says. With
 * BACKEND_TOKEN trials are tried too. It stores test data in that backend: never run it against one that is in use.
 */
const [address = '', ...rest] = process.argv.slice(2);
if (!URL.canParse(address) || rest.length > 0) {
  console.error(
    `Usage: BACKEND_TOKEN=<token of the backend> npm run contract -- <origin of a backend>
       It stores a comment, messages, a trial and an invoice there: use a backend for tests.
       Without BACKEND_TOKEN it sends no trial. The embedded backend needs PAYMENTS=sandbox and LICENCE_KEY;
       without them the calls that need payments or licences are skipped, or fail.`,
  );
  process.exit(1);
}
const { origin } = new URL(address);
if (!(await fetch(`${origin}/api/news`).catch(() => null))) {
  console.error(`${origin} does not answer.`);
  process.exit(1);
}

describeContract(`${origin} answers as server/backend/README.md says`, async () => ({
  origin,
  token: process.env['BACKEND_TOKEN'] || null,
  offOrigin: null,
  isSandbox: await hasSandbox(),
}));

/** Whether an unsigned report is looked at: with a payment provider it is refused before it is read. */
async function hasSandbox(): Promise<boolean> {
  const answer = await fetch(`${origin}/api/monopay/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  await answer.body?.cancel();
  return answer.status === 400;
}
