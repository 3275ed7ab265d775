import { AgentProblem } from '../agent-problem.js';
import type { RunGit } from '../git/run-git.js';
import type { InstallOptions, ScopeOptions } from '../command-line.js';
import { type ConfigScope, createGitConfig } from '../git/git-config.js';
import { refusedFolder } from '../git/refused-folder.js';
import { ownLfsUrls } from '../git/own-lfs-urls.js';
import { install as writeConfig, uninstall as removeConfig } from '../git/install.js';
import type { CommandDependencies } from './command-dependencies.js';

/** Spec 1.15 of the decisions on git-lfs: `.lfsconfig` cannot name a transfer agent, so each clone, or each user, is told once. */
export const install = async ({ stdout, node, program, runGit }: CommandDependencies, options: InstallOptions): Promise<void> => {
  const scope = await scopeOf(options, runGit);
  const { isStandalone, lfsUrl } = await writeConfig(createGitConfig(runGit), {
    scope,
    node,
    program,
    ...(options.url === undefined ? {} : { url: options.url }),
    ...(options.repository === undefined ? {} : { repository: options.repository }),
    allowHttp: options.allowHttp ?? false,
    standalone: options.standalone ?? false,
    ownUrls: scope === 'local' ? await ownLfsUrls(runGit) : [],
  });
  if (lfsUrl !== undefined) stdout(`lfs.url of this clone, which had no LFS URL, is ${lfsUrl} now\n`);
  stdout(`git-lfs uses svc ${isStandalone ? 'for everything' : 'where the server offers it'} (git config --${scope})\n`);
};

export const uninstall = async ({ stdout, runGit }: CommandDependencies, options: ScopeOptions): Promise<void> => {
  const scope = await scopeOf(options, runGit);
  await removeConfig(createGitConfig(runGit), scope);
  stdout(`git-lfs does not use svc any more (git config --${scope})\n`);
};

const scopeOf = async (options: ScopeOptions, runGit: RunGit): Promise<ConfigScope> => {
  if (options.global === true) return 'global';
  const { code, stderr } = await runGit(['rev-parse', '--git-dir']);
  if (code === 127) throw new AgentProblem(stderr);
  if (code !== 0) {
    throw new AgentProblem(refusedFolder(stderr) ?? 'this is no clone; change into one, or use --global for all clones of yours');
  }
  return 'local';
};
