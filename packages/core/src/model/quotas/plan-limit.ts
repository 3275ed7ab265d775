import type { QuotaExceeded } from '../app-error.js';
import { planIds, plans } from './plan.js';

/**
 * Whether another plan would have allowed it. Tokens have a limit on every plan besides that of their own, which nobody can choose a plan against.
 */
export const isPlanLimit = ({ reason, limit }: QuotaExceeded): boolean => {
  switch (reason) {
    case 'max_tokens':
      return planIds.some((id) => plans[id].maxTokens === limit);
    case 'max_repositories':
    case 'max_members':
    case 'max_object_size':
    case 'storage_quota':
    case 'max_storage_connections':
      return true;
    case 'max_owned_organizations':
    case 'max_locks':
    case 'max_session_objects':
    case 'max_tree_files':
    case 'max_git_commits':
    case 'max_git_refs':
    case 'max_git_index_bytes':
    case 'max_graph_edges':
    case 'max_snapshots':
    case 'max_snapshot_files':
      return false;
  }
};
