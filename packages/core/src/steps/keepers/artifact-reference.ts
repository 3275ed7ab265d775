import type { GitPath } from '../../model/git-index/git-path.js';
import type { GitRefName } from '../../model/git-index/git-ref.js';
import type { ShownCommit } from '../../model/git-index/shown-commit.js';
import type { Snapshot } from '../../model/snapshots/snapshot.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';

export const referenceKinds = ['ref', 'commit', 'upload', 'snapshot'] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

/**
 * What keeps an object. `ref`: a branch or a tag whose commit has it, or one that lies behind that. `commit`: one that has put it at a path, which a ref
 * reaches. `upload`: an open upload session that may still register it. `snapshot`: a complete one that has it, under
 * whatever path.
 */
export type ArtifactReference =
  | {
      readonly kind: 'ref';
      readonly name: GitRefName;
      /** Whether the commit of the ref has it itself. */
      readonly isAtTip: boolean;
    }
  | { readonly kind: 'commit'; readonly commit: ShownCommit; readonly path: GitPath }
  | { readonly kind: 'upload'; readonly session: Pick<UploadSession, 'id' | 'kind' | 'createdAt' | 'expiresAt'> }
  | { readonly kind: 'snapshot'; readonly snapshot: Pick<Snapshot, 'id' | 'name' | 'createdAt'> };

/** A reference, and what the next page goes on behind. */
export interface PlacedReference {
  readonly reference: ArtifactReference;
  readonly place: string;
}

/** One kind of what keeps an object, part by part. */
export interface ReferenceSource {
  readonly kind: ReferenceKind;
  /** Those behind the place, at most `limit`, in an order that stays. */
  readonly list: (after: string | undefined, limit: number) => Promise<readonly PlacedReference[]>;
}
