import { createNodeCodec } from '@svc/codec-node';
import {
  blobStoreCases,
  blockNamesCases,
  externalSignedUrlCases,
  multipartUploadCases,
  runCases,
  signedUrlRaceCases,
  type BlobStoreHarness,
  type BlockNamesHarness,
  type Case,
} from '@svc/conformance';
import { nodeHasher } from '@svc/hasher-node';
import { s3ForTests, startStandIn, type Lie, type S3Service, type StandIn, type StandInOptions } from '@svc/test-services/s3';
import type { S3BlobStoreOptions } from '../src/s3-blob-store.js';
import { makeS3Store } from './rigs/s3-store.js';

type Cases = Readonly<Record<string, readonly Case<BlobStoreHarness>[]>>;

const everything: Cases = {
  ...blobStoreCases,
  ...externalSignedUrlCases,
  ...signedUrlRaceCases,
  ...multipartUploadCases,
};

const runOnStandIn = (
  title: string,
  cases: Cases,
  serverOptions: StandInOptions,
  storeOptions: Partial<S3BlobStoreOptions> = {},
): void => {
  describe(title, () => {
    let server: StandIn;
    before(async () => {
      server = await startStandIn(serverOptions);
    });
    after(() => server.stop());
    runCases(describe, it, cases, () => makeS3Store(server, storeOptions));
  });
};

describe('the S3 store on the S3 server of this run', () => {
  before(s3ForTests);
  runCases(describe, it, everything, async () => makeS3Store(await s3ForTests()));
});

runOnStandIn('the S3 store on a strict server', everything, { mode: 'strict' });

runOnStandIn(
  'the S3 store on a strict server that has proved all it can',
  everything,
  { mode: 'strict' },
  {
    capabilities: { checksumEnforced: true, createOnce: true, copyComputesSha256: true },
  },
);

const writing = 'a blob store: writing';
const promoting = 'a blob store: promoting';
const verificationOfBytes: Cases = {
  [promoting]: blobStoreCases[promoting] ?? [],
  ...signedUrlRaceCases,
};

/** Everything goes by the ways of large objects: in parts, and by copies within the bucket. */
const asLarge: Partial<S3BlobStoreOptions> = {
  limits: { smallBytes: 0, partBytes: 5 * 1024 * 1024, singleCopyBytes: 1_000_000 },
};

runOnStandIn(
  'the S3 store on a strict server, all objects being large',
  { [writing]: blobStoreCases[writing] ?? [], ...verificationOfBytes },
  { mode: 'strict' },
  asLarge,
);

/** A list that is late, and lengths that bind nothing, are seen by callers that list and upload; no promise about bytes hangs on them. */
const liesAboutBytes: readonly Lie[] = ['checksums', 'preconditions', 'etag', 'copy_checksum'];

runOnStandIn(
  'the S3 store on a server that lies about bytes',
  { ...blobStoreCases, ...multipartUploadCases },
  { mode: 'lying', lies: liesAboutBytes },
);
runOnStandIn('the S3 store on a server that tells every lie', verificationOfBytes, { mode: 'lying' });
runOnStandIn(
  'the S3 store on a server that tells every lie, all objects being large',
  verificationOfBytes,
  { mode: 'lying' },
  asLarge,
);

/** Of a bucket ranges are read by those who have a URL, so the names are kept for them alone. */
const namesAreKept = 'a blob store: block names';
const namesCases: Readonly<Record<string, readonly Case<BlockNamesHarness>[]>> = {
  [namesAreKept]: blockNamesCases[namesAreKept] ?? [],
};
const blockHasher = await createNodeCodec();
const makeNamingStore = async (service: S3Service, options: Partial<S3BlobStoreOptions>): Promise<BlockNamesHarness> => ({
  ...(await makeS3Store(service, { blockHasher, ...options })),
  hasher: nodeHasher,
  blockHasher,
});

describe('the S3 store, keeping block names', () => {
  runCases(describe, it, namesCases, async () => makeNamingStore(await s3ForTests(), {}));
  let lying: StandIn;
  before(async () => {
    lying = await startStandIn({ mode: 'lying', lies: liesAboutBytes });
  });
  after(() => lying.stop());
  describe('on a server that lies about bytes, all objects being large', () => {
    runCases(describe, it, namesCases, () => makeNamingStore(lying, asLarge));
  });
});
