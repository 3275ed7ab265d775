import type { GitId } from '@svc/core/model';
import type { SqlSource } from './sql-source.js';

/** The ids as rows of the column `wanted`. */
export const wantedIds = ({ dialect }: SqlSource, ids: readonly GitId[]) =>
  dialect.givenRows(dialect.rowsParameter(ids.map((id) => [id])), { wanted: 'hash' }).as('given');

/** Likewise of the column `number`. */
export const wantedNumbers = ({ dialect }: SqlSource, numbers: readonly number[]) =>
  dialect.numberRows(dialect.numbersParameter(numbers)).as('given');
