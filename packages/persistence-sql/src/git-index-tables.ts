import type { GitObjectFormat, GitRefName, IndexSessionId, Instant, RepositoryId, TagName, UserId } from '@svc/core/model';

/** 20 bytes of SHA-1 or 32 of SHA-256. */
type GitHash = Uint8Array;

/** The bytes of a path. */
type Path = Uint8Array;

interface GitIndexesTable {
  repository_id: RepositoryId;
  object_format: GitObjectFormat;
  generation: number;
  commit_count: number;
  object_count: number;
  write_count: number;
  bytes: number;
  indexed_at: Instant | null;
  /** The branch that HEAD names; null where nobody has said. */
  head: GitRefName | null;
  /** When its refs were last said to be all, and the repository's generation before they were read; null until then. */
  complete_at: Instant | null;
  complete_generation: number | null;
}

interface GitObjectsTable {
  repository_id: RepositoryId;
  number: number;
  id: GitHash;
  /** Null of trees and submodules. */
  size_bytes: number | null;
  /** Of what an LFS pointer names; null for all else. */
  lfs_oid: Uint8Array | null;
  lfs_size_bytes: number | null;
  /** Of the object with the bytes of a file that is no LFS pointer; null where none is known. */
  content_oid: Uint8Array | null;
}

/** Times are seconds since 1970, offsets minutes. */
interface GitCommitsTable {
  repository_id: RepositoryId;
  number: number;
  id: GitHash;
  /** Numbers, with commas between them. */
  parents: string;
  tree_object: number;
  root_commit: number;
  root_offset: number;
  author_name: string;
  author_email: string;
  authored_at: number;
  author_offset: number;
  committer_name: string;
  committer_email: string;
  committed_at: number;
  committer_offset: number;
  message: string;
}

interface GitDeletedPathsTable {
  repository_id: RepositoryId;
  /** The first 16 bytes of the SHA-256 of the path's bytes: a path may be longer than a key. */
  path_hash: Uint8Array;
  commit_number: number;
}

interface GitNodesTable {
  repository_id: RepositoryId;
  page: number;
  bytes: Uint8Array;
}

interface GitGraphChunksTable {
  repository_id: RepositoryId;
  chunk: number;
  bytes: Uint8Array;
}

interface GitRenamesTable {
  repository_id: RepositoryId;
  commit_number: number;
  to_path: Path;
  from_path: Path;
  similarity: number;
}

/** Where commits have put LFS pointers. */
interface GitUsesTable {
  repository_id: RepositoryId;
  /** Of the pointer. */
  object_number: number;
  commit_number: number;
  path: Path;
}

interface GitRefsTable {
  repository_id: RepositoryId;
  name: GitRefName;
  target_number: number;
  /** These five are null of what is no annotated tag. */
  tag_id: GitHash | null;
  tagger_name: string | null;
  tagger_email: string | null;
  tagged_at: Instant | null;
  notes: string | null;
}

interface GitReleasesTable {
  repository_id: RepositoryId;
  /** As in the name of its ref, without what all tags begin with. */
  tag: TagName;
  /** In place of the message of the tag. */
  notes: string;
  updated_at: Instant;
}

interface GitIndexSessionsTable {
  id: IndexSessionId;
  repository_id: RepositoryId;
  object_format: GitObjectFormat;
  base_generation: number;
  /** Null of a session that an earlier version has opened. */
  repository_generation: number | null;
  opened_by: UserId;
  opened_at: Instant;
  expires_at: Instant;
  /** These four are null until it is finalized. */
  generation: number | null;
  commits: number | null;
  refs: number | null;
  missing_objects: number | null;
}

interface GitPendingCommitsTable {
  session_id: IndexSessionId;
  id: GitHash;
  raw: Uint8Array;
  /** JSON; null until a part of the tree has come. */
  progress: string | null;
}

interface GitPendingPagesTable {
  session_id: IndexSessionId;
  commit_id: GitHash;
  page: number;
}

interface GitPendingFoldersTable {
  session_id: IndexSessionId;
  commit_id: GitHash;
  folder: Path;
  odd_id: GitHash | null;
  plain_id: GitHash | null;
}

/** The Git history of repositories, and what was sent of it and is not complete. */
export interface GitIndexTables {
  git_commits: GitCommitsTable;
  git_deleted_paths: GitDeletedPathsTable;
  git_graph_chunks: GitGraphChunksTable;
  git_index_sessions: GitIndexSessionsTable;
  git_indexes: GitIndexesTable;
  git_nodes: GitNodesTable;
  git_objects: GitObjectsTable;
  git_pending_commits: GitPendingCommitsTable;
  git_pending_folders: GitPendingFoldersTable;
  git_pending_pages: GitPendingPagesTable;
  git_refs: GitRefsTable;
  git_releases: GitReleasesTable;
  git_renames: GitRenamesTable;
  git_uses: GitUsesTable;
}
