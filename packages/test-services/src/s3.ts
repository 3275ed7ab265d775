import type { S3Service } from './s3-service.js';
import type { StandIn, StandInOptions } from './s3-stand-in/options.js';

export type { S3Service } from './s3-service.js';
export type { AccessKey, Fault, FaultScope, Lie, Operation, Role, StandIn, StandInOptions } from './s3-stand-in/options.js';

/** The S3 server of this test run: Ceph's where it is installed, otherwise the stand-in in strict mode. */
export const s3ForTests = (): Promise<S3Service> => Promise.reject(new Error('no S3 server yet'));

/** A stand-in of one's own, to be stopped by its user. */
export const startStandIn = (options: StandInOptions): Promise<StandIn> =>
  Promise.reject(new Error(`no stand-in yet: ${options.mode}`));
