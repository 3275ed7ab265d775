import type { DatabaseConnection } from 'kysely';

/** The same connection, which tells how long each statement took. */
export const withTimes = (
  connection: DatabaseConnection,
  onStatement: (text: string, tookMs: number) => void,
): DatabaseConnection => ({
  executeQuery: async (query) => {
    const began = performance.now();
    try {
      return await connection.executeQuery(query);
    } finally {
      onStatement(query.sql, performance.now() - began);
    }
  },
  streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
});
