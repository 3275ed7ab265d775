import type { WireHistory, WireTree } from '@svc/test-services/git-repository';
import { listBelow, listFolder } from '../../../src/formats/path-tree/index.js';
import type { GitId, GitObjectFormat } from '../../../src/model/git-index/git-id.js';
import { gitPathOfBytes, gitPathOfText, type GitFolder, type GitPath } from '../../../src/model/git-index/git-path.js';
import type { GitRefName } from '../../../src/model/git-index/git-ref.js';
import { folderMode, isFileMode, type PathEntry } from '../../../src/model/git-index/path-entry.js';
import { trusted } from '../../../src/model/values/brand.js';
import type { Limits } from '../../../src/model/quotas/limits.js';
import type { IndexSessionId } from '../../../src/model/values/ids.js';
import type { Oid } from '../../../src/model/values/oid.js';
import type { RefUpdate } from '../../../src/use-cases/git-index/finalize-index.js';
import type { DescribedObject, SentChange, SentTree } from '../../../src/use-cases/git-index/sent-trees.js';
import type { SentCommit } from '../../../src/use-cases/git-index/take-commits.js';
import { createWorld, valueOf, withRepository } from '../../builders/world.js';

export const gitId = (text: string): GitId => trusted<GitId>(text);

const pathOf = (text: string, base64: string | undefined): GitPath => {
  const path = base64 === undefined ? gitPathOfText(text) : gitPathOfBytes(Buffer.from(base64, 'base64url'));
  if (path === undefined) throw new Error(`${text} is a path`);
  return path;
};

const modeOf = (octal: string) => {
  const mode = Number.parseInt(octal, 8);
  if (!isFileMode(mode)) throw new Error(`${octal} is a mode`);
  return mode;
};

export const sentCommits = ({ commits }: WireHistory): SentCommit[] =>
  commits.map(({ id, raw }) => ({ id: gitId(id), raw: Buffer.from(raw, 'base64') }));

export const sentObjects = ({ objects }: WireHistory): DescribedObject[] =>
  objects.map(({ id, size, lfs }) => ({
    id: gitId(id),
    sizeBytes: size,
    lfs: lfs && { oid: trusted<Oid>(lfs.oid), sizeBytes: lfs.size },
  }));

export const sentTree = ({ commit, changes, is_last }: WireTree): SentTree => ({
  commit: gitId(commit),
  changes: changes.map(([text, mode, id, base64]): SentChange => ({
    path: pathOf(text, base64),
    file: id === null ? undefined : { mode: modeOf(mode), id: gitId(id) },
  })),
  renames: [],
  rawTrees: [],
  isLast: is_last,
});

/** A repository whose index tests fill, over memory. */
export const indexedRepository = async (options: { readonly bounds?: Partial<Limits> } = {}) => {
  const world = createWorld('business', options);
  const setting = await withRepository(world);
  const { push, repository } = setting;
  const { gitIndex } = world.application;
  const open = async (objectFormat: GitObjectFormat = 'sha1'): Promise<IndexSessionId> =>
    valueOf(await gitIndex.open(push, { objectFormat })).id;
  const send = async (sessionId: IndexSessionId, history: WireHistory): Promise<void> => {
    valueOf(await gitIndex.takeCommits(push, { sessionId, commits: sentCommits(history) }));
    const trees = history.trees.map(sentTree);
    valueOf(await gitIndex.takeTrees(push, { sessionId, objects: sentObjects(history), trees }));
  };
  const update = (name: string, target: string | null, expected?: string | null): RefUpdate => ({
    name: trusted<GitRefName>(name),
    target: target === null ? null : gitId(target),
    expected: typeof expected === 'string' ? gitId(expected) : expected,
    tag: undefined,
  });
  /** Everything in the path tree of a commit: what git calls it, its size, and the commit that changed it last. */
  const listed = async (
    commit: string,
  ): Promise<ReadonlyMap<GitPath, { mode: number; id: string; sizeBytes: number; changedIn: string }>> => {
    const found = await world.unitOfWork.read(async (queries) => {
      const root = (await queries.gitIndex.findCommits(repository.id, [gitId(commit)])).get(gitId(commit))?.root;
      if (root === undefined) throw new Error(`${commit} is indexed`);
      const load = (pages: readonly number[]) => queries.gitIndex.loadNodes(repository.id, pages);
      const entries: [GitPath, PathEntry][] = (await listBelow(load, root, '', { limit: 1e9 })).map(({ path, entry }) => [
        path,
        entry,
      ]);
      const folders: GitFolder[] = [''];
      for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
        for (const { name, entry } of await listFolder(load, root, folder, { limit: 1e9 })) {
          if (entry.mode !== folderMode) continue;
          const path = trusted<GitPath>(folder === '' ? name : `${folder}/${name}`);
          entries.push([path, entry]);
          folders.push(path);
        }
      }
      const ids = await queries.gitIndex.findObjectIds(
        repository.id,
        entries.map(([, { object }]) => object),
      );
      return entries.map(([path, { mode, object, sizeBytes, changedIn }]) => ({
        path,
        mode,
        id: ids.get(object) ?? '',
        sizeBytes,
        changedIn,
      }));
    });
    const numbers = new Map((await commitNumbers()).map(([id, number]): [number, string] => [number, id]));
    return new Map(
      valueOf(found).map(({ path, mode, id, sizeBytes, changedIn }) => [
        path,
        { mode, id, sizeBytes, changedIn: numbers.get(changedIn) ?? '' },
      ]),
    );
  };
  const known: string[] = [];
  const commitNumbers = async (): Promise<[string, number][]> => {
    const commits = valueOf(
      await world.unitOfWork.read((queries) => queries.gitIndex.findCommits(repository.id, known.map(gitId))),
    );
    return [...commits].map(([id, { number }]) => [id, number]);
  };
  return {
    ...setting,
    world,
    gitIndex,
    open,
    update,
    listed,
    send: async (sessionId: IndexSessionId, history: WireHistory): Promise<void> => {
      known.push(...history.commits.map(({ id }) => id));
      await send(sessionId, history);
    },
    know: (...ids: readonly string[]): void => void known.push(...ids),
    state: async () => valueOf(await gitIndex.state(push, { limit: 100 })),
  };
};

export type IndexedRepository = Awaited<ReturnType<typeof indexedRepository>>;
