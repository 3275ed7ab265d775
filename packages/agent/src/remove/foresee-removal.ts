import type { Oid } from '@svc/core';
import { problemOf, valueOf } from '../api-outcome.js';
import type { TreeContext } from '../tree/list-tree.js';
import { findKeepers, keptProblem } from './find-keepers.js';
import type { NamedObject } from './find-objects.js';

/** What the service lists at once. */
const pageLimit = 100;

const isRemoved = async ({ client, repositoryId, signal }: TreeContext, oid: Oid): Promise<boolean> => {
  let cursor: string | undefined;
  do {
    const params = { path: { repoID: repositoryId }, query: { limit: pageLimit, ...(cursor === undefined ? {} : { cursor }) } };
    const { data } = await valueOf(client.api.GET('/api/v1/repositories/{repoID}/removed-objects', { params, signal }));
    if (data.removed_objects.some((object) => object.oid === oid)) return true;
    cursor = data.next_cursor;
  } while (cursor !== undefined);
  return false;
};

const notFound = 404;

/** What a removal would do, as far as the service tells what keeps an object; changes nothing. Throws what the removal would, where that is known. */
export const foreseeRemoval = async (
  context: TreeContext,
  object: NamedObject,
  isForced: boolean,
): Promise<'remove' | 'nothing'> => {
  const found = await findKeepers(context, object.oid);
  if (found.isErr()) {
    // To remove once more what is removed changes nothing.
    if (found.error.status === notFound && (await isRemoved(context, object.oid))) return 'nothing';
    throw problemOf(found.error);
  }
  const { refs, others } = found.value;
  if (others.length > 0 || (refs.length > 0 && !isForced)) throw keptProblem(object, found.value, isForced);
  return 'remove';
};
