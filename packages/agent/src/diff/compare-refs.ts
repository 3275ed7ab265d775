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

/** The pages of what differs between two branches, tags or commits: each has the totals of all. Throws an `AgentProblem`. */
export async function* compareRefs(
  { client, repositoryId, signal }: TreeContext,
  { base, head, path }: ComparedRefs,
): AsyncGenerator<Comparison, void, undefined> {
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
      throw problemAt({ path, ref: head === undefined ? base : `${base} or ${head}` }, answer.error);
    }
    const { data } = await valueOf(Promise.resolve(answer));
    if (!data.indexed) throw notIndexed();
    yield data;
    cursor = data.next_cursor;
  } while (cursor !== undefined);
}
