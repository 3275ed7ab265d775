import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { useArtifact } from '../file/file.js';
import { shortId } from '../ui/format.js';
import type { GraphNode } from './graph-model.js';

export const kindText = { artifact: 'Artifact', commit: 'Commit', release: 'Release' } as const;

/** A graph has ids alone: for a larger one than this, names would take too many requests. */
export const mostNamed = 40;

/** Whether names are asked for. */
export const AreNodesNamed = createContext(true);

/** What a node is called without asking for anything. */
const nodeText = ({ kind, id }: GraphNode): string => (kind === 'release' ? id : shortId(id));

const fileName = (path: string): string => path.split('/').at(-1) ?? path;

/** What people call a node: an artifact by the file that it is or was. */
export const useNodeName = (repository: string, node: GraphNode): string => {
  const areNamed = useContext(AreNodesNamed);
  const isAsked = areNamed && node.kind === 'artifact' && node.repository_id === repository;
  const { data: artifact } = useArtifact(repository, isAsked ? node.id : undefined);
  const name = artifact?.name ?? artifact?.kept_by.commits[0]?.path;
  return name === undefined ? nodeText(node) : fileName(name);
};

/** A node's name, for lists. */
export const NodeName = ({ repository, node }: { readonly repository: string; readonly node: GraphNode }) => (
  <>{useNodeName(repository, node)}</>
);
