import { join } from 'node:path';
import type { GitClient } from '../git-lfs/git-client.js';
import type { LfsWorld, RepositoryName } from '../git-lfs/lfs-world.js';
import { createOrigin, createWorkingCopy, type WorkingCopy } from '../git-lfs/working-copy.js';
import { agent, type AgentOptions, type AgentOutcome, runAgent, runAgentProcess } from './agent-process.js';

/** A clone with Git LFS whose history a repository of the service is told. */
export interface IndexedClone {
  readonly repository: RepositoryName;
  readonly copy: WorkingCopy;
  /** Where the clone is, and the settings of the service. */
  readonly options: AgentOptions & { readonly folder: string; readonly env: Readonly<Record<string, string>> };
  /** Pushes what Git LFS has, and indexes the branches and tags of the clone. */
  publish(): Promise<void>;
  /** Runs a command of the agent to its end, in the clone. */
  svc(...args: readonly string[]): Promise<AgentOutcome>;
  /** The same in a process of its own. */
  svcProcess(...args: readonly string[]): Promise<AgentOutcome>;
}

let clones = 0;

export const createIndexedClone = async (world: LfsWorld, computer: GitClient, token: string): Promise<IndexedClone> => {
  clones += 1;
  const repository = await world.createRepository(`clone ${clones}`);
  await computer.saveCredential(world.proxy.url, token);
  const origin = await createOrigin(computer, `origin ${clones}.git`);
  const copy = await createWorkingCopy(computer, origin, repository.lfsUrl, `clone ${clones}`);
  const env = { SVC_URL: world.proxy.url, SVC_REPOSITORY: repository.id, SVC_TOKEN: token };
  const options = { folder: join(computer.root, `clone ${clones}`), env };
  return {
    repository,
    copy,
    options,
    publish: async () => {
      await copy.git('lfs', 'push', '--all', 'origin');
      await agent(computer, ['index', '--local', '--json'], options);
    },
    svc: (...args) => runAgent(computer, args, options),
    svcProcess: (...args) => runAgentProcess(computer, args, options),
  };
};
