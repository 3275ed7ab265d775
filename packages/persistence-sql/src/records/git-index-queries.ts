import type { GitIndexQueries } from '@svc/core/ports';
import { gitCommitQueries } from './git-commit-queries.js';
import { indexOf } from './git-index-rows.js';
import { gitObjectQueries } from './git-object-queries.js';
import { gitPathQueries } from './git-path-queries.js';
import { gitRefQueries } from './git-ref-queries.js';
import { gitSessionQueries } from './git-session-queries.js';
import type { SqlSource } from './sql-source.js';

export const gitIndexQueries = (source: SqlSource): GitIndexQueries => {
  const { db, lookUps } = source;
  return {
    find: async (repositoryId) => {
      const [row] = await lookUps.gitIndexOf(db, [repositoryId]);
      return row && indexOf(row);
    },
    ...gitSessionQueries(source),
    ...gitCommitQueries(source),
    ...gitObjectQueries(source),
    ...gitPathQueries(source),
    ...gitRefQueries(source),
  };
};
