export { type S3BucketOptions, type S3Credentials, type S3Limits, type S3Timeouts } from './bucket.js';
export { type CredentialsSource, type RoleBase } from './connector/assume-role.js';
export { type BucketConnectorOptions, createBucketConnector } from './connector/bucket-connector.js';
export { type Egress, type EgressAgents } from './connector/egress.js';
export { type Deadlines } from './connector/run-checks.js';
export { type LeftoverAges, type RemovedLeftovers } from './leftovers.js';
export { noCapabilities, probeCapabilities, type S3Capabilities, type S3Probe } from './probe-capabilities.js';
export { checkCors, type CorsGaps } from './check-cors.js';
export { createS3BlobStore, type S3BlobStore, type S3BlobStoreOptions } from './s3-blob-store.js';
