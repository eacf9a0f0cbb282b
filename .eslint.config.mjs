import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import typescript from 'typescript-eslint';

const maxFunctionLines = 60;
const product = ['server/**/*.{ts,tsx}', 'client/**/*.{ts,tsx}', 'shared/**/*.ts', 'build.ts'];

const wrongTypes = {
  selector: 'TSAsExpression > TSAsExpression[typeAnnotation.type="TSUnknownKeyword"]',
  message: 'A type that is wrong stays wrong: mend the types instead of "as unknown as".',
};

const encoders = ['encodeURIComponent', 'encodeURI', 'escape'];
const useAddressOf = 'addressOf in shared/address.ts makes addresses with values: it encodes them.';
const handMadeEncoding = encoders.map((name) => ({ name, message: useAddressOf }));
const useMarkupTag = 'The template tags html and xml make markup with values: they escape them.';

/** Text with values in it, without a template tag. */
const untagged = ':not(TaggedTemplateExpression) > TemplateLiteral[expressions.length>0]';
// esquery ends a regular expression at its first slash, so slashes are written as \u002F.
const tagStart = String.raw`/<[!\u002F]?[a-z][\w-]*(?:[\s>\u002F]|$)/i`;
const addressStart = String.raw`/^\u002F(?!\u002F)/`;

const handMadeAddresses = [
  { selector: `${untagged} > TemplateElement:first-child[value.raw=${addressStart}]`, message: useAddressOf },
  { selector: `BinaryExpression[operator="+"] > Literal.left[value=${addressStart}]`, message: useAddressOf },
];
const handMadeMarkup = [
  { selector: `${untagged} > TemplateElement[value.raw=${tagStart}]`, message: useMarkupTag },
  { selector: `BinaryExpression[operator="+"] > Literal[value=${tagStart}]`, message: useMarkupTag },
  {
    selector: 'CallExpression[callee.property.name=/^replace/] > Literal[value=/^&(?:amp|lt|gt|quot|apos|#39);$/]',
    message: useMarkupTag,
  },
];

/** The numbers of the lines with code: blank lines and lines of comments alone are left out. */
function countLines(source, node) {
  const lines = new Set();
  for (const token of source.getTokens(node))
    for (let line = token.loc.start.line; line <= token.loc.end.line; line += 1) lines.add(line);
  return lines;
}

/** ESLint's own max-lines-per-function counts markup, so a plain component with a long form would be too long. */
const maxFunctionLinesBesideJsx = {
  meta: { type: 'suggestion', schema: [{ type: 'integer' }] },
  create(context) {
    const [max] = context.options;
    const functions = [];
    const enter = (node) => functions.push({ node, markup: [] });
    const exit = () => {
      const { node, markup } = functions.pop();
      const lines = countLines(context.sourceCode, node);
      for (const element of markup)
        for (let line = element.loc.start.line; line <= element.loc.end.line; line += 1) lines.delete(line);
      // A function that contains this one has the same markup.
      functions.at(-1)?.markup.push(...markup);
      if (lines.size > max)
        context.report({
          loc: node.loc.start,
          message: `This function has ${lines.size} lines of code, at most ${max}.`,
        });
    };
    const addMarkup = (node) => functions.at(-1)?.markup.push(node);
    return {
      FunctionDeclaration: enter,
      FunctionExpression: enter,
      ArrowFunctionExpression: enter,
      'FunctionDeclaration:exit': exit,
      'FunctionExpression:exit': exit,
      'ArrowFunctionExpression:exit': exit,
      JSXElement: addMarkup,
      JSXFragment: addMarkup,
    };
  },
};

/** A comment above one of these is about it alone. */
const isCommented = (node) =>
  /(?:Statement|Declaration)$|^(?:Property|PropertyDefinition|JSXAttribute)$/.test(node.type) ||
  node.parent.arguments?.includes(node);

/**
 * A cast switches the type check off, so a comment says why: on its line, or directly above the nearest statement,
 * property, attribute or argument around it. A comment about a whole function is too far away, unless the function is one
 * expression.
 */
const explainedCasts = {
  meta: { type: 'suggestion', schema: [] },
  create({ report, sourceCode }) {
    const hasReason = (node) => {
      let part = node;
      while (!isCommented(part)) part = part.parent;
      const lines = [node.loc.end.line, part.loc.start.line - 1];
      return sourceCode.getAllComments().some(({ loc }) => lines.includes(loc.end.line));
    };
    const check = (node) => {
      if (!hasReason(node)) report({ node, message: 'Mend the types, or say in a comment why this needs a cast.' });
    };
    return {
      'TSAsExpression:not([typeAnnotation.typeName.name="const"])': check,
      'TSTypeAssertion:not([typeAnnotation.typeName.name="const"])': check,
      TSNonNullExpression: check,
    };
  },
};

const untypedLink = 'Use <Link>: its href is checked against the route table. Only a link to "/" may be a plain <a>.';
/** The values of href in `<a href="/nowhere">` and `<a href={`/nowhere`}>`, which no type checks. */
const untypedLinks = [
  'JSXOpeningElement[name.name="a"] > JSXAttribute[name.name="href"] > Literal[value=/^\\/./]',
  'JSXOpeningElement[name.name="a"] > JSXAttribute[name.name="href"] > JSXExpressionContainer > Literal[value=/^\\/./]',
  'JSXOpeningElement[name.name="a"] > JSXAttribute[name.name="href"] TemplateLiteral[quasis.0.value.raw=/^\\//]',
].map((selector) => ({ selector, message: untypedLink }));

/** Forbidden in every file; the lists for single folders add to it. */
const inAllCode = [wrongTypes, ...untypedLinks];

export default typescript.config(
  { ignores: ['dist/', 'dist.new/', 'node_modules/', 'data/'] },
  js.configs.recommended,
  ...typescript.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 250 }],
      'no-else-return': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      'no-restricted-syntax': ['error', ...inAllCode],
      eqeqeq: 'error',
    },
  },
  // Rules that ask for types cost most of the time of a lint run: tests do without, tsc checks them all the same.
  {
    files: product,
    extends: [typescript.configs.recommendedTypeCheckedOnly],
    languageOptions: {
      parserOptions: { project: './server/build/tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // React's handlers and wouter's may be async: what they return is ignored. Listeners may not: an error in them is lost.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, variables: false } },
      ],
      // Factories return plain objects of closures: nothing here has a `this`.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: product,
    plugins: {
      local: { rules: { 'max-function-lines': maxFunctionLinesBesideJsx, 'explained-casts': explainedCasts } },
    },
    rules: {
      'local/max-function-lines': ['error', maxFunctionLines],
      'local/explained-casts': 'error',
      'no-restricted-globals': ['error', ...handMadeEncoding],
      'no-restricted-properties': [
        'error',
        ...['globalThis', 'window', 'self'].flatMap((object) =>
          encoders.map((property) => ({ object, property, message: useAddressOf })),
        ),
      ],
      'no-restricted-syntax': ['error', ...inAllCode, ...handMadeAddresses, ...handMadeMarkup],
    },
  },
  // The types know it for the server.
  {
    files: ['client/**/*.{ts,tsx}', 'shared/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...handMadeEncoding,
        { name: 'Temporal', message: 'Safari does not have it.' },
      ],
    },
  },
  { files: ['shared/address.ts'], rules: { 'no-restricted-globals': 'off' } },
  // The path of a file in static/ has slashes, which addressOf would encode.
  { files: ['shared/asset.ts'], rules: { 'no-restricted-syntax': ['error', ...inAllCode] } },
  // Only our own translations become HTML here, and the template tags are no part of the client.
  {
    files: ['client/content/legal.ts', 'client/components/legal-page.tsx'],
    rules: { 'no-restricted-syntax': ['error', ...inAllCode, ...handMadeAddresses] },
  },
  // The usage texts of commands have placeholders such as <id>.
  {
    files: ['server/embedded/commands/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...inAllCode, ...handMadeAddresses] },
  },
  {
    files: ['client/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  { files: ['**/*.{js,mjs}'], rules: { 'no-restricted-exports': 'off' } },
);
