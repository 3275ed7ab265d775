export const healthProblems = ['storage_unhealthy', 'stale_uploads', 'verification_overdue', 'files_overdue'] as const;
export type HealthProblem = (typeof healthProblems)[number];
export const repositoryHealthStatuses = ['healthy', 'degraded', 'unhealthy'] as const;
/** `unhealthy`: its objects cannot be read or written, as far as is known. `degraded`: something else does not come to an end. */
export type RepositoryHealthStatus = (typeof repositoryHealthStatuses)[number];
