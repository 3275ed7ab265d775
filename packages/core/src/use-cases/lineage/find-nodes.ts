import { isTagName, refOfTag } from '../../model/git-index/git-ref.js';
import { isGitId } from '../../model/git-index/git-id.js';
import { type GraphNode, nodeKey } from '../../model/lineage/graph-edge.js';
import { isOid, type RepositoryId } from '../../model/values/index.js';
import type { Queries } from '../../ports/unit-of-work.js';
import type { IndexCaches } from '../../steps/git-history/index-caches.js';
import { type History, openHistory } from '../../steps/git-history/open-history.js';

/** What is known of a node that is there. */
export interface FoundNode {
  /** Of an artifact. */
  readonly sizeBytes: number | undefined;
}

type NodeQueries = Pick<Queries, 'gitIndex' | 'objects'>;

const findArtifacts = async (
  { objects }: NodeQueries,
  repositoryId: RepositoryId,
  nodes: readonly GraphNode[],
  found: Map<string, FoundNode>,
): Promise<void> => {
  const oids = nodes.flatMap(({ id }) => (isOid(id) ? [id] : []));
  const sizes = await objects.findSizes(repositoryId, oids);
  for (const [id, sizeBytes] of sizes) found.set(nodeKey({ repositoryId, kind: 'artifact', id }), { sizeBytes });
};

const ofHistory: FoundNode = { sizeBytes: undefined };

const findInHistory = async (history: History, nodes: readonly GraphNode[], found: Map<string, FoundNode>): Promise<void> => {
  const { queries, repositoryId, index, tips, visible } = history;
  for (const node of nodes) {
    if (node.kind === 'release' && isTagName(node.id) && tips.has(refOfTag(node.id))) found.set(nodeKey(node), ofHistory);
  }
  const ids = nodes.flatMap(({ kind, id }) => (kind === 'commit' && isGitId(id, index.objectFormat) ? [id] : []));
  for (const [id, { number }] of await queries.findCommits(repositoryId, ids)) {
    if (visible.has(number)) found.set(nodeKey({ repositoryId, kind: 'commit', id }), ofHistory);
  }
};

/** Those of the nodes that are there, by their keys: objects that are stored, commits that a ref reaches, and tags. */
export const findNodes = async (
  queries: NodeQueries,
  caches: IndexCaches,
  nodes: readonly GraphNode[],
): Promise<ReadonlyMap<string, FoundNode>> => {
  const found = new Map<string, FoundNode>();
  for (const repositoryId of new Set(nodes.map((node) => node.repositoryId))) {
    const here = nodes.filter((node) => node.repositoryId === repositoryId);
    const artifacts = here.filter(({ kind }) => kind === 'artifact');
    if (artifacts.length > 0) await findArtifacts(queries, repositoryId, artifacts, found);
    if (artifacts.length === here.length) continue;
    const history = await openHistory(queries.gitIndex, repositoryId, caches);
    if (history.isOk()) await findInHistory(history.value, here, found);
  }
  return found;
};
