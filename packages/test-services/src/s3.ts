import { cephIsInstalled, startCeph } from './ceph/start-ceph.js';
import { makeBucket } from './make-bucket.js';
import { registerService, services } from './running-services.js';
import type { S3Service } from './s3-service.js';
import { startStandIn } from './s3-stand-in/stand-in.js';

export { type Ceph, startCeph } from './ceph/start-ceph.js';
export type { S3Service } from './s3-service.js';
export type { AccessKey, Fault, FaultScope, Lie, Operation, Role, StandIn, StandInOptions } from './s3-stand-in/options.js';
export { startStandIn };

/** Of a variable that says where tests find S3. */
const given = (name: string): string | undefined => process.env[`SVC_TEST_S3_${name}`];

const required = (name: string): string => {
  const value = given(name);
  if (value === undefined) throw new Error(`SVC_TEST_S3_ENDPOINT is set, so SVC_TEST_S3_${name} has to be set too.`);
  return value;
};

const givenServer = (endpoint: string): S3Service => {
  const accessKeyId = required('ACCESS_KEY_ID');
  const server = { endpoint, region: 'us-east-1', accessKeyId, secretAccessKey: required('SECRET_ACCESS_KEY') };
  return { ...server, name: `S3 of ${endpoint}, of SVC_TEST_S3_ENDPOINT`, newBucket: () => makeBucket(server) };
};

const start = async (): Promise<S3Service> => {
  const endpoint = given('ENDPOINT');
  if (endpoint !== undefined) {
    const server = givenServer(endpoint);
    registerService({ name: server.name, stop: () => Promise.resolve() });
    return server;
  }
  if (!cephIsInstalled()) {
    throw new Error(
      'Ceph is not installed (ceph-mon ceph-osd radosgw ceph-base ceph-common), and SVC_TEST_S3_ENDPOINT names no other S3.',
    );
  }
  const ceph = await startCeph();
  registerService({ name: ceph.name, stop: () => ceph.stop() });
  return ceph;
};

/**
 * The S3 server of this run of tests, started once: the one of `SVC_TEST_S3_ENDPOINT` (with `..._ACCESS_KEY_ID` and `..._SECRET_ACCESS_KEY`), else Ceph's
 * gateway. Throws where there is neither.
 */
export const s3ForTests = (): Promise<S3Service> => (services().s3 ??= start());
