import { err, ok, type Result } from 'neverthrow';
import { badRequest, type BadRequest } from '../app-error.js';
import { endpointOf, isBucketName, isKeyPrefix } from './connection-fields.js';
import type { BucketAddress, StorageProvider } from './storage-connection.js';

/** Where a bucket is as its owner says it. Fields hold what `connection-fields` demands of them; what is omitted follows from the provider. */
export interface GivenAddress {
  readonly provider: StorageProvider;
  /** `http(s)://host[:port]`. */
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
  readonly bucket: string;
  /** A slash at its end, as other tools write it, means nothing; empty or omitted for none. */
  readonly prefix?: string | undefined;
  readonly pathStyle?: boolean | undefined;
  readonly tlsVerify?: boolean | undefined;
  readonly kmsKeyId?: string | undefined;
  readonly storageClass?: string | undefined;
}

/** Servers that people run themselves seldom have a DNS name for each bucket. */
const usesPathStyle: Readonly<Record<StorageProvider, boolean>> = {
  aws_s3: false,
  r2: false,
  wasabi: false,
  b2: false,
  minio: true,
  generic: true,
};

const defaultRegion = (provider: StorageProvider): string => (provider === 'r2' ? 'auto' : 'us-east-1');

const endpointFor = ({ provider, endpoint }: GivenAddress): Result<string | undefined, BadRequest> => {
  if (endpoint === undefined) return provider === 'aws_s3' ? ok(undefined) : err(badRequest('endpoint', 'missing'));
  const origin = endpointOf(endpoint);
  return origin === undefined ? err(badRequest('endpoint', 'malformed')) : ok(origin);
};

/** Spec 2.7: the address with the defaults of its provider. AWS alone has endpoints that follow from the region. */
export const bucketAddress = (given: GivenAddress): Result<BucketAddress, BadRequest> => {
  const { provider, bucket, tlsVerify = true, kmsKeyId, storageClass } = given;
  const prefix = (given.prefix ?? '').replace(/(?<=.)\/$/, '');
  if (!isBucketName(bucket)) return err(badRequest('bucket', 'malformed'));
  if (prefix !== '' && !isKeyPrefix(prefix)) return err(badRequest('prefix', 'malformed'));
  const { region = defaultRegion(provider), pathStyle = usesPathStyle[provider] } = given;
  return endpointFor(given).map((endpoint) => ({
    provider,
    endpoint,
    region,
    bucket,
    prefix,
    pathStyle,
    tlsVerify,
    kmsKeyId,
    storageClass,
  }));
};

/** Whether what lies at one address would be looked for in vain, or other bytes found, at the other. */
export const isElsewhere = (one: BucketAddress, other: BucketAddress): boolean =>
  one.endpoint !== other.endpoint || one.region !== other.region || one.bucket !== other.bucket || one.prefix !== other.prefix;
