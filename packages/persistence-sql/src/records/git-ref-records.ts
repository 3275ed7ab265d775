import type { GitIndexRecords } from '@svc/core/ports';
import { inBatches } from '../in-batches.js';
import { refColumns, rowsPerStatement } from './git-index-rows.js';
import type { SqlSource } from './sql-source.js';

type GitRefRecords = Pick<GitIndexRecords, 'putRefs' | 'removeRefs'>;

export const gitRefRecords = ({ db }: SqlSource): GitRefRecords => ({
  putRefs: async (repositoryId, refs) => {
    await inBatches(refs, (batch) =>
      db
        .insertInto('git_refs')
        .values(batch.map((ref) => ({ repository_id: repositoryId, ...refColumns(ref) })))
        .onConflict((conflict) =>
          conflict.columns(['repository_id', 'name']).doUpdateSet((set) => ({
            target_number: set.ref('excluded.target_number'),
            tag_id: set.ref('excluded.tag_id'),
            tagger_name: set.ref('excluded.tagger_name'),
            tagger_email: set.ref('excluded.tagger_email'),
            tagged_at: set.ref('excluded.tagged_at'),
            notes: set.ref('excluded.notes'),
          })),
        )
        .execute(),
    );
  },
  removeRefs: async (repositoryId, names) => {
    await inBatches(
      names,
      (batch) => db.deleteFrom('git_refs').where('repository_id', '=', repositoryId).where('name', 'in', batch).execute(),
      rowsPerStatement,
    );
  },
});
