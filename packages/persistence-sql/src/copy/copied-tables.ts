import type { Schema } from '../schema.js';

export type CopiedTable = Exclude<keyof Schema, 'migrations'>;

type Keys = { readonly [Table in CopiedTable]: readonly (keyof Schema[Table] & string)[] };

/**
 * Every table with the columns of its primary key, as SQLite has it, by which it is read in pieces; what a table refers to stands before it. What steps were taken is not copied:
 * the other database takes them itself.
 */
export const copiedTables: Keys = {
  users: ['id'],
  identities: ['issuer', 'subject'],
  credential_sessions: ['secret_sha256'],
  organizations: ['id'],
  organization_usages: ['organization_id'],
  conversion_turns: ['organization_id'],
  organization_words: ['organization_id', 'word'],
  memberships: ['organization_id', 'user_id'],
  storage_connections: ['id'],
  retired_connections: ['id'],
  storage_groups: ['id'],
  repositories: ['id'],
  repository_usages: ['repository_id'],
  repository_words: ['repository_id', 'word'],
  repository_members: ['repository_id', 'user_id'],
  hidden_repositories: ['user_id', 'repository_id'],
  deleted_repositories: ['repository_id'],
  tokens: ['id'],
  invitations: ['id'],
  invitation_mails: ['organization_id', 'email', 'sent_at'],
  locks: ['repository_id', 'path'],
  objects: ['repository_id', 'oid'],
  quarantined_objects: ['repository_id', 'oid'],
  unreachable_objects: ['repository_id', 'oid'],
  unreachable_looks: ['repository_id'],
  object_downloads: ['repository_id', 'oid'],
  conversion_trials: ['repository_id', 'oid'],
  sampled_chunks: ['repository_id', 'name', 'oid'],
  converted_objects: ['repository_id', 'oid'],
  requested_conversions: ['repository_id', 'oid'],
  conversion_totals: ['repository_id'],
  folders: ['repository_id', 'parent', 'name'],
  artifact_clocks: ['organization_id'],
  artifact_counts: ['organization_id', 'repository_id', 'type'],
  artifact_name_marks: ['organization_id'],
  artifact_instants: ['organization_id', 'block'],
  artifact_grams: ['organization_id', 'gram', 'segment'],
  upload_sessions: ['id'],
  upload_objects: ['session_id', 'oid'],
  idempotency_keys: ['user_id', 'operation', 'repository_id', 'key'],
  reclaim_marks: ['repository_id', 'oid'],
  tree_files: ['repository_id', 'path'],
  condemned_files: ['repository_id', 'path'],
  tree_collections: ['repository_id'],
  packs: ['repository_id', 'name'],
  chunks: ['repository_id', 'name'],
  chunk_indexes: ['sequence'],
  chunk_hooks: ['index_sequence', 'prefix'],
  damaged_files: ['repository_id', 'kind', 'name'],
  scrub_positions: ['id'],
  pending_verifications: ['repository_id', 'oid'],
  transfer_events: ['repository_id', 'id'],
  git_indexes: ['repository_id'],
  git_objects: ['repository_id', 'number'],
  git_commits: ['repository_id', 'number'],
  git_nodes: ['repository_id', 'page'],
  git_graph_chunks: ['repository_id', 'chunk'],
  git_deleted_paths: ['repository_id', 'path_hash', 'commit_number'],
  git_renames: ['repository_id', 'commit_number', 'to_path', 'from_path'],
  git_uses: ['repository_id', 'object_number', 'commit_number', 'path'],
  git_refs: ['repository_id', 'name'],
  git_releases: ['repository_id', 'tag'],
  git_index_sessions: ['id'],
  git_pending_commits: ['session_id', 'id'],
  git_pending_pages: ['session_id', 'commit_id', 'page'],
  git_pending_folders: ['session_id', 'commit_id', 'folder'],
  graph_edges: ['id'],
  snapshots: ['id'],
  snapshot_files: ['snapshot_id', 'position'],
  recommendation_dismissals: ['repository_id', 'recommendation_id'],
  repository_days: ['repository_id', 'day'],
  repository_uploads: ['repository_id', 'day'],
  repository_egress: ['repository_id', 'day'],
  usage_days: ['organization_id', 'day', 'storage_mode'],
  traffic_days: ['organization_id', 'day', 'storage_mode'],
  download_writers: ['id'],
  ledger_entries: ['sequence'],
  audit_events: ['sequence'],
  domain_events: ['sequence'],
  activity: ['sequence'],
  webhooks: ['id'],
  webhook_deliveries: ['id'],
  notifications: ['id'],
  queued_mails: ['id'],
  billing_accounts: ['organization_id'],
  billing_events: ['id'],
  leases: ['name'],
};

const isTable = (name: string): name is CopiedTable => Object.hasOwn(copiedTables, name);

/** Tables whose rows may be equal in all columns; they are small. */
export const tablesWithoutKey: ReadonlySet<CopiedTable> = new Set<CopiedTable>(['invitation_mails']);

/** In the order in which they are written. */
export const copiedTableNames: readonly CopiedTable[] = Object.keys(copiedTables).filter(isTable);

/** Whether the database counts the table's rows up by itself. */
export const isCounted = (table: CopiedTable): boolean => copiedTables[table][0] === 'sequence';
