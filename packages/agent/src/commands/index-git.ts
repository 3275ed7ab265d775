import { AgentProblem } from '../agent-problem.js';
import type { IndexOptions } from '../command-line.js';
import { fieldsOfSummary, type IndexSummary, linesOfSummary } from '../index-git/index-summary.js';
import { type GitRepository, openRepository } from '../index-git/open-repository.js';
import { installHook, uninstallHook } from '../index-git/pre-push-hook.js';
import { notIndexed } from '../index-git/pushed-refs.js';
import { defaultRemote, headOf, readRefs, type ReadRefs, type RefSource, remoteOf } from '../index-git/read-refs.js';
import { remoteSays } from '../index-git/remote-says.js';
import { createOutput } from '../output/output.js';
import { printable } from '../output/printable.js';
import { openUnfinishedPushes } from '../index-git/unfinished-pushes.js';
import type { CommandDependencies } from './command-dependencies.js';
import { indexHistory } from './index-history.js';
import { indexPushed } from './index-pushed.js';

export const indexGit = async (dependencies: CommandDependencies, options: IndexOptions): Promise<void> => {
  if (options.prePush !== undefined) return indexPushed(dependencies, options.prePush, options);
  const repository = await openRepository(dependencies);
  if (options.installHook === true) return install(dependencies, repository, options);
  if (options.uninstallHook === true) return uninstall(dependencies, repository);
  const source = await sourceOf(repository, options);
  const pushedTo = source.kind === 'remote' ? source.remote : await defaultRemote(repository);
  const unfinished = pushedTo === undefined ? undefined : await openUnfinishedPushes(repository, pushedTo);
  const read = await readRefs(repository, source);
  const { refs, unusable } = chosen(read, options.ref);
  const ofSource = source.kind === 'remote' ? { ...options, remote: source.remote } : options;
  const summary = await indexHistory(dependencies, repository, ofSource, {
    refs,
    others: read.refs.map(({ name }) => name),
    prune: options.prune === true || options.complete === true,
    removed: [],
    mayGoBack: source.kind === 'local',
    allFiles: options.allFiles === true,
    head: await headOf(repository, source),
    completeFrom: options.complete === true ? source : undefined,
    certain: async (names) => {
      if (options.force === true) return () => true;
      return source.kind === 'local' ? () => false : remoteSays(repository, source.remote, names);
    },
  });
  if (options.ref === undefined && unfinished !== undefined) {
    await unfinished.keep(notIndexed(unfinished.lines, read.refs, summary.report.plan));
  }
  show(dependencies, options, { ...summary, source, unusable, isComplete: options.complete === true });
};

/** A bare repository is where the others push to. */
const sourceOf = async (repository: GitRepository, options: IndexOptions): Promise<RefSource> => {
  if (options.local === true || (repository.isBare && options.remote === undefined)) return { kind: 'local' };
  return { kind: 'remote', remote: await remoteOf(repository, options.remote) };
};

const chosen = ({ refs, unusable }: ReadRefs, names: readonly string[] | undefined): ReadRefs => {
  if (names === undefined) return { refs, unusable };
  const isNamed = (name: string, ref: string): boolean => [name, `refs/heads/${name}`, `refs/tags/${name}`].includes(ref);
  const missing = names.find((name) => !refs.some((ref) => isNamed(name, ref.name)));
  if (missing !== undefined) throw new AgentProblem(`there is no branch and no tag ${printable(missing)}`);
  return { refs: refs.filter((ref) => names.some((name) => isNamed(name, ref.name))), unusable: 0 };
};

const show = (dependencies: CommandDependencies, { json }: IndexOptions, summary: IndexSummary): void => {
  const output = createOutput(dependencies, json === true);
  if (json === true) output.result('', fieldsOfSummary(summary));
  else for (const line of linesOfSummary(summary)) output.result(line, {});
};

const install = async (
  { stdout, node, program }: CommandDependencies,
  repository: GitRepository,
  { limitSeconds }: IndexOptions,
): Promise<void> => {
  const { isChained } = await installHook(repository, { node, program, limitSeconds });
  const after = isChained ? ' after the hook that was there' : '';
  stdout(`git push indexes what it sends${after}, for ${limitSeconds} seconds at most\n`);
};

const uninstall = async ({ stdout }: CommandDependencies, repository: GitRepository): Promise<void> => {
  const isRemoved = await uninstallHook(repository);
  stdout(isRemoved ? 'git push indexes nothing any more\n' : 'there is no hook of svc here\n');
};
