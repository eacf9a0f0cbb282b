export interface Target {
  /** The files that are changed, one change at a time. */
  files: string[];
  /** The tests that must notice the changes. */
  tests: string[];
  /** The tests need a DOM. */
  needsDom?: boolean;
}

/** The parts of navigation that use document and window. */
const onPage = [
  'navigation/apply-chosen-language',
  'navigation/apply-head',
  'navigation/focus-and-announce',
  'navigation/progress',
  'navigation/page-view',
  'navigation/scroll-positions',
  'head-motion/head-motion',
  'head-motion/places',
  'head-motion/pictures',
].map((name) => `client/${name}.ts`);

/** Code in which a small mistake costs much and is easily overlooked, with its own tests. */
export const targets: Record<string, Target> = {
  'page-cache': {
    files: ['page-cache', 'page-age', 'single-flight', 'page-source', 'produce-page', 'render-limits'].map(
      (name) => `server/pages/${name}.ts`,
    ),
    tests: ['page-cache', 'page-age', 'single-flight', 'page-source', 'produce-page', 'render-limits'].map(
      (name) => `test/unit/server/pages/${name}.test.ts`,
    ),
  },
  breaker: { files: ['server/backend/breaker.ts'], tests: ['test/unit/server/backend/breaker.test.ts'] },
  idempotency: {
    files: [
      'server/forms/idempotency.ts',
      'server/embedded/storage/idempotent-write.ts',
      'client/forms/idempotency-key.ts',
    ],
    tests: [
      'server/forms/idempotency',
      'server/forms/parse-submission',
      'server/embedded/storage/idempotent-write',
      'client/forms/idempotency-key',
    ].map((name) => `test/unit/${name}.test.ts`),
  },
  navigator: {
    // browser-navigator.ts only names the parts that a browser has: the browser tests cannot do without them.
    files: ['client/navigation/*.ts', '!client/navigation/browser-navigator.ts', ...onPage.map((file) => `!${file}`)],
    tests: ['test/unit/client/navigation/*.test.ts'],
  },
  'navigator-on-page': {
    files: onPage,
    tests: ['test/dom/navigation/*.test.ts', 'test/unit/client/navigation/progress.test.ts'],
    needsDom: true,
  },
  forms: {
    files: [
      'client/forms/form.ts',
      'client/forms/form-fields.ts',
      'client/pages/contacts/contact-store.ts',
      'client/pages/gitl/activation-store.ts',
      'client/pages/news-article/comment-store.ts',
    ],
    tests: [
      'test/unit/client/forms/form*.test.ts',
      'test/unit/client/pages/contacts/contact-store*.test.ts',
      'test/unit/client/pages/gitl/activation-store*.test.ts',
      'test/unit/client/pages/news-article/comment-store.test.ts',
    ],
  },
};
