import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { AgentProblem } from '../agent-problem.js';
import { linesOf } from '../git/lines-of.js';
import { createRunGit } from '../git/run-git.js';
import type { IndexOptions } from '../command-line.js';
import { leftOutLines, missingLine, plainLines } from '../index-git/index-summary.js';
import { type GitRepository, openRepository } from '../index-git/open-repository.js';
import { newestLines, type PushedRefs, readPushedRefs, stillPushed } from '../index-git/pushed-refs.js';
import { findIndexedRemote } from '../index-git/pushed-remote.js';
import { openUnfinishedPushes, type UnfinishedPushes } from '../index-git/unfinished-pushes.js';
import type { WantedRefs } from '../index-git/update-index.js';
import { counted } from '../output/counted.js';
import { printable } from '../output/printable.js';
import { problemLine } from '../output/problem-line.js';
import { placeOfClone, withoutUser } from '../settings/clone-place.js';
import type { CheckSources } from '../settings/read-settings.js';
import { conflictWithClone } from '../settings/settings.js';
import type { CommandDependencies } from './command-dependencies.js';
import { indexHistory } from './index-history.js';

interface PushRun {
  /** Ends with the time that the push may be held up. */
  readonly dependencies: CommandDependencies;
  readonly options: IndexOptions;
  /** What git calls the remote: its name, or a URL. */
  readonly remote: string;
  readonly say: (line: string) => void;
}

interface Pushed {
  readonly repository: GitRepository;
  /** The name of the remote, whose LFS URL says where the index is. */
  readonly indexedRemote: string;
  /** What git tells the hook. */
  readonly told: readonly string[];
  readonly unfinished: UnfinishedPushes;
  /** Of this push and of earlier ones what is not indexed yet. */
  rest: readonly string[];
}

/** What the hook starts: never fails a push, and holds it up no longer than it may. What it has no time for, or fails, it leaves to the next push. */
export const indexPushed = async (dependencies: CommandDependencies, remote: string, options: IndexOptions): Promise<void> => {
  const limit = AbortSignal.timeout(options.limitSeconds * 1000);
  const signal = AbortSignal.any([dependencies.signal, limit]);
  const say = (line: string): void => dependencies.stderr(`svc: ${printable(line)}\n`);
  const run: PushRun = {
    dependencies: { ...withoutWindows(dependencies), signal },
    options,
    remote,
    say: (line) => (limit.aborted ? undefined : say(line)),
  };
  const opened = openPushed(run);
  const fail = async (fault: unknown): Promise<void> => {
    const pushed = await opened.catch(() => undefined);
    const then = pushed === undefined ? '' : `; ${await leaveRest(pushed)}`;
    say(`what is pushed is not indexed: ${problemLine(fault)}${then}`);
  };
  const work = async (): Promise<void> => {
    const pushed = await opened;
    if (pushed !== undefined) await indexAll(run, pushed);
  };
  const ended = new AbortController();
  const atLimit = async (): Promise<void> => {
    await once(limit, 'abort', { signal: ended.signal });
    const pushed = await opened;
    if (pushed !== undefined) say(`not all is indexed after ${options.limitSeconds} s; ${await leaveRest(pushed)}`);
  };
  const over = atLimit().catch((fault: unknown) => (limit.aborted ? fail(fault) : undefined));
  // Not all that is under way listens to a signal, such as a credential helper.
  const done = work().catch((fault: unknown) => (limit.aborted ? over : fail(fault)));
  await Promise.race([done, over]);
  ended.abort();
};

/**
 * The program that git asks for passwords opens a window as a rule, `GIT_ASKPASS` of an editor as well as `core.askPass`, and nobody waits for one in the
 * middle of a push that is none of its business. A variable that is set, and empty, has git ask neither. Only where nobody sits, in a pipeline, does
 * `GIT_ASKPASS` name a program that answers by itself.
 */
const withoutWindows = (dependencies: CommandDependencies): CommandDependencies => {
  const { environment: given, folder } = dependencies;
  const askpass = isPipeline(given) ? given['GIT_ASKPASS'] : undefined;
  const environment = { ...given, GIT_ASKPASS: askpass ?? '' };
  return { ...dependencies, environment, runGit: createRunGit({ environment, folder }) };
};

/** `CI` is what the systems set that run pipelines, and `false` is how a person takes that back. */
const isPipeline = ({ CI: set = '' }: CommandDependencies['environment']): boolean => set !== '' && set !== 'false';

/**
 * In a push nobody thinks of the environment. Where it means another repository than the clone has, as in a terminal that was set up for that one, or in a
 * submodule that git pushes with the repository around it, branches of the one would take the place of the other's.
 */
const refuseOtherIndex =
  ({ runGit }: GitRepository): CheckSources =>
  async (sources, { repositoryId }) => {
    const { flags, environment } = sources;
    if ((flags.url ?? flags.repository) !== undefined || placeOfClone(sources)?.repositoryId === repositoryId) return;
    const conflict = conflictWithClone(sources);
    if (conflict !== undefined) throw new AgentProblem(`${conflict.message}: unset what is wrong first`, 'setting');
    if ((environment.repository ?? '') === '') return;
    const { stdout } = await runGit(['rev-parse', '--show-superproject-working-tree']);
    if (stdout.trim() === '') return;
    throw new AgentProblem(
      'this is a submodule without an LFS URL, and SVC_REPOSITORY may mean the repository around it: unset it, or set lfs.url, first',
      'setting',
    );
  };

/** Asks git alone, which is quick, so it comes to its end also where the time is short. Undefined for a push to a remote that is not indexed. */
const openPushed = async ({ dependencies, options, remote }: PushRun): Promise<Pushed | undefined> => {
  const repository = await openRepository(dependencies);
  const told = linesOf(await text(dependencies.stdin()));
  const indexedRemote = await findIndexedRemote(repository, remote, options);
  if (indexedRemote === undefined) return undefined;
  const unfinished = await openUnfinishedPushes(repository, indexedRemote);
  return { repository, indexedRemote, told, unfinished, rest: newestLines([...unfinished.lines, ...told]) };
};

/** What is to be done then. */
const leaveRest = ({ unfinished, rest }: Pushed): Promise<string> =>
  unfinished.keep(rest).then(
    () => 'the next push goes on, or: svc index',
    () => 'run: svc index',
  );

const indexAll = async (run: PushRun, pushed: Pushed): Promise<void> => {
  const { repository, told } = pushed;
  await indexRefs(run, pushed, await readPushedRefs(repository, told), '');
  const done = new Set(told);
  pushed.rest = pushed.rest.filter((line) => !done.has(line));
  await indexEarlier(run, pushed).catch((fault: unknown) => {
    if (run.dependencies.signal.aborted) throw fault;
    run.say(`what earlier pushes have sent is not indexed: ${problemLine(fault)}`);
  });
};

const indexEarlier = async (run: PushRun, pushed: Pushed): Promise<void> => {
  const { remote, say } = run;
  const { repository, unfinished, rest } = pushed;
  const still = await stillPushed(repository, remote, await readPushedRefs(repository, rest));
  if (still !== undefined) await indexRefs(run, pushed, still, ' of earlier pushes');
  else
    say(`${withoutUser(remote)} does not say what it has, so what earlier pushes have sent is not indexed yet; run: svc index`);
  await unfinished.keep(still === undefined ? rest : []);
};

const indexRefs = async (
  { dependencies, options, say }: PushRun,
  { repository, indexedRemote }: Pushed,
  { refs, removed }: PushedRefs,
  of: string,
): Promise<void> => {
  if (refs.length + removed.length === 0) return;
  // What is pushed is what the remote has as soon as git goes on.
  const certain: WantedRefs['certain'] = async () => () => true;
  const wanted: WantedRefs = { refs, others: [], removed, prune: false, allFiles: false, mayGoBack: true, certain };
  const ofRemote = { ...options, remote: indexedRemote, check: refuseOtherIndex(repository) };
  const { report } = await indexHistory(dependencies, repository, ofRemote, wanted);
  const { commits, finalized, leftOut, plainPointers } = report;
  for (const line of leftOutLines(leftOut)) say(line);
  if (finalized === undefined) return;
  say(`${counted(commits, 'commit')}${of} indexed, generation ${finalized.generation}`);
  if (finalized.missingObjects > 0) say(missingLine(finalized.missingObjects));
  for (const line of plainLines(plainPointers)) say(line);
};
