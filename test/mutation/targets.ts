export interface Target {
  /** The files that are changed, one change at a time. */
  files: string[];
  /** The tests that must notice the changes. */
  tests: string[];
  /** The tests need a DOM. */
  needsDom?: boolean;
}

/** The parts of navigation that use document and window. */
const onPage = ['apply-chosen-language', 'focus-and-announce', 'growing-picture', 'page-view', 'scroll-positions'].map(
  (name) => `client/navigation/${name}.ts`,
);

const stores = 'client/stores';
const storeTests = 'test/unit/client/stores';

/** Code in which a small mistake costs much and is easily overlooked, with its own tests. */
export const targets: Record<string, Target> = {
  'page-cache': {
    files: ['page-cache', 'page-age', 'single-flight', 'page-source', 'produce-page'].map(
      (name) => `server/pages/${name}.ts`,
    ),
    tests: ['page-cache', 'page-age', 'single-flight', 'page-source', 'produce-page'].map(
      (name) => `test/unit/server/pages/${name}.test.ts`,
    ),
  },
  breaker: { files: ['server/backend/breaker.ts'], tests: ['test/unit/server/backend/breaker.test.ts'] },
  idempotency: {
    files: ['server/backend/idempotency.ts', 'server/embedded/idempotency.ts', 'client/lib/idempotency-key.ts'],
    tests: ['server/backend/idempotency', 'server/embedded/idempotency', 'client/lib/idempotency-key'].map(
      (name) => `test/unit/${name}.test.ts`,
    ),
  },
  navigator: {
    // create-browser-navigator.ts only names the parts that a browser has: the browser tests cannot do without them.
    files: [
      'client/navigation/*.ts',
      '!client/navigation/create-browser-navigator.ts',
      ...onPage.map((file) => `!${file}`),
    ],
    tests: ['test/unit/client/navigation/*.test.ts'],
  },
  'navigator-on-page': {
    files: onPage,
    tests: ['test/dom/navigation/*.test.ts', 'test/unit/client/navigation/focus-and-announce.test.ts'],
    needsDom: true,
  },
  forms: {
    files: [`${stores}/form.ts`, `${stores}/form-fields.ts`, `${stores}/contact-form.ts`, `${stores}/comment-form.ts`],
    tests: ['form', 'form-fields', 'form-submit', 'comment-form', 'contact-form*'].map(
      (name) => `${storeTests}/${name}.test.ts`,
    ),
  },
};
