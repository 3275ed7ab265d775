import type { ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import type { Conflict, Forbidden, NotFound, Unavailable } from '../../model/app-error.js';
import type { GitObjectFormat } from '../../model/git-index/git-id.js';
import type { FinalizedIndex, IndexSession } from '../../model/git-index/git-index.js';
import type { PageRequest } from '../../model/values/page.js';
import type { Ports } from '../../ports/ports.js';
import { type FinalizeIndex, finalizeIndex } from './finalize-index.js';
import type { WithIndexCaches } from '../../steps/git-history/index-caches.js';
import { type IndexState, indexState } from './index-state.js';
import { openIndexSession } from './open-index-session.js';
import type { TakenTrees, TakeTrees } from './sent-trees.js';
import { type TakeCommits, takeCommits, type TakenCommits } from './take-commits.js';
import { takeTrees } from './take-trees.js';
import type { AssembledContents } from './verify-contents.js';
import type { IndexError } from './with-index-session.js';

type Push = RepositoryGrant<'repository.push'>;

/** What the service knows of the Git history of a repository, and uploads to it (spec 4.10). */
export interface GitIndexing {
  /** Tells how far the index has come, with a page of its branches and tags, so that a client sends what is new. */
  readonly state: (grant: Push, page: PageRequest) => ResultAsync<IndexState, Unavailable>;

  /** Opens an upload of a day. `conflict` with `object_format` where the index has objects of the other format. */
  readonly open: (
    grant: Push,
    command: { readonly objectFormat: GitObjectFormat },
  ) => ResultAsync<IndexSession, NotFound | Forbidden | Conflict | Unavailable>;

  /**
   * Takes commits, parents before their children. Each must hash to its id and have parents that are known. One that is indexed or was sent already is
   * passed over. All of them are taken or none.
   */
  readonly takeCommits: (grant: Push, command: TakeCommits) => ResultAsync<TakenCommits, IndexError>;

  /**
   * Takes the trees of commits that were sent, as changes against their first parents, in one part or in several. A commit whose last part comes is
   * indexed, if every folder that it changes hashes to its id. All of them are taken or none. Of `contents` the bytes are read: they have to hash to the
   * id of the file, or the request is refused.
   */
  readonly takeTrees: (grant: Push, command: TakeTrees) => ResultAsync<TakenTrees, IndexError>;

  /**
   * Moves branches and tags to commits that are indexed: all of them or none. Only now does anybody see the commits that they reach. Told to webhooks. A
   * finalized session answers the same again. `conflict` with `ref_moved`, or with `index_moved` where all refs were named.
   */
  readonly finalize: (grant: Push, command: FinalizeIndex) => ResultAsync<FinalizedIndex, IndexError>;
}

export const createGitIndexing = (ports: Ports & WithIndexCaches, assembled: AssembledContents): GitIndexing => ({
  state: indexState(ports),
  open: openIndexSession(ports),
  takeCommits: takeCommits(ports),
  takeTrees: takeTrees(ports, ports.indexCaches, assembled),
  finalize: finalizeIndex(ports),
});
