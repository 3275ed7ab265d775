import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import noLostResult from './eslint/no-lost-result.mjs';

const outsideWorld = 'Time, identity, randomness and input come to the domain through ports.';

/** What all code of this repository keeps to. */
const ownRules = {
  eqeqeq: 'error',
  'prefer-const': 'error',
  'no-console': 'error',
  'svc/no-lost-result': 'error',
  '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  '@typescript-eslint/no-floating-promises': ['error', { checkThenables: true }],
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
  '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true, ignoreVoidOperator: true }],
  '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
  // In-memory adapters answer at once what others answer later; type parameters are how grants and rows are told apart.
  '@typescript-eslint/require-await': 'off',
  // Spread into code points is what limits on the length of a text count.
  '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
  '@typescript-eslint/no-unnecessary-type-parameters': 'off',
};

export default defineConfig(
  globalIgnores(['**/dist/', 'packages/client/src/generated/', 'coverage/', 'data/', '.config/eslint/fixture/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts'],
    ignores: ['packages/console/app/**', 'packages/console/{vite.config,compressed,api-reference}.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { project: ['.config/tsconfig.json'], tsconfigRootDir: new URL('..', import.meta.url).pathname },
    },
    plugins: { svc: { rules: { 'no-lost-result': noLostResult } } },
    rules: ownRules,
  },
  {
    // Pages run in browsers: they have other libraries than Node, and so a project of their own.
    files: ['packages/console/app/**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['packages/console/tsconfig.json'],
        tsconfigRootDir: new URL('..', import.meta.url).pathname,
        ecmaFeatures: { jsx: true },
      },
    },
    plugins: { svc: { rules: { 'no-lost-result': noLostResult } } },
    rules: ownRules,
  },
  {
    files: ['packages/core/src/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^node:', message: outsideWorld, allowTypeImports: true }] },
      ],
      'no-restricted-globals': [
        'error',
        ...['process', 'Buffer', 'crypto', 'performance', 'fetch', 'setTimeout', 'setInterval', 'setImmediate', 'require'].map(
          (name) => ({
            name,
            message: outsideWorld,
          }),
        ),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: outsideWorld },
        { object: 'Math', property: 'random', message: outsideWorld },
        { object: 'globalThis', message: outsideWorld },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: outsideWorld },
        { selector: "CallExpression[callee.name='Date']", message: outsideWorld },
      ],
    },
  },
  {
    // Written from the description of the HTTP interface, where a pattern says nothing to TypeScript.
    files: ['packages/client/src/generated/api-types.ts'],
    rules: {
      '@typescript-eslint/no-redundant-type-constituents': 'off',
      '@typescript-eslint/no-duplicate-type-constituents': 'off',
    },
  },
  {
    // chai's assertions are property reads, and a test may hold on to a method; the command line speaks to the terminal.
    files: ['packages/*/test/**/*.ts', 'examples/*/test/**/*.ts', 'packages/conformance/src/**/*.ts'],
    rules: { '@typescript-eslint/no-unused-expressions': 'off', '@typescript-eslint/unbound-method': 'off' },
  },
  {
    files: ['packages/*/test/**/*.ts', 'examples/*/test/**/*.ts', 'packages/benchmarks/**/*.ts', 'examples/*/src/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
);
