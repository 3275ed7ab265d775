import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspaces.mjs';

/** Tests of these start servers, databases or commands; those of every other package do not. */
const withServices = {
  http: ['http-koa', 'node'],
  databases: ['persistence-postgres', 'persistence-sqlite'],
  stores: ['storage-s3', 'test-services', 'webhook-sender-node', 'mail-smtp', 'identity-oidc', 'billing-stripe'],
};
/** Have a run of their own: they take long. */
const alone = ['core', 'agent'];

/** The only tests of other packages that start a process or a thread. */
const withProcesses = [
  'packages/*/test/readme.test.ts',
  'packages/benchmarks/test/server/*.test.ts',
  'packages/codec-node/test/pool/*.test.ts',
  'packages/core/test/formats/commit-graph/git/*.test.ts',
  'packages/core/test/formats/git-objects/*.test.ts',
  'packages/core/test/steps/git-history/path-history.test.ts',
  'packages/core/test/use-cases/artifacts/references.test.ts',
  'packages/core/test/use-cases/{browsing,git-index,releases,snapshots}/*.test.ts',
  'packages/core/test/use-cases/webhooks/sign-delivery.test.ts',
];

const all = (packages) => packages.map((name) => `packages/${name}/test/**/*.test.ts`);
const except = (files) => files.flatMap((file) => ['--ignore', file]);

const withoutServices = readdirSync(join(root, 'packages'))
  .filter((name) => existsSync(join(root, 'packages', name, 'test')))
  .filter((name) => ![...Object.values(withServices).flat(), ...alone].includes(name));

const run = (name, parameters, stack = 'sqlite-fs') => ({ name, stack, parameters, isIdle: false });

const useCasesOfCore = 'packages/core/test/use-cases/**/*.test.ts';

/** No process, no service. Core's tests are more than half of them, and in two parts take both of two processors. */
export const unitRuns = () => [
  run('core', [...all(['core']), ...except([useCasesOfCore, ...withProcesses])]),
  run('use cases of core', [useCasesOfCore, ...except(withProcesses)]),
  run('packages without services', [...all(withoutServices), ...except(withProcesses)]),
];

const server = 'examples/reference-server/test';
const ofServer = (...paths) => paths.map((path) => `${server}/${path}.test.ts`);
/** Drive Git LFS and the agent, with large files and many processes. */
const ofGit = ofServer('{agent,git-lfs}/**/*');
/** Start several servers on one place, or kill them and what they stand on. */
const ofTrouble = ofServer('{crash,outage,processes,webhooks}/**/*');
/** Move a whole server's records and bytes, or play long with one, or have a browser look at it. */
const ofWholeServers = ofServer('{backup,console,copy,history}/**/*');

/**
 * What depends on where a server keeps things; not what is about its settings, requests and words, the credentials, limits and commands of clients,
 * URLs that it signs itself, or the hashing of gigabytes. Of locks the requests are enough: SQL sees no more of them.
 */
const ofEveryStack = ofServer(
  '{bytes,crash,tree,secrets}/**/*',
  'console/interrupted-uploads',
  'console/journey',
  'console/uploads',
  'console/uploads-in-parts',
  'operations/monitoring',
  'serve/bucket-for-pages',
  'serve/first-start',
  'serve/logs',
  'serve/pages-in-browsers',
  'serve/probes',
);
const ofOneStack = ofServer(
  'bytes/{object-syntax,parts-on-s3,signed-url,wrong-blocks}',
  'git-lfs/{batch-request,credentials,data-url,error-text,locking,permissions,prune,rate-limit}',
  'agent/{bare,commands,continuous-integration,diff,import,index-git,list-tree,login,other-people,pull-as-checkout,pull-tree,standalone}',
  'tree/{background-verification,converted-object}',
);

const ofPackage = (name, ...paths) => paths.map((path) => `packages/${name}/test/${path}.test.ts`);
/** Wait for the ends of silences, holds and pauses more than half of their time; those of the second list, on each stack. */
const ofWaiting = [
  ...ofServer('agent/silent', 'agent/rate-limit', 'processes/webhooks'),
  ...ofPackage('agent', 'http-transport', 'push/trouble'),
  ...ofPackage('persistence-postgres', 'blocked-writes', 'silent-host'),
  ...ofPackage('storage-s3', 'faults', 'connector/hostile-servers'),
  ...ofPackage('webhook-sender-node', 'webhook-sender'),
];
const ofWaitingOnEveryStack = ofServer('agent/killed', 'git-lfs/jgit', 'git-lfs/python-clients', 'git-lfs/unavailable');

/** The longest first, so that the lanes end together. An idle one needs no processor of its own. */
export const testRuns = () => [
  { ...run('what waits', [...ofWaiting, ...ofWaitingOnEveryStack]), isIdle: true },
  { ...run('what waits on PostgreSQL and S3', ofWaitingOnEveryStack, 'postgres-s3'), isIdle: true },
  ...busyRuns().map(({ parameters, ...rest }) => ({
    ...rest,
    parameters: [...parameters, ...except([...ofWaiting, ...ofWaitingOnEveryStack])],
  })),
];

const busyRuns = () => [
  run('whole servers on SQLite and files', ofWholeServers),
  run('Git LFS on SQLite and files', ofGit),
  run('server on SQLite and files', [...ofServer('**/*'), ...except([...ofGit, ...ofTrouble, ...ofWholeServers])]),
  run('HTTP interface', all(withServices.http)),
  run('stores and other services', all(withServices.stores)),
  run('Git LFS on PostgreSQL and S3', [...ofGit, ...except(ofOneStack)], 'postgres-s3'),
  run('servers in trouble', ofTrouble),
  run('core', all(['core'])),
  run('server on PostgreSQL and S3', [...ofEveryStack, ...except(ofOneStack)], 'postgres-s3'),
  run('databases', all(withServices.databases)),
  run('agent', all(['agent'])),
  run('packages without services', all(withoutServices)),
  run('small examples and the house', ['examples/*/test/**/*.test.ts', '.config/**/*.test.mjs', ...except([`${server}/**`])]),
];
