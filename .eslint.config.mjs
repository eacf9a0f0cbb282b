import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import typescript from 'typescript-eslint';

export default typescript.config(
  { ignores: ['dist/', 'node_modules/', 'coverage/', 'data/'] },
  js.configs.recommended,
  ...typescript.configs.recommendedTypeChecked,
  reactHooks.configs.flat['recommended-latest'],
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // React's handlers and wouter's may be async: what they return is ignored. Listeners may not: nobody hears of their errors.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, variables: false } },
      ],
      'no-else-return': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      // Factories return plain objects of closures: nothing here has a `this`.
      '@typescript-eslint/unbound-method': 'off',
      eqeqeq: 'error',
    },
  },
  // node:test returns promises that the runner itself awaits.
  {
    files: ['test/**'],
    rules: { '@typescript-eslint/no-floating-promises': 'off', '@typescript-eslint/require-await': 'off' },
  },
  {
    files: ['**/*.{js,mjs}'],
    ...typescript.configs.disableTypeChecked,
    rules: { ...typescript.configs.disableTypeChecked.rules, 'no-restricted-exports': 'off' },
  },
);
