import { type Compilable, type SchemaModule, sql } from 'kysely';
import type { SqlDialect } from '../sql-dialect.js';
import { clusteringId, id, ofRepository, required } from './0001-initial-schema/columns.js';
import type { Migration } from './migration.js';

/** Rows with bytes are too large for a clustered table: there they would lie on the way to all others. */
const history = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { binary, text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('git_indexes')
        .addColumn('repository_id', text, (column) => clusteringId(column).references('repositories.id').onDelete('cascade'))
        .addColumn('object_format', text, required)
        .addColumn('generation', 'bigint', required)
        .addColumn('commit_count', 'bigint', required)
        .addColumn('object_count', 'bigint', required)
        .addColumn('write_count', 'bigint', required)
        .addColumn('bytes', 'bigint', required)
        .addColumn('indexed_at', 'bigint'),
    ),
    dialect.clustered(
      schema
        .createTable('git_objects')
        .addColumn('repository_id', text, ofRepository)
        .addColumn('number', 'bigint', required)
        .addColumn('id', binary, required)
        .addColumn('size_bytes', 'bigint')
        .addColumn('lfs_oid', binary)
        .addColumn('lfs_size_bytes', 'bigint')
        .addPrimaryKeyConstraint('git_objects_key', ['repository_id', 'number']),
    ),
    schema.createIndex('git_objects_by_id').unique().on('git_objects').columns(['repository_id', 'id']),
    schema
      .createIndex('git_objects_by_lfs_oid')
      .on('git_objects')
      .columns(['repository_id', 'lfs_oid'])
      .where(sql.ref('lfs_oid'), 'is not', null),
    schema
      .createTable('git_commits')
      .addColumn('repository_id', text, ofRepository)
      .addColumn('number', 'bigint', required)
      .addColumn('id', binary, required)
      .addColumn('parents', text, required)
      .addColumn('tree_object', 'bigint', required)
      .addColumn('root_commit', 'bigint', required)
      .addColumn('root_offset', 'bigint', required)
      .addColumn('author_name', text, required)
      .addColumn('author_email', text, required)
      .addColumn('authored_at', 'bigint', required)
      .addColumn('author_offset', 'bigint', required)
      .addColumn('committer_name', text, required)
      .addColumn('committer_email', text, required)
      .addColumn('committed_at', 'bigint', required)
      .addColumn('committer_offset', 'bigint', required)
      .addColumn('message', text, required)
      .addPrimaryKeyConstraint('git_commits_key', ['repository_id', 'number']),
    schema.createIndex('git_commits_by_id').unique().on('git_commits').columns(['repository_id', 'id']),
    schema
      .createTable('git_nodes')
      .addColumn('repository_id', text, ofRepository)
      .addColumn('page', 'bigint', required)
      .addColumn('bytes', binary, required)
      .addPrimaryKeyConstraint('git_nodes_key', ['repository_id', 'page']),
    schema
      .createTable('git_graph_chunks')
      .addColumn('repository_id', text, ofRepository)
      .addColumn('chunk', 'bigint', required)
      .addColumn('bytes', binary, required)
      .addPrimaryKeyConstraint('git_graph_chunks_key', ['repository_id', 'chunk']),
    schema
      .createTable('git_renames')
      .addColumn('repository_id', text, ofRepository)
      .addColumn('commit_number', 'bigint', required)
      .addColumn('to_path', binary, required)
      .addColumn('from_path', binary, required)
      .addColumn('similarity', 'bigint', required)
      .addPrimaryKeyConstraint('git_renames_key', ['repository_id', 'commit_number', 'to_path', 'from_path']),
  ];
};

const refs = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { binary, text } = dialect.columnTypes;
  return [
    schema
      .createTable('git_refs')
      .addColumn('repository_id', text, ofRepository)
      .addColumn('name', text, required)
      .addColumn('target_number', 'bigint', required)
      .addColumn('tag_id', binary)
      .addColumn('tagger_name', text)
      .addColumn('tagger_email', text)
      .addColumn('tagged_at', 'bigint')
      .addColumn('notes', text)
      .addPrimaryKeyConstraint('git_refs_key', ['repository_id', 'name']),
    schema
      .createTable('git_releases')
      .addColumn('repository_id', text, ofRepository)
      .addColumn('tag', text, required)
      .addColumn('notes', text, required)
      .addColumn('updated_at', 'bigint', required)
      .addPrimaryKeyConstraint('git_releases_key', ['repository_id', 'tag']),
  ];
};

const sessions = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { binary, text } = dialect.columnTypes;
  return [
    schema
      .createTable('git_index_sessions')
      .addColumn('id', text, id)
      .addColumn('repository_id', text, ofRepository)
      .addColumn('object_format', text, required)
      .addColumn('base_generation', 'bigint', required)
      .addColumn('opened_by', text, required)
      .addColumn('opened_at', 'bigint', required)
      .addColumn('expires_at', 'bigint', required)
      .addColumn('generation', 'bigint')
      .addColumn('commits', 'bigint')
      .addColumn('refs', 'bigint')
      .addColumn('missing_objects', 'bigint'),
    schema.createIndex('git_index_sessions_by_repository').on('git_index_sessions').columns(['repository_id', 'opened_at', 'id']),
    schema.createIndex('git_index_sessions_by_end').on('git_index_sessions').columns(['expires_at', 'id']),
    schema
      .createTable('git_pending_commits')
      .addColumn('session_id', text, (column) => column.notNull().references('git_index_sessions.id').onDelete('cascade'))
      .addColumn('id', binary, required)
      .addColumn('raw', binary, required)
      .addColumn('progress', text)
      .addPrimaryKeyConstraint('git_pending_commits_key', ['session_id', 'id']),
    dialect.clustered(
      schema
        .createTable('git_pending_pages')
        .addColumn('session_id', text, (column) => column.notNull().references('git_index_sessions.id').onDelete('cascade'))
        .addColumn('commit_id', binary, required)
        .addColumn('page', 'bigint', required)
        .addPrimaryKeyConstraint('git_pending_pages_key', ['session_id', 'commit_id', 'page']),
    ),
    schema
      .createTable('git_pending_folders')
      .addColumn('session_id', text, (column) => column.notNull().references('git_index_sessions.id').onDelete('cascade'))
      .addColumn('commit_id', binary, required)
      .addColumn('folder', binary, required)
      .addPrimaryKeyConstraint('git_pending_folders_key', ['session_id', 'commit_id', 'folder']),
  ];
};

/** The Git history of repositories: commits, the trees of their paths, branches and tags, and what was sent of it and is not complete. */
export const gitIndex: Migration = {
  number: 7,
  name: 'git-index',
  statements: (schema, dialect) => [history, refs, sessions].flatMap((tablesOf) => tablesOf(schema, dialect)),
};
