import { AgentProblem } from '../agent-problem.js';
import { ended } from '../api-outcome.js';
import type { RunGit } from '../git/run-git.js';
import type { InstallOptions, ScopeOptions } from '../command-line.js';
import { type ConfigScope, createGitConfig } from '../git/git-config.js';
import { gitRefusal } from '../git/git-refusal.js';
import { problemOfLfsFilter } from '../git/lfs-filter.js';
import { ownLfsUrls } from '../git/own-lfs-urls.js';
import { install as writeConfig, uninstall as removeConfig } from '../git/install.js';
import { createOutput } from '../output/output.js';
import { askedPlace, findOtherName } from '../settings/find-other-name.js';
import { readSettingSources } from '../settings/read-settings.js';
import type { CommandDependencies } from './command-dependencies.js';

/** Nobody waits longer for a service that is only asked what it calls itself. */
const TIMEOUT_MS = 15_000;

/** Spec 1.15 of the decisions on git-lfs: `.lfsconfig` cannot name a transfer agent, so each clone, or each user, is told once. */
export const install = async (dependencies: CommandDependencies, options: InstallOptions): Promise<void> => {
  const { stdout, node, program, runGit } = dependencies;
  const scope = await scopeOf(options, runGit);
  if (scope === 'local' && options.standalone !== true) await refuseOtherName(dependencies, options);
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
  const problem = await problemOfLfsFilter(runGit);
  if (problem !== undefined) createOutput(dependencies, false).note(problem);
};

/** A clone that calls the service otherwise than that calls itself works with git-lfs alone, and would not with the agent. */
const refuseOtherName = async (dependencies: CommandDependencies, options: InstallOptions): Promise<void> => {
  const { runGit, signal } = dependencies;
  const sources = await readSettingSources(options, dependencies, runGit);
  const asked = await askedPlace(sources, runGit);
  if (asked === undefined) return;
  const limited = { ...dependencies, signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) };
  const otherName = await findOtherName(asked, sources, limited);
  if (signal.aborted) throw ended();
  if (otherName.isErr()) {
    const line = 'whether svc goes where the service sends git-lfs is not known yet, svc doctor says it';
    createOutput(dependencies, false).note(`${line}: ${otherName.error}`);
  } else if (otherName.value !== undefined) throw new AgentProblem(`nothing is installed: ${otherName.value}`, 'setting');
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
    throw new AgentProblem(gitRefusal(stderr) ?? 'this is no clone; change into one, or use --global for all clones of yours');
  }
  return 'local';
};
