import type { UserId } from '@svc/core/model';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Schema } from '../schema.js';
import { countsForUser } from './hidden-from.js';

/** Of a query that has the repositories: those that are not taken from the user by the level `NONE`. */
export const isVisibleTo =
  (userId: UserId) =>
  (expression: ExpressionBuilder<Schema, 'repositories'>): Expression<SqlBool> =>
    expression.not(
      expression.exists(
        expression
          .selectFrom('repository_members')
          .select('repository_members.level')
          .whereRef('repository_members.repository_id', '=', 'repositories.id')
          .where('repository_members.user_id', '=', userId)
          .where('repository_members.level', '=', 'NONE')
          .where(countsForUser),
      ),
    );
