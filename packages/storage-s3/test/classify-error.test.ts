import { outage, unavailable } from '@svc/core/model';
import { expect } from 'chai';
import { orUnavailable } from '../src/classify-error.js';
import { S3Fault } from '../src/s3-fault.js';

describe('what a bucket cannot do now', () => {
  const answerTo = async (fault: S3Fault) => (await orUnavailable(() => Promise.reject(fault)))._unsafeUnwrapErr();

  it('is unavailable', async () => {
    expect(await answerTo(new S3Fault('unavailable', 'SlowDown', 503))).to.deep.equal(unavailable('storage'));
    expect(await answerTo(new S3Fault('unavailable', 'ECONNREFUSED'))).to.deep.equal(unavailable('storage'));
  });

  it('is a full storage when its server says that its disks are', async () => {
    expect(await answerTo(new S3Fault('unavailable', 'unknown', 507))).to.deep.equal(outage('storage', 'storage_full'));
  });
});
