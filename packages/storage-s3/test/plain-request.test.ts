import { expect } from 'chai';
import { openBucket } from '../src/bucket.js';
import { putPlainly } from '../src/plain-request.js';
import { getPlainly } from '../src/connector/plain-get.js';
import { withUpgradingServer } from './rigs/upgrading-server.js';

describe('a request without an SDK', () => {
  it('ends where a server answers it with another protocol', () =>
    withUpgradingServer(async (options, endpoint) => {
      const bucket = openBucket(options);
      const put = putPlainly(bucket, { href: `${endpoint}/some`, headers: {}, body: new Uint8Array(1) });
      const outcomes = await Promise.allSettled([put, getPlainly(bucket, `${endpoint}/some`, 1)]);
      for (const outcome of outcomes) expect(outcome).to.have.nested.property('reason.code', 'nonsense');
      bucket.close();
    }));
});
