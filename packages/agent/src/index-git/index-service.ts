import type { RefusedPointer } from '@svc/client';
import type { ObjectFormat } from './open-repository.js';

/** What the service has of a repository's history. */
export interface IndexState {
  /** Undefined before the first upload. */
  readonly objectFormat: string | undefined;
  /** Counts the uploads that were finalized. */
  readonly generation: number;
  /** The commit of each branch and tag. */
  readonly refs: ReadonlyMap<string, string>;
  /** The tag object of each annotated tag. */
  readonly tags: ReadonlyMap<string, string>;
}

export interface FinalizedIndex {
  readonly generation: number;
  /** Objects of pointers that the service has not. */
  readonly missingObjects: number;
}

/** Somebody else has changed what this upload goes by; it begins anew. */
export type Moved = 'moved';

/** The uploads to the index of one repository (spec 4.10). Bodies are JSON. What fails is thrown. */
export interface IndexService {
  readonly state: () => Promise<IndexState>;
  /** The full name of the branch that is shown where none is named; undefined where there is no branch. */
  readonly defaultBranch: () => Promise<string | undefined>;
  /** The id of a new session. */
  readonly open: (objectFormat: ObjectFormat) => Promise<string>;
  /** How many of the commits need no tree, since the service has it. */
  readonly sendCommits: (sessionId: string, body: string) => Promise<number>;
  /** Nothing of the body is taken when it has pointers that are none to the service: some of them, undefined when there are none. */
  readonly sendTree: (sessionId: string, body: string) => Promise<readonly RefusedPointer[] | undefined>;
  readonly finalize: (sessionId: string, body: string) => Promise<FinalizedIndex | Moved>;
}
