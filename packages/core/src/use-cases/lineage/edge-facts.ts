import { type AuditDetails, auditFacts } from '../../model/audit-event.js';
import type { GraphEdge, GraphNode } from '../../model/lineage/graph-edge.js';

/** What the audit log tells of an edge. Its readers may not know of another repository, so what is there stays unnamed. */
export const edgeFacts = ({ repositoryId, type, from, to }: GraphEdge): AuditDetails => {
  const textOf = (node: GraphNode): string =>
    node.repositoryId === repositoryId ? `${node.kind} ${node.id}` : `${node.kind} of another repository`;
  return auditFacts({ repository_id: repositoryId, type, from: textOf(from), to: textOf(to) });
};
