import type { ApiAnswer } from '@svc/client';
import type { Oid } from '@svc/core';
import { valueOf } from '../api-outcome.js';
import type { TreeContext } from '../tree/list-tree.js';

export type TensorComparison = ApiAnswer<'GET', '/api/v1/repositories/{repoID}/artifacts/{oid}/compare/{other}'>['data'];
export type ComparedTensor = TensorComparison['tensors'][number];

/** What the service gives at once. */
const maxTensors = 1000;

/** Why there is nothing to say about tensors, although the service has both objects. */
const withoutTensors: ReadonlySet<string> = new Set([
  'no_tensor_file',
  'tensor_header',
  'too_large_to_compare',
  'formats_differ',
]);

/** The pages of what differs between the tensors of two versions of a model; none where one of them is none. Throws an `AgentProblem`. */
export async function* compareTensors(
  { client, repositoryId, signal }: TreeContext,
  before: Oid,
  after: Oid,
): AsyncGenerator<TensorComparison, void, undefined> {
  let cursor: string | undefined;
  do {
    const query = { limit: maxTensors, ...(cursor === undefined ? {} : { cursor }) };
    const params = { path: { repoID: repositoryId, oid: after, other: before }, query };
    const answer = await client.api.GET('/api/v1/repositories/{repoID}/artifacts/{oid}/compare/{other}', { params, signal });
    if (answer.isErr() && withoutTensors.has(answer.error.reason ?? '')) return;
    const { data } = await valueOf(Promise.resolve(answer));
    yield data;
    cursor = data.next_cursor;
  } while (cursor !== undefined);
}
