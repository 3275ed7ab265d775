import { outage } from '@svc/core/model';
import { foreignError } from '@svc/test-services/foreign-error';
import { expect } from 'chai';
import { err, ok } from 'neverthrow';
import { isMissing, orUnavailable, type UnavailableReason } from '../src/classify-error.js';
import { errorOf, thrownBy, valueOf } from './rigs/blobs.js';
import { systemFault } from './rigs/recording-file-system.js';

describe('orUnavailable', () => {
  for (const code of ['ENOSPC', 'EDQUOT']) {
    it(`answers that the storage is full for ${code}`, async () => {
      const answer = await orUnavailable(() => Promise.reject(systemFault(code)));
      expect(errorOf(answer)).to.deep.equal(outage('storage', 'storage_full'));
    });
  }

  const passing = ['EIO', 'EMFILE', 'ENFILE', 'EROFS', 'EACCES', 'EPERM', 'EFBIG', 'EBADMSG', 'EUCLEAN'];
  /** Of file systems that a program or another machine serves: FUSE, SMB and NFS. */
  const ofServed = ['ENOTCONN', 'ECONNABORTED', 'EHOSTDOWN', 'ETIMEDOUT', 'ESTALE'];
  for (const code of [...passing, ...ofServed]) {
    it(`answers unavailable for ${code}`, async () => {
      const answer = await orUnavailable(() => Promise.reject(systemFault(code)));
      expect(errorOf(answer)).to.deep.equal({ kind: 'unavailable', part: 'storage', retryAfterSeconds: 1 });
    });
  }

  it('names what Node knows by its number alone', async () => {
    for (const name of ['EDQUOT', 'ESTALE', 'EBADMSG', 'EUCLEAN']) {
      const fault = systemFault(name);
      expect(fault)
        .to.have.property('code')
        .that.matches(/^Unknown system error -\d+$/);
      const reasons: UnavailableReason[] = [];
      const answer = await orUnavailable(
        () => Promise.reject(fault),
        (reason) => reasons.push(reason),
      );
      expect(errorOf(answer)).to.have.property('kind', 'unavailable');
      expect(reasons).to.have.length(1);
      expect(reasons[0]).to.have.property('code', name);
    }
  });

  it('says why it is unavailable, without the path', async () => {
    const reasons: UnavailableReason[] = [];
    const noSpace = Object.assign(new Error("ENOSPC: no space left on device, open '/blobs/meta/it's-chosen'"), {
      code: 'ENOSPC',
    });
    const answer = await orUnavailable(
      () => Promise.reject(noSpace),
      (reason) => reasons.push(reason),
    );
    expect(errorOf(answer)).to.have.property('kind', 'unavailable');
    expect(reasons).to.deep.equal([{ code: 'ENOSPC', message: 'ENOSPC: no space left on device, open' }]);
  });

  it('knows a fault of the system that comes from another realm, as under Jest', async () => {
    const reasons: UnavailableReason[] = [];
    const noSpace = foreignError("ENOSPC: no space left on device, open '/blobs/meta'", { code: 'ENOSPC' });
    const answer = await orUnavailable(
      () => Promise.reject(noSpace),
      (reason) => reasons.push(reason),
    );
    expect(errorOf(answer)).to.deep.equal(outage('storage', 'storage_full'));
    expect(reasons).to.deep.equal([{ code: 'ENOSPC', message: 'ENOSPC: no space left on device, open' }]);
    expect(isMissing(foreignError('ENOENT: no such file or directory', { code: 'ENOENT' }))).to.equal(true);
  });

  it('throws on whatever else is thrown', async () => {
    for (const fault of [systemFault('EINVAL'), systemFault('ENOENT'), new Error('a bug'), new TypeError('a bug')]) {
      expect(await thrownBy(async () => orUnavailable(() => Promise.reject(fault)))).to.equal(fault);
    }
  });

  it('passes answers on as they are', async () => {
    expect(valueOf(await orUnavailable(async () => ok(1)))).to.equal(1);
    expect(errorOf(await orUnavailable(async () => err({ kind: 'blob_missing' })))).to.deep.equal({ kind: 'blob_missing' });
  });
});
