import { outage, unavailable } from '@svc/core/model';
import { expect } from 'chai';
import { orUnavailable, type UnavailableReason } from '../src/classify-error.js';
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

  it('is a full storage when its server says that the quota is used up', async () => {
    const fault = new S3Fault('unavailable', 'QuotaExceeded', 403);
    expect(await answerTo(fault)).to.deep.equal(outage('storage', 'storage_full'));
  });

  it('is a storage that refuses the service where its keys, its policy or the bucket must be mended', async () => {
    const refusals = [
      ['AccessDenied', 403],
      ['unknown', 403],
      ['SignatureDoesNotMatch', 403],
      ['InvalidAccessKeyId', 403],
      ['unknown', 401],
      ['NoSuchBucket', 404],
      ['KMS.DisabledException', 400],
    ] as const;
    for (const [code, status] of refusals) {
      const answer = await answerTo(new S3Fault('unavailable', code, status));
      expect(answer, code).to.deep.equal(outage('storage', 'storage_refused'));
    }
    for (const code of ['RequestTimeTooSkewed', 'ExpiredToken'] as const) {
      expect(await answerTo(new S3Fault('unavailable', code, 403)), code).to.deep.equal(unavailable('storage'));
    }
  });

  it('is told with its reason, and what is no outage is not', async () => {
    const reasons: UnavailableReason[] = [];
    const answer = await orUnavailable(
      () => Promise.reject(new S3Fault('unavailable', 'AccessDenied', 403)),
      (reason) => reasons.push(reason),
    );
    expect(answer.isErr()).to.equal(true);
    expect(reasons).to.deep.equal([{ code: 'AccessDenied', message: 'the bucket answered 403 (AccessDenied)' }]);
    const refused = new S3Fault('refused', 'InvalidArgument', 400);
    const thrown: unknown = await orUnavailable(
      () => Promise.reject(refused),
      (reason) => reasons.push(reason),
    ).then(
      () => undefined,
      (fault: unknown) => fault,
    );
    expect(thrown).to.equal(refused);
    expect(reasons).to.have.length(1);
  });
});
