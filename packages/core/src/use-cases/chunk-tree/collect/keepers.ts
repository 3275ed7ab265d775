import { TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import type { Oid, RepositoryId } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import type { FrozenManifestOf, PendingVerification } from '../../../ports/records/tree-records.js';
import type { Queries } from '../../../ports/unit-of-work.js';

/** What keeps files of a chunk tree: a manifest, with all that it names. */
export type TreeKeeper =
  | { readonly kind: 'frozen'; readonly manifest: FrozenManifestOf }
  | { readonly kind: 'pending'; readonly verification: PendingVerification };

const perSlice = 1000;

type List<Item> = (queries: Queries, after: Oid | undefined) => Promise<readonly Item[]>;

async function* everyOne<Item extends { readonly oid: Oid }>(
  { unitOfWork }: Pick<Ports, 'unitOfWork'>,
  list: List<Item>,
): AsyncGenerator<Item, void, undefined> {
  let after: Oid | undefined;
  do {
    const from = after;
    const slice = await unitOfWork.read((queries) => list(queries, from));
    if (slice.isErr()) throw new TreeUnavailable(slice.error);
    yield* slice.value;
    after = slice.value.length < perSlice ? undefined : slice.value.at(-1)?.oid;
  } while (after !== undefined);
}

/**
 * Everything that keeps files of the repository's chunk tree. Nobody holds the lists while they are read, so something may go from one to another meanwhile: each
 * list that it can come from stands before the one that it goes to, or the move raises the generation, which the collector looks at afterwards.
 */
export async function* treeKeepers(
  ports: Pick<Ports, 'unitOfWork'>,
  repositoryId: RepositoryId,
): AsyncGenerator<TreeKeeper, void, undefined> {
  for await (const verification of everyOne(ports, ({ tree }, after) =>
    tree.listPendingVerifications(repositoryId, after, perSlice),
  ))
    yield { kind: 'pending', verification };
  // An object in quarantine may be brought back, and has to be whole then.
  for await (const manifest of everyOne(ports, ({ quarantine }, after) =>
    quarantine.listManifests(repositoryId, after, perSlice),
  ))
    yield { kind: 'frozen', manifest };
  for await (const manifest of everyOne(ports, ({ tree }, after) => tree.listManifests(repositoryId, after, perSlice)))
    yield { kind: 'frozen', manifest };
}
