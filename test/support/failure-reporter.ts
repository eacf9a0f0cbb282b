import type { TestEvent } from 'node:test/reporters';

/** A reporter for node:test: one line of JSON for each test that failed by itself, not by the tests inside it. */
export interface Failure {
  name: string;
  file: string;
  message: string;
}

async function* reportFailures(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:fail') continue;
    const { error } = data.details;
    if ('failureType' in error && error.failureType === 'subtestsFailed') continue;
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    const failure: Failure = { name: data.name, file: data.file ?? '', message: cause.split('\n')[0] ?? '' };
    yield `${JSON.stringify(failure)}\n`;
  }
}

export { reportFailures as default };
