import type { RefusedPointer } from '@svc/client';
import { AgentProblem } from '../agent-problem.js';
import { CommitTooLong } from './commit-too-long.js';
import { confirmRefs } from './confirm-refs.js';
import { branchesGoneOn } from './gone-on.js';
import type { FinalizedIndex, IndexService, IndexState } from './index-service.js';
import { openFactsReader } from './object-reader.js';
import type { GitRepository } from './open-repository.js';
import { planRefs, type RefChange, type RefPlan, type RefWishes } from './plan-refs.js';
import type { HistoryRange } from './read-history.js';
import type { RefSource } from './read-refs.js';
import { refBodies } from './ref-bodies.js';
import { refsApartFrom } from './refs-apart.js';
import { type HistoryDependencies, sendHistory, type SentHistory } from './send-history.js';
import { createTreeSender, type TreeSender } from './tree-sender.js';

export interface IndexDependencies extends HistoryDependencies {
  /** Called with what is going to be sent. */
  readonly onRange: (range: HistoryRange) => void;
  /**
   * Stores what the tips have, before anybody sees them, and tells the service in bodies of trees which object is which file. The sender knows which of them
   * only look like pointers.
   */
  readonly storeFiles: (range: HistoryRange, sessionId: string, sender: TreeSender) => Promise<void>;
}

/** What is asked for; `isCertain` is asked of refs alone that may be indexed ahead of this clone. */
export type WantedRefs = Omit<RefWishes, 'follows' | 'isCertain'> & {
  /** Whether a ref may go back, as long as the clone has the commit where it is indexed: not where the clone has it from a remote, perhaps long ago. */
  readonly mayGoBack: boolean;
  readonly certain: (names: readonly string[]) => Promise<RefWishes['isCertain']>;
  /** Whether the files of all tips are stored, not only what the new ones have besides those that are indexed. */
  readonly allFiles: boolean;
  /** The branch that HEAD names where the refs come from; undefined where that says nothing. */
  readonly head?: string | undefined;
  /** Where the refs come from, when the service is to be told in the end that these are all. */
  readonly completeFrom?: RefSource | undefined;
};

/** Refs that lead to a commit which cannot be told. */
export interface LeftOutRefs {
  readonly why: string;
  readonly names: readonly string[];
}

export interface IndexReport extends SentHistory {
  /** What was sent as plain files, because as pointers of Git LFS they contradict what the service has. */
  readonly plainPointers: readonly RefusedPointer[];
  readonly changed: readonly RefChange[];
  readonly plan: RefPlan;
  readonly leftOut: readonly LeftOutRefs[];
  /** Of the index as it is then. */
  readonly generation: number;
  /** Undefined where nothing was to be done. */
  readonly finalized: FinalizedIndex | undefined;
}

/** Others may index at the same time, each of them once, or a few times. */
const mostAttempts = 5;

const commitsAmong = async (repository: GitRepository, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const facts = openFactsReader(repository);
  const found = await facts.askAll(ids).finally(() => facts.close());
  return new Set(found.flatMap((object) => (object?.type === 'commit' ? [object.id] : [])));
};

/**
 * Brings the index to where the refs are that are wanted: sends the commits that no indexed ref reaches, as far as this clone can tell, and moves the refs.
 * What was sent before a failure is not sent again by the next run.
 */
export const updateIndex = async (dependencies: IndexDependencies, wanted: WantedRefs): Promise<IndexReport> => {
  const treeSender = createTreeSender(dependencies.service);
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const attempted = await attemptPossible({ ...dependencies, treeSender }, wanted);
    if (attempted === 'moved') continue;
    const report = { ...attempted, plainPointers: [...treeSender.plain.values()] };
    const { completeFrom, head } = wanted;
    if (completeFrom === undefined) return report;
    const confirmed = await confirmRefs(dependencies, completeFrom, head);
    if (confirmed !== 'moved') return { ...report, generation: confirmed.generation };
  }
  throw new AgentProblem('others change the index all the time; run svc index again');
};

type AttemptReport = Omit<IndexReport, 'plainPointers'>;

/**
 * Leaves out what leads to a commit that no request has room for, which may be a branch of somebody that nobody else needs. It fails where that is every ref, or
 * where these are said to be all.
 */
const attemptPossible = async (
  dependencies: AttemptDependencies,
  wanted: WantedRefs,
  leftOut: readonly LeftOutRefs[] = [],
): Promise<AttemptReport | 'moved'> => {
  try {
    const attempted = await attemptUpdate(dependencies, wanted);
    return attempted === 'moved' ? attempted : { ...attempted, leftOut };
  } catch (fault) {
    if (!(fault instanceof CommitTooLong) || wanted.completeFrom !== undefined) throw fault;
    const refs = await refsApartFrom(dependencies.repository, wanted.refs, fault.commit);
    const names = wanted.refs.filter((ref) => !refs.includes(ref)).map(({ name }) => name);
    if (refs.length === 0 || names.length === 0) throw fault;
    const possible = { ...wanted, refs, others: [...wanted.others, ...names] };
    return attemptPossible(dependencies, possible, [...leftOut, { why: fault.message, names }]);
  }
};

type AttemptDependencies = IndexDependencies & { readonly treeSender: TreeSender };

const attemptUpdate = async (
  dependencies: AttemptDependencies,
  wanted: WantedRefs,
): Promise<Omit<AttemptReport, 'leftOut'> | 'moved'> => {
  const { repository, service } = dependencies;
  const state = await service.state();
  // An empty index takes the format of the next upload. Whether one is empty of which nothing was finalized the service says when that is opened.
  const isOther = state.objectFormat !== undefined && state.objectFormat !== repository.objectFormat;
  if (isOther && state.generation > 0) {
    throw new AgentProblem(
      `this repository names objects by ${repository.objectFormat}, and the one that is indexed by ${state.objectFormat}: it is another one`,
    );
  }
  const present = await commitsAmong(repository, [...new Set(state.refs.values())]);
  const plan = await planWith(repository, state, present, wanted);
  const { changes } = plan;
  const tips = tipsOf(plan, wanted);
  if (changes.length === 0) {
    const isUnsaid = (wanted.allFiles && tips.length > 0) || (await isOtherHead(service, state, wanted.head));
    const finalized = isUnsaid ? await finalizeUnmoved(dependencies, wanted, tips) : undefined;
    if (finalized === 'moved') return 'moved';
    const { generation } = finalized ?? state;
    return { commits: 0, objects: 0, hidden: 0, changed: [], plan, generation, finalized };
  }
  const range = {
    from: [...new Set(changes.flatMap(({ target }) => target ?? []))],
    without: [...present],
  };
  dependencies.onRange(range);
  const sessionId = await service.open(repository.objectFormat);
  const sent = await sendHistory(dependencies, sessionId, range);
  const files = wanted.allFiles ? { from: tips, without: [] } : range;
  await dependencies.storeFiles(files, sessionId, dependencies.treeSender);
  const finalized = await finalizeAll(dependencies, sessionId, changes, wanted.head);
  return finalized === 'moved' ? 'moved' : { ...sent, changed: changes, plan, generation: finalized.generation, finalized };
};

/** Where a remote has made another branch its default one, which moves no ref. A branch that is not indexed cannot be it. */
const isOtherHead = async (service: IndexService, { refs }: IndexState, head: string | undefined): Promise<boolean> =>
  head !== undefined && refs.has(head) && head !== (await service.defaultBranch());

/** Says what there is to say where no ref moves: the branch of HEAD, and files that earlier runs left out. */
const finalizeUnmoved = async (
  dependencies: AttemptDependencies,
  { allFiles, head }: WantedRefs,
  tips: readonly string[],
): Promise<FinalizedIndex | 'moved'> => {
  const { repository, service } = dependencies;
  const sessionId = await service.open(repository.objectFormat);
  if (allFiles) await dependencies.storeFiles({ from: tips, without: [] }, sessionId, dependencies.treeSender);
  return finalizeAll(dependencies, sessionId, [], head);
};

/** The commits of the wanted refs, as far as they are indexed in the end. */
const tipsOf = ({ ahead }: RefPlan, { refs }: WantedRefs): readonly string[] => {
  const stays = new Set(ahead);
  return [...new Set(refs.filter(({ name }) => !stays.has(name)).map(({ target }) => target))];
};

const planWith = async (
  repository: GitRepository,
  state: IndexState,
  present: ReadonlySet<string>,
  { certain, mayGoBack, ...wanted }: WantedRefs,
): Promise<RefPlan> => {
  const gone = mayGoBack ? undefined : await branchesGoneOn(repository, state, wanted.refs, present);
  const follows: RefWishes['follows'] = ({ name }, expected) => gone?.has(name) ?? present.has(expected);
  const plan = (isCertain: RefWishes['isCertain']): RefPlan =>
    planRefs(state.refs, state.tags, { ...wanted, follows, isCertain });
  const cautious = plan(() => false);
  return cautious.ahead.length === 0 ? cautious : plan(await certain(cautious.ahead));
};

/** All refs change together, unless they are more than a request may name: then some do after the others, each part in a session of its own. */
const finalizeAll = async (
  { repository, service }: { readonly repository: GitRepository; readonly service: IndexService },
  firstSession: string,
  changes: readonly RefChange[],
  head: string | undefined,
): Promise<FinalizedIndex | 'moved'> => {
  let outcome: FinalizedIndex | 'moved' = 'moved';
  for (const [at, body] of refBodies(changes, head).entries()) {
    const sessionId = at === 0 ? firstSession : await service.open(repository.objectFormat);
    outcome = await service.finalize(sessionId, body);
    if (outcome === 'moved') return outcome;
  }
  return outcome;
};
