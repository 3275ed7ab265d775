import { sql } from 'kysely';
import type { Migration } from './migration.js';

/**
 * SQLite, which is asked for no statistics, went through the sessions of everybody by their ends to find those of one repository. The index by ends is
 * one of OPEN sessions now, which no query but that of a job names by a literal, and the repository has indexes of its own: by ends, and of unswept
 * sessions, since ended ones stay.
 */
export const sessionsByEnd: Migration = {
  number: 30,
  name: 'sessions-by-end',
  statements: (schema) => [
    schema
      .createIndex('upload_sessions_open_by_end')
      .on('upload_sessions')
      .columns(['expires_at', 'id'])
      .where(sql.ref('status'), '=', sql.lit('OPEN')),
    schema.dropIndex('upload_sessions_by_end'),
    schema
      .createIndex('upload_sessions_by_repository_end')
      .on('upload_sessions')
      .columns(['repository_id', 'kind', 'expires_at']),
    schema
      .createIndex('upload_sessions_unswept_of_repository')
      .on('upload_sessions')
      .columns(['repository_id', 'kind'])
      .where(sql.ref('is_swept'), '=', sql.lit(0)),
    schema
      .createIndex('domain_events_pending_of_organization')
      .on('domain_events')
      .columns(['organization_id', 'is_pending', 'occurred_at', 'sequence'])
      .where(sql.ref('is_pending'), '=', sql.lit(1)),
  ],
};
