import type { UserId } from '@svc/core/model';
import type { SqlSource } from './sql-source.js';

/** The repositories that are taken from the user by the level `NONE`. */
export const hiddenFrom = ({ db }: SqlSource, userId: UserId) =>
  db.selectFrom('repository_members').select('repository_id').where('user_id', '=', userId).where('level', '=', 'NONE');
