import { type CORSRule, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3';
import { type S3Service, s3ForTests } from '@svc/test-services/s3';
import { expect } from 'chai';
import { checkCors, type CorsGaps } from '../src/check-cors.js';
import { forSdk } from '../src/credentials.js';
import { bucketOf } from './rigs/s3-store.js';
import { withUpgradingServer } from './rigs/upgrading-server.js';
import { errorOf, unavailable, valueOf } from './rigs/values.js';

const page = 'https://console.example.org';
const all = ['Content-Range', 'ETag', 'Content-Length', 'Accept-Ranges'];
const right: CORSRule = {
  AllowedOrigins: [page],
  AllowedMethods: ['GET', 'HEAD', 'PUT'],
  AllowedHeaders: ['*'],
  ExposeHeaders: all,
};

describe('the check of what a bucket lets pages do', () => {
  let service: S3Service;
  before(async () => {
    service = await s3ForTests();
  });

  /** Of a bucket with these rules. */
  const gapsOf = async (rules: readonly CORSRule[], origin = page): Promise<CorsGaps> => {
    const name = await service.newBucket();
    const options = bucketOf(service, name);
    const { endpoint, region } = service;
    const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials: forSdk(options.credentials) });
    if (rules.length > 0) {
      const CORSConfiguration = { CORSRules: [...rules] };
      await client.send(new PutBucketCorsCommand({ Bucket: name, CORSConfiguration }));
    }
    client.destroy();
    return valueOf(await checkCors(options, origin));
  };

  it('finds nothing wrong with what the documents show', async () => {
    expect(await gapsOf([right])).to.deep.equal({ methods: [], hidden: [] });
  });

  it('finds that a bucket without rules, or with those of others, lets in nothing', async () => {
    const nothing = { methods: ['GET', 'PUT'], hidden: all };
    expect(await gapsOf([])).to.deep.equal(nothing);
    expect(await gapsOf([right], 'https://elsewhere.example.org')).to.deep.equal(nothing);
  });

  it('finds each thing that is missing', async () => {
    expect(await gapsOf([{ ...right, AllowedMethods: ['GET', 'HEAD'] }])).to.deep.equal({ methods: ['PUT'], hidden: [] });
    expect(await gapsOf([{ ...right, AllowedHeaders: ['content-type', 'x-amz-checksum-sha256'] }])).to.deep.equal({
      methods: ['GET'],
      hidden: [],
    });
    expect(await gapsOf([{ ...right, ExposeHeaders: ['ETag'] }])).to.deep.equal({
      methods: [],
      hidden: ['Content-Range', 'Content-Length', 'Accept-Ranges'],
    });
  });

  it('ends where a server answers with another protocol', () =>
    withUpgradingServer(async (options) => {
      expect(errorOf(await checkCors(options, page))).to.deep.equal(unavailable);
    }));
});
