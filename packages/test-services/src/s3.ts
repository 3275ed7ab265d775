import { cephIsInstalled, startCeph } from './ceph/start-ceph.js';
import type { S3Service } from './s3-service.js';
import type { StandIn, StandInOptions } from './s3-stand-in/options.js';

export type { S3Service } from './s3-service.js';
export type { AccessKey, Fault, FaultScope, Lie, Operation, Role, StandIn, StandInOptions } from './s3-stand-in/options.js';

const start = async (): Promise<S3Service> => {
  if (!cephIsInstalled()) throw new Error('no S3 server yet');
  return startCeph();
};

let running: Promise<S3Service> | undefined;

/** The S3 server of this test run: Ceph's where it is installed, otherwise the stand-in in strict mode. */
export const s3ForTests = (): Promise<S3Service> => (running ??= start());

/** A stand-in of one's own, to be stopped by its user. */
export const startStandIn = (options: StandInOptions): Promise<StandIn> =>
  Promise.reject(new Error(`no stand-in yet: ${options.mode}`));
