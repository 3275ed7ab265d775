import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspaces.mjs';

/** Tests of these start servers, databases or commands; those of every other package do not. */
const withServices = [
  ...['http-koa', 'persistence-postgres', 'persistence-sqlite', 'storage-s3', 'test-services'],
  ...['webhook-sender-node', 'mail-smtp', 'identity-oidc', 'billing-stripe', 'node'],
];
/** Has a run of its own: it takes long. */
const alone = ['core', 'agent'];

/** The only tests of other packages that start a process or a thread. */
const withProcesses = [
  'packages/*/test/readme.test.ts',
  'packages/codec-node/test/pool/*.test.ts',
  'packages/core/test/use-cases/webhooks/sign-delivery.test.ts',
];

const all = (packages) => packages.map((name) => `packages/${name}/test/**/*.test.ts`);
const except = (files) => files.flatMap((file) => ['--ignore', file]);

const withoutServices = readdirSync(join(root, 'packages'))
  .filter((name) => existsSync(join(root, 'packages', name, 'test')))
  .filter((name) => ![...withServices, ...alone].includes(name));

const run = (name, parameters, stack = 'sqlite-fs') => ({ name, stack, parameters });

/** No process, no service. */
export const unitRuns = () => [
  run('core', [...all(['core']), ...except(withProcesses)]),
  run('packages without services', [...all(withoutServices), ...except(withProcesses)]),
];

const server = 'examples/reference-server/test';
const ofServer = (...paths) => paths.map((path) => `${server}/${path}.test.ts`);
/** Those with many large files and many processes; the rest of the server's tests is quicker. */
const slowOfServer = ofServer('{agent,git-lfs}/**/*');

/**
 * What depends on where a server keeps things; not what is about its settings, requests and words, the credentials, limits and commands of clients,
 * URLs that it signs itself, or the hashing of gigabytes. Of locks the requests are enough: SQL sees no more of them.
 */
const ofEveryStack = ofServer('{bytes,crash,tree,secrets}/**/*', 'serve/first-start', 'serve/logs', 'serve/probes');
const ofOneStack = ofServer(
  'bytes/{object-syntax,parts-on-s3,signed-url}',
  'git-lfs/{batch-request,credentials,data-url,error-text,locking,permissions,prune,rate-limit}',
  'agent/{commands,other-people,rate-limit,standalone}',
  'tree/background-verification',
);

/** The longest first, so that the lanes end together. */
export const testRuns = () => [
  run('server on SQLite and files', [...ofServer('**/*'), ...except(slowOfServer)]),
  run('Git LFS on PostgreSQL and S3', [...slowOfServer, ...except(ofOneStack)], 'postgres-s3'),
  run('Git LFS on SQLite and files', slowOfServer),
  run('packages with services', all(withServices)),
  run('server on PostgreSQL and S3', [...ofEveryStack, ...except(ofOneStack)], 'postgres-s3'),
  run('agent', all(['agent'])),
  run('core', all(['core'])),
  run('packages without services', all(withoutServices)),
  run('small examples and the house', ['examples/*/test/**/*.test.ts', '.config/**/*.test.mjs', ...except([`${server}/**`])]),
];
