/** What the spec has and the service does not yet: a line goes as soon as its row is there. */
export const notYet: readonly string[] = [
  'GET /api/v1/repositories/{repoID}/snapshots',
  'POST /api/v1/repositories/{repoID}/snapshots',
];
