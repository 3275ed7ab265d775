const all = (...packages) => packages.map((name) => `packages/${name}/test/**/*.test.ts`);
const server = 'examples/reference-server/test';

/** What depends on where a server keeps things; not what is about its settings, requests and words, URLs that it signs itself, or the hashing of gigabytes. */
const ofEveryStack = [
  ...['bytes', 'crash', 'git-lfs', 'tree', 'agent', 'secrets'].map((folder) => `${server}/${folder}/**/*.test.ts`),
  ...['first-start', 'logs', 'probes'].map((name) => `${server}/serve/${name}.test.ts`),
];
const ofOneStack = [
  ...['object-syntax', 'parts-on-s3', 'signed-url'].map((name) => `${server}/bytes/${name}.test.ts`),
  ...['batch-request', 'data-url', 'error-text', 'locks-request'].map((name) => `${server}/git-lfs/${name}.test.ts`),
  `${server}/agent/rate-limit.test.ts`,
  `${server}/tree/background-verification.test.ts`,
];
const onSecondStack = [...ofEveryStack, ...ofOneStack.flatMap((file) => ['--ignore', file])];

const withoutServices = all(
  'core',
  'client',
  'codec-node',
  'conformance',
  'persistence-sql',
  'hasher-node',
  'secret-box-node',
  'egress-guard',
  'storage-fs',
);
const runOfPackages = { name: 'packages without services', stack: 'sqlite-fs', parameters: withoutServices };

/** No process, no service; each test has five seconds. */
export const unitRuns = () => [{ ...runOfPackages, name: 'unit tests', parameters: ['--timeout', '5000', ...withoutServices] }];

/** The longest first, so that the lanes end together. */
export const testRuns = () => [
  { name: 'server on SQLite and files', stack: 'sqlite-fs', parameters: [`${server}/**/*.test.ts`] },
  { name: 'server on PostgreSQL and S3', stack: 'postgres-s3', parameters: onSecondStack },
  {
    name: 'packages with services',
    stack: 'sqlite-fs',
    parameters: all(
      ...['http-koa', 'persistence-postgres', 'persistence-sqlite', 'storage-s3', 'test-services'],
      ...['webhook-sender-node', 'mail-smtp', 'identity-oidc', 'billing-stripe', 'node'],
    ),
  },
  { name: 'agent', stack: 'sqlite-fs', parameters: all('agent') },
  runOfPackages,
  {
    name: 'small examples and the house',
    stack: 'sqlite-fs',
    parameters: ['examples/*/test/**/*.test.ts', '.config/**/*.test.mjs', '--ignore', `${server}/**/*.test.ts`],
  },
];

/** Everything with its full figure; nothing is cut short. */
export const proofRuns = () =>
  testRuns().map(({ parameters, ...run }) => ({ ...run, parameters: ['--timeout', String(3 * 3_600_000), ...parameters] }));
