import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import noLostResult from './eslint/no-lost-result.mjs';

const outsideWorld = 'Time, identity, randomness and input come to the domain through ports.';

/** What Oxlint, which has all other rules (`.oxlintrc.json`), has no rule for. */
const ownRules = { 'svc/no-lost-result': 'error', '@typescript-eslint/no-unsafe-class-instance-assignment': 'error' };

const typed = (project) => ({
  plugins: { svc: { rules: { 'no-lost-result': noLostResult } } },
  extends: [tseslint.configs.base],
  languageOptions: {
    parserOptions: { project: [project], tsconfigRootDir: new URL('..', import.meta.url).pathname, ecmaFeatures: { jsx: true } },
  },
  rules: ownRules,
});

export default defineConfig(
  globalIgnores([
    '**/*.{js,cjs,mjs}',
    '**/dist/',
    'packages/client/src/generated/',
    'coverage/',
    'data/',
    '.config/eslint/fixture/',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'off' } },
  {
    files: ['**/*.ts'],
    ignores: ['packages/console/app/**', 'packages/console/{vite.config,compressed,api-reference}.ts'],
    ...typed('.config/tsconfig.json'),
  },
  {
    // Pages run in browsers: they have other libraries than Node, and so a project of their own.
    files: ['packages/console/app/**/*.{ts,tsx}'],
    ...typed('packages/console/app/tsconfig.json'),
  },
  {
    files: ['packages/core/src/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: outsideWorld },
        { selector: "CallExpression[callee.name='Date']", message: outsideWorld },
      ],
    },
  },
);
