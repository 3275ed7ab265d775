import type { ApiError } from '@svc/client';
import { folderOfGitPath } from '@svc/core/model';
import { AgentProblem } from '../agent-problem.js';
import { problemOf } from '../api-outcome.js';
import { printable } from '../output/printable.js';
import type { TransferContext } from '../transfer-context.js';
import { base64OfText, entryIn, namedPath, type TreeEntry } from './tree-entry.js';
import type { TreePlace } from './tree-place.js';

/** What a command asks of the index. */
export type TreeContext = Pick<TransferContext, 'client' | 'repositoryId' | 'signal'>;

export interface TreePage {
  /** The id of the commit; the same in all pages of a list. */
  readonly commit: string;
  /** What the place is; a file is its own and only entry. */
  readonly kind: 'folder' | 'file';
  readonly entries: readonly TreeEntry[];
}

/** What the service gives at once. */
const maxEntries = 1000;

export const notIndexed = (): AgentProblem =>
  new AgentProblem('the service knows no Git history of this repository; svc index, run in a clone, tells it');

/** The query of a path, which need not be text. */
const queryOf = ({ path, ref }: TreePlace) => ({
  ...(path === '' ? {} : { path_base64: base64OfText(path) }),
  ...(ref === undefined ? {} : { ref }),
});

const refProblem = ({ ref, isSplit }: TreePlace): string => {
  if (ref === undefined) return 'the index has no branch';
  return `the index has no branch, tag or commit ${printable(ref)}${isSplit === true ? '; where a path has an @ in it, name the ref with --ref' : ''}`;
};

/** The status lets the line say where it was looked for. */
export const problemAt = (place: TreePlace, error: ApiError): AgentProblem => {
  if (error.reason === 'not_indexed') return notIndexed();
  if (error.reason === 'unknown_ref') return new AgentProblem(refProblem(place), 'http', error.status);
  if (error.reason === 'ambiguous_ref')
    return new AgentProblem(`the ids of several commits begin like ${printable(place.ref ?? '')}`, 'http');
  return problemOf(error);
};

const unknownPath = ({ path, ref }: TreePlace): AgentProblem =>
  new AgentProblem(
    `there is no ${namedPath(path)} ${ref === undefined ? 'in the default branch' : `at ${printable(ref)}`}`,
    'http',
    404,
  );

/** A page of a folder, or of all files below it; undefined where there is no such folder. */
const readPage = async (
  { client, repositoryId, signal }: TreeContext,
  place: TreePlace,
  isRecursive: boolean,
  cursor: string | undefined,
) => {
  const query = {
    ...queryOf(place),
    recursive: isRecursive,
    limit: maxEntries,
    ...(cursor === undefined ? {} : { cursor }),
  };
  const result = await client.api.GET('/api/v1/repositories/{repoID}/tree', {
    params: { path: { repoID: repositoryId }, query },
    signal,
  });
  if (result.isOk()) return result.value.data;
  if (result.error.reason === 'unknown_path') return undefined;
  throw problemAt(place, result.error);
};

/** The pages of a folder; none where there is no such folder. */
async function* listFolder(
  context: TreeContext,
  place: TreePlace,
  isRecursive: boolean,
): AsyncGenerator<TreePage, void, undefined> {
  let cursor: string | undefined;
  do {
    const answer = await readPage(context, place, isRecursive, cursor);
    if (answer === undefined) return;
    const { indexed, commit, entries, next_cursor } = answer;
    if (!indexed || commit === undefined) throw notIndexed();
    yield { commit: commit.id, kind: 'folder', entries: entries.map((entry) => entryIn(place.path, entry)) };
    cursor = next_cursor;
  } while (cursor !== undefined);
}

/** What is no folder is looked for in the one that it would lie in. */
const findFile = async (context: TreeContext, { path, ref }: TreePlace): Promise<TreePage | undefined> => {
  if (path === '') return undefined;
  for await (const { commit, entries } of listFolder(context, { path: folderOfGitPath(path), ref }, false)) {
    const entry = entries.find((each) => each.path === path);
    if (entry !== undefined) return { commit, kind: 'file', entries: [entry] };
  }
  return undefined;
};

/** A folder, or all files below it, a page of many at a time; or a file. Throws an `AgentProblem` where there is neither. */
export async function* listTree(
  context: TreeContext,
  place: TreePlace,
  isRecursive: boolean,
): AsyncGenerator<TreePage, void, undefined> {
  let isFolder = false;
  for await (const page of listFolder(context, place, isRecursive)) {
    isFolder = true;
    yield page;
  }
  if (isFolder) return;
  const file = await findFile(context, place);
  if (file === undefined) throw unknownPath(place);
  yield file;
}
