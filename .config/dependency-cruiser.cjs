'use strict';

const npm = (...names) => names.map((name) => `node_modules/(@types/)?${name}/`).join('|');
const sources = '^(packages|examples)/[^/]+/src/';

/** A library that may be imported in one place only; measuring against it bare is what the benchmarks are for. */
const confined = (name, library, homes) => ({
  name,
  severity: 'error',
  from: { path: sources, pathNot: [...homes, '^packages/benchmarks/'] },
  to: { path: library },
});

/** Core's folders lie on each other: what may be imported is named, so that a new folder has to say where it belongs. */
const layer = (folder, below) => ({
  name: `core-${folder}-imports-what-lies-below`,
  severity: 'error',
  from: { path: `^packages/core/src/${folder}/` },
  to: { path: '^packages/core/src/', pathNot: `^packages/core/src/(${[folder, ...below].join('|')})/` },
});
const belowSteps = ['model', 'ports', 'formats', 'concurrency', 'signed-urls', 'blob-store', 'access'];

/** `hasher-node` is none of them: the file store stands on it. */
const adapters = '((storage|persistence|identity|http|mail|billing|codec|secret-box)-[^/]+|egress-guard)';

/** Arrows point inward. */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: { path: sources }, to: { circular: true } },
    layer('model', []),
    layer('ports', ['model']),
    layer('formats', ['model', 'ports']),
    layer('concurrency', ['model', 'ports']),
    layer('signed-urls', ['model', 'ports', 'formats']),
    layer('blob-store', ['model', 'ports', 'formats']),
    layer('access', ['model', 'ports', 'formats', 'signed-urls']),
    layer('steps', [...belowSteps]),
    layer('use-cases', [...belowSteps, 'steps']),
    layer('memory', [...belowSteps]),
    {
      name: 'slices-never-import-each-other',
      comment: 'What two slices share moves down: to model, access or steps.',
      severity: 'error',
      from: { path: '^packages/core/src/use-cases/([^/]+)' },
      to: { path: '^packages/core/src/use-cases/', pathNot: '^packages/core/src/use-cases/$1' },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'core-imports-only-neverthrow-and-noble-hashes',
      severity: 'error',
      from: { path: '^packages/core/src/' },
      to: {
        pathNot: ['^packages/core/src/', 'node_modules/neverthrow/', 'node_modules/@noble/hashes/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'conformance-imports-only-core',
      severity: 'error',
      from: { path: '^packages/conformance/src/' },
      to: { path: '^packages/', pathNot: '^packages/(core|conformance)/' },
    },
    {
      name: 'adapters-never-import-each-other',
      severity: 'error',
      from: { path: `^packages/(${adapters})/src/` },
      to: { path: `^packages/${adapters}/`, pathNot: '^packages/($1|persistence-sql)/' },
    },
    {
      name: 'node-composes-what-needs-nothing-but-node',
      comment: '@svc/node is no adapter: it puts some together. An embedder chooses database, storage and transport.',
      severity: 'error',
      from: { path: '^packages/node/src/' },
      to: { path: '^packages/', pathNot: '^packages/(core|node|hasher-node|secret-box-node|codec-node)/' },
    },
    {
      name: 'node-is-for-processes',
      comment: 'What composes adapters is imported by none of them.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: '^packages/(node|benchmarks)/' },
      to: { path: '^packages/node/' },
    },
    {
      name: 'sql-is-for-databases',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: '^packages/persistence-(sql|sqlite|postgres)/|^packages/benchmarks/' },
      to: { path: '^packages/persistence-sql/' },
    },
    {
      name: 'adapters-import-no-test-suites',
      severity: 'error',
      from: { path: '^(packages|examples)/[^/]+/src/', pathNot: '^packages/conformance/' },
      to: { path: '^packages/conformance/|/test/' },
    },
    { name: 'packages-import-no-examples', severity: 'error', from: { path: '^packages/' }, to: { path: '^examples/' } },
    confined('koa-in-http-koa-only', npm('koa', '@koa/router'), [
      '^packages/http-koa/src/koa/',
      '^examples/embed-in-koa/',
      '^examples/reference-server/',
    ]),
    confined('kysely-in-persistence-only', npm('kysely'), ['^packages/persistence-']),
    confined('better-sqlite3-in-persistence-sqlite-only', npm('better-sqlite3', 'better-sqlite3-node-api'), [
      '^packages/persistence-sqlite/',
    ]),
    confined('aws-sdk-in-storage-s3-only', 'node_modules/@aws-sdk/', ['^packages/storage-s3/']),
    confined('jose-in-identity-oidc-only', npm('jose'), ['^packages/identity-oidc/']),
    confined('zod-at-the-edges-only', npm('zod'), [
      '^packages/http-koa/',
      '^examples/reference-server/src/(config|backup/backup-manifest)',
    ]),
    confined('tsyringe-in-the-reference-server-only', npm('tsyringe', 'reflect-metadata'), ['^examples/reference-server/']),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(packages|examples)/[^/]+/dist/' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['source', 'import', 'node', 'types', 'default'] },
  },
};
