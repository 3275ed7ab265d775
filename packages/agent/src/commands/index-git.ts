import { text } from 'node:stream/consumers';
import { AgentProblem } from '../agent-problem.js';
import type { IndexOptions } from '../command-line.js';
import { createIndexService } from '../index-git/create-index-service.js';
import { allFileLimits, fileLimits } from '../index-git/files-of-tips.js';
import { fieldsOfSummary, type IndexSummary, linesOfSummary } from '../index-git/index-summary.js';
import { type GitRepository, openRepository } from '../index-git/open-repository.js';
import { installHook, uninstallHook } from '../index-git/pre-push-hook.js';
import { readPushedRefs } from '../index-git/pushed-refs.js';
import { isIndexedRemote } from '../index-git/pushed-remote.js';
import { countHistory } from '../index-git/read-history.js';
import { headOf, readRefs, type ReadRefs, type RefSource, remoteOf } from '../index-git/read-refs.js';
import { remoteSays } from '../index-git/remote-says.js';
import { storeTips, type StoredCounts } from '../index-git/store-tips.js';
import { updateIndex, type WantedRefs } from '../index-git/update-index.js';
import { createCommitBar } from '../output/commit-bar.js';
import { counted } from '../output/counted.js';
import { createOutput } from '../output/output.js';
import { problemLine } from '../output/problem-line.js';
import type { CommandDependencies } from './command-dependencies.js';
import { withService } from './open-service.js';

export const indexGit = async (dependencies: CommandDependencies, options: IndexOptions): Promise<void> => {
  if (options.prePush !== undefined) return indexPushed(dependencies, options.prePush, options);
  const repository = await openRepository(dependencies);
  if (options.installHook === true) return install(dependencies, repository, options);
  if (options.uninstallHook === true) return uninstall(dependencies, repository);
  const source = await sourceOf(repository, options);
  const read = await readRefs(repository, source);
  const { refs, unusable } = chosen(read, options.ref);
  const summary = await index(dependencies, repository, options, {
    refs,
    others: read.refs.map(({ name }) => name),
    prune: options.prune === true || options.complete === true,
    removed: [],
    allFiles: options.allFiles === true,
    head: await headOf(repository, source),
    completeFrom: options.complete === true ? source : undefined,
    certain: async (names) => {
      if (options.force === true) return () => true;
      return source.kind === 'local' ? () => false : remoteSays(repository, source.remote, names);
    },
  });
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
  if (missing !== undefined) throw new AgentProblem(`there is no branch and no tag ${missing}`);
  return { refs: refs.filter((ref) => names.some((name) => isNamed(name, ref.name))), unusable: 0 };
};

/** Files that could not be stored keep nobody from the index; that they are not is the end of the command all the same. */
const index = async (
  dependencies: CommandDependencies,
  repository: GitRepository,
  options: IndexOptions,
  wanted: WantedRefs,
): Promise<Omit<IndexSummary, 'source'>> => {
  const startedAt = performance.now();
  const bar = createCommitBar(dependencies.screen, options.json !== true && options.prePush === undefined);
  let summary: Omit<IndexSummary, 'source'> | undefined;
  await withService(dependencies, options, async (context) => {
    const limits = options.allFiles === true ? allFileLimits : fileLimits;
    let stored: StoredCounts | undefined;
    let problem: unknown;
    try {
      const report = await updateIndex(
        {
          repository,
          service: createIndexService(context),
          onCommits: bar.show,
          onRange: (range) => {
            if (bar.isWanted) void countHistory(repository, range).then(bar.start, () => undefined);
          },
          storeFiles: async (range, tell) => {
            bar.clear();
            if (!options.storeFiles) return;
            stored = await storeTips(context, repository, range, tell, limits).catch((fault: unknown) => {
              if (dependencies.signal.aborted) throw fault;
              problem = fault;
              return undefined;
            });
          },
        },
        wanted,
      );
      const seconds = (performance.now() - startedAt) / 1000;
      summary = { report, stored, refs: wanted.refs.length, unusable: 0, isComplete: false, seconds };
    } finally {
      bar.clear();
    }
    if (problem !== undefined) {
      throw new AgentProblem(
        `the history is indexed, but its files could not be stored (svc index --all-files tries again): ${problemLine(problem)}`,
      );
    }
  });
  if (summary === undefined) throw new Error('invariant: what did not fail has a summary');
  return summary;
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

/** What the hook starts: never fails a push, and holds it up no longer than it may. */
const indexPushed = async (dependencies: CommandDependencies, remote: string, options: IndexOptions): Promise<void> => {
  const { stderr } = dependencies;
  const limit = AbortSignal.timeout(options.limitSeconds * 1000);
  const signal = AbortSignal.any([dependencies.signal, limit]);
  const work = async (): Promise<string> => {
    const repository = await openRepository({ ...dependencies, signal });
    const { refs, removed } = await readPushedRefs(repository, await text(dependencies.stdin()));
    if (refs.length + removed.length === 0 || !(await isIndexedRemote(repository, remote))) return '';
    // What is pushed is what the remote has as soon as git goes on.
    const wanted: WantedRefs = { refs, others: [], removed, prune: false, allFiles: false, certain: async () => () => true };
    const { report } = await index({ ...dependencies, signal }, repository, { ...options, remote }, wanted);
    const { commits, finalized } = report;
    return finalized === undefined ? '' : `svc: ${counted(commits, 'commit')} indexed, generation ${finalized.generation}\n`;
  };
  const over = new Promise<string>((resolve) => {
    limit.addEventListener('abort', () => {
      resolve(`svc: not all is indexed after ${options.limitSeconds} s; the next push goes on, or: svc index\n`);
    });
  });
  // Not all that is under way listens to a signal, such as a credential helper.
  const done = work().catch((fault: unknown) =>
    limit.aborted ? over : `svc: what is pushed is not indexed: ${problemLine(fault)}\n`,
  );
  stderr(await Promise.race([done, over]));
};
