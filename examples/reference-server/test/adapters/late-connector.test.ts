import { createMemoryBuckets } from '@svc/core/memory';
import type { BucketLogin } from '@svc/core/ports';
import { expect } from 'chai';
import { lateConnector } from '../../src/adapters/late-connector.js';

const login: BucketLogin = {
  address: {
    provider: 'minio',
    endpoint: 'https://s3.example.test',
    region: 'us-east-1',
    bucket: 'models',
    prefix: 'svc',
    pathStyle: true,
    tlsVerify: true,
    kmsKeyId: undefined,
    storageClass: undefined,
  },
  access: { method: 'access_keys', accessKeyId: 'AKID', secretAccessKey: 'secret' },
};

describe('a connector that is loaded late', () => {
  const buckets = createMemoryBuckets({
    baseUrl: 'https://svc.test',
    linkKeys: [{ id: 'k1', secret: new Uint8Array(32) }],
  });

  it('removes what crashes have left, as the one that it loads does', async () => {
    const cleared: BucketLogin[] = [];
    const removeLeftovers = async (of: BucketLogin) => void cleared.push(of);
    let loads = 0;
    const connector = lateConnector(async () => {
      loads += 1;
      return { ...buckets, removeLeftovers };
    });
    expect(loads).to.equal(0);
    await connector.removeLeftovers?.(login);
    await connector.removeLeftovers?.(login);
    expect(cleared).to.deep.equal([login, login]);
    expect(loads).to.equal(1);
  });

  it('is loaded again after a failure, also for a store that was opened before', async () => {
    let loads = 0;
    const connector = lateConnector(async () => {
      loads += 1;
      if (loads === 1) throw new Error('the library cannot be read');
      return buckets;
    });
    const store = connector.open(login, { checksumEnforced: false, createOnce: true, copyComputesSha256: false });
    const failed = await Promise.resolve(store.check()).catch((fault: unknown) => fault);
    expect(failed).to.be.an('error');
    expect((await store.check()).isErr(), 'there is no such bucket').to.equal(true);
    expect(loads).to.equal(2);
  });

  it('does nothing where that one leaves nothing', async () => {
    expect(await lateConnector(async () => buckets).removeLeftovers?.(login)).to.equal(undefined);
  });
});
