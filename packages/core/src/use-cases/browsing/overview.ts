import { ok, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { pauseOf } from '../../concurrency/pause-of.js';
import { findEntries, type NodeReference, totals } from '../../formats/path-tree/index.js';
import { invariant, type NotFound, type Unavailable } from '../../model/app-error.js';
import { gitPathOfText } from '../../model/git-index/git-path.js';
import { branchOfRef, tagOfRef } from '../../model/git-index/git-ref.js';
import { isOfBlob } from '../../model/git-index/path-entry.js';
import type { LatestRelease, RepositoryOverview } from '../../model/git-index/repository-overview.js';
import type { ShownPath } from '../../model/git-index/shown-path.js';
import { cacheKey } from '../../steps/git-history/index-caches.js';
import type { History } from '../../steps/git-history/open-history.js';
import { showCommit } from '../../steps/git-history/show-commits.js';
import type { StoredSizes } from '../../steps/git-history/show-files.js';
import { showPaths } from '../../steps/git-history/show-paths.js';
import { findFileTypes } from './file-types.js';
import { type BrowsingPorts, readHistory } from './read-at.js';

export interface OverviewOfHistory extends RepositoryOverview {
  readonly generation: number;
}

/** As people name it, the likeliest first. */
const readmePaths = ['README', 'Readme', 'readme', 'ReadMe']
  .flatMap((name) => ['.md', '.MD', '.markdown', '.rst', '.txt', '.adoc', '.org', ''].map((ending) => `${name}${ending}`))
  .flatMap((name) => gitPathOfText(name) ?? []);

const findReadme = async (history: History, objects: StoredSizes, root: NodeReference): Promise<ShownPath | undefined> => {
  const entries = await findEntries(history.load, root, readmePaths);
  for (const path of readmePaths) {
    const entry = entries.get(path);
    if (entry === undefined || !isOfBlob(entry.mode)) continue;
    const [shown] = await showPaths(history, objects, [{ path, entry, totals: undefined }]);
    return shown;
  }
  return undefined;
};

const findLatestRelease = async (history: History): Promise<LatestRelease | undefined> => {
  const [latest] = history.tags;
  const tag = latest && tagOfRef(latest.name);
  if (latest === undefined || tag === undefined) return undefined;
  return { tag, publishedAt: latest.createdAt, commit: await showCommit(history, latest.commit) };
};

type OfDefaultBranch = Pick<RepositoryOverview, 'defaultBranch' | 'head' | 'totals' | 'fileTypes' | 'readme'>;

const noBranch: OfDefaultBranch = {
  defaultBranch: undefined,
  head: undefined,
  totals: { files: 0, sizeBytes: 0 },
  fileTypes: { types: [], isWhole: true },
  readme: undefined,
};

const ofDefaultBranch = async (ports: BrowsingPorts, history: History, objects: StoredSizes): Promise<OfDefaultBranch> => {
  const { defaultBranch, queries, repositoryId, load } = history;
  if (defaultBranch === undefined) return noBranch;
  const { name, commit: number } = defaultBranch;
  const commit = (await queries.findCommitDetails(repositoryId, [number])).get(number);
  invariant(commit !== undefined, 'a ref names a commit of the index');
  const { root } = commit;
  return {
    defaultBranch: branchOfRef(name),
    head: await showCommit(history, number),
    totals: (await totals(load, root, '')) ?? noBranch.totals,
    fileTypes: await ports.indexCaches.fileTypes.of(cacheKey(repositoryId, number), () =>
      findFileTypes(history, root, pauseOf(ports.clock)),
    ),
    readme: await findReadme(history, objects, root),
  };
};

/** What there is in the history of a repository, and what its default branch has. */
export const overview =
  (ports: BrowsingPorts) =>
  (grant: RepositoryGrant<'repository.pull'>): ResultAsync<OverviewOfHistory, NotFound | Unavailable> =>
    readHistory(ports, grant, async (history, { objects }) => {
      const { tips, tags, visible, index } = history;
      return ok({
        generation: index.generation,
        counts: { commits: visible.size, branches: tips.size - tags.length, releases: tags.length },
        ...(await ofDefaultBranch(ports, history, objects)),
        latestRelease: await findLatestRelease(history),
      });
    });
