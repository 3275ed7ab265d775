import { cephIsInstalled, startCeph } from './ceph/start-ceph.js';
import { makeBucket } from './make-bucket.js';
import { registerService, services } from './running-services.js';
import type { S3Service } from './s3-service.js';
import { startStandIn } from './s3-stand-in/stand-in.js';

export { type Ceph, cephIsInstalled, startCeph } from './ceph/start-ceph.js';
export type { S3Service } from './s3-service.js';
export type { AccessKey, Fault, FaultScope, Lie, Operation, Role, StandIn, StandInOptions } from './s3-stand-in/options.js';
export { startStandIn };

/** Of a variable that says where tests find S3, or which one has to be there. */
const given = (name: string): string | undefined => process.env[`SVC_TEST_S3_${name}`];

const required = (name: string): string => {
  const value = given(name);
  if (value === undefined) throw new Error(`SVC_TEST_S3_ENDPOINT is set, so SVC_TEST_S3_${name} has to be set too.`);
  return value;
};

const givenServer = (endpoint: string): S3Service => {
  const accessKeyId = required('ACCESS_KEY_ID');
  const server = { endpoint, region: 'us-east-1', accessKeyId, secretAccessKey: required('SECRET_ACCESS_KEY') };
  return { ...server, kind: given('KIND') === 'stand-in' ? 'stand-in' : 'ceph', newBucket: () => makeBucket(server) };
};

const start = async (): Promise<S3Service> => {
  const [endpoint, kind] = [given('ENDPOINT'), given('KIND')];
  if (endpoint !== undefined) {
    registerService({ name: `S3 of ${endpoint}, of SVC_TEST_S3_ENDPOINT`, stop: () => Promise.resolve() });
    return givenServer(endpoint);
  }
  if (kind !== 'stand-in' && cephIsInstalled()) {
    const ceph = await startCeph();
    registerService({ name: `S3 of ${ceph.version}`, stop: () => ceph.stop() });
    return ceph;
  }
  if (kind === 'ceph') {
    throw new Error('SVC_TEST_S3_KIND asks for Ceph, which is not installed (ceph-mon ceph-osd radosgw ceph-base ceph-common).');
  }
  const standIn = await startStandIn({ mode: 'strict' });
  const reason = kind === 'stand-in' ? 'as SVC_TEST_S3_KIND asks for' : 'for Ceph is not installed';
  registerService({ name: `S3 of this repository's stand-in, ${reason}`, stop: () => standIn.stop() });
  return standIn;
};

/**
 * The S3 server of this run of tests, started once: the one of `SVC_TEST_S3_ENDPOINT` (with `..._ACCESS_KEY_ID`, `..._SECRET_ACCESS_KEY` and `..._KIND`),
 * else Ceph's where it is installed, else the stand-in in strict mode. `SVC_TEST_S3_KIND` alone (`ceph` or `stand-in`) says which of the two it has to be.
 */
export const s3ForTests = (): Promise<S3Service> => (services().s3 ??= start());
