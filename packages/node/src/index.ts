export type { JobFault, JobName, OnJobFault } from './jobs/attempt.js';
export { idleBetweenRequests, type IdleOptions } from './idle-between-requests.js';
export { nodeClock } from './node-clock.js';
export { type NodePorts, nodePorts, type SecretBoxOption } from './node-ports.js';
export { nodeRandom } from './node-random.js';
export { type JobOutcomes, type Jobs, type JobsOptions, type OnJobDone, type RemovedLeftovers, startJobs } from './start-jobs.js';
