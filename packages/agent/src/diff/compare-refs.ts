import type { ApiAnswer } from '@svc/client';
import type { GitFolder } from '@svc/core/model';
import { valueOf } from '../api-outcome.js';
import { notIndexed, problemAt, type TreeContext } from '../tree/list-tree.js';
import { base64OfText } from '../tree/tree-entry.js';

export type Comparison = ApiAnswer<'GET', '/api/v1/repositories/{repoID}/compare'>['data'];
export type ChangedFile = Comparison['files'][number];

export interface ComparedRefs {
  readonly base: string;
  /** The default branch when absent. */
  readonly head: string | undefined;
  /** What lies in that folder, or that file alone. */
  readonly path: GitFolder;
}

/** What the service gives at once. */
const maxFiles = 1000;

/** The one that the index lacks, undefined for the default branch; the answer to a comparison does not say which it is. */
const lackedRef = async (
  { client, repositoryId, signal }: TreeContext,
  { base, head }: Pick<ComparedRefs, 'base' | 'head'>,
): Promise<string | undefined> => {
  const params = { path: { repoID: repositoryId }, query: { ref: base, limit: 1 } };
  const answer = await client.api.GET('/api/v1/repositories/{repoID}/tree', { params, signal });
  return answer.isErr() && answer.error.reason === 'unknown_ref' ? base : head;
};

/** The pages of what differs between two branches, tags or commits: each has the totals of all. Throws an `AgentProblem`. */
export async function* compareRefs(
  context: TreeContext,
  { base, head, path }: ComparedRefs,
): AsyncGenerator<Comparison, void, undefined> {
  const { client, repositoryId, signal } = context;
  let cursor: string | undefined;
  do {
    const query = {
      base,
      limit: maxFiles,
      ...(head === undefined ? {} : { head }),
      ...(path === '' ? {} : { path_base64: base64OfText(path) }),
      ...(cursor === undefined ? {} : { cursor }),
    };
    const params = { path: { repoID: repositoryId }, query };
    const answer = await client.api.GET('/api/v1/repositories/{repoID}/compare', { params, signal });
    if (answer.isErr() && answer.error.reason === 'unknown_ref') {
      throw problemAt({ path, ref: await lackedRef(context, { base, head }) }, answer.error);
    }
    const { data } = await valueOf(Promise.resolve(answer));
    if (!data.indexed) throw notIndexed();
    yield data;
    cursor = data.next_cursor;
  } while (cursor !== undefined);
}
