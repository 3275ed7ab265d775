import { maxFetchedWholeBytes, maxSmallBytes } from '@svc/core/model';
import { expect } from 'chai';
import { offeredEntry, offeredPlace } from '../../src/transfer/whole-offer.js';
import { oidOf } from '../../src/verify/hash-file.js';

const oid = oidOf('0'.repeat(64));
const href = 'https://svc.example/api/v1/repositories/r/lfs';
const objectUrl = 'https://bucket.example/object';
const verifyUrl = 'https://svc.example/verify?token=t';

describe('URLs that the service offers for a small object', () => {
  it('are where the bytes go, with what goes along, and what is called after them', () => {
    const header = { 'SVC-Object-URL': objectUrl, 'SVC-Verify-URL': verifyUrl, 'X-Amz-Checksum-Sha256': 'c' };
    expect(offeredEntry(oid, maxSmallBytes, { href, header })).to.deep.equal({
      oid,
      sizeBytes: maxSmallBytes,
      action: { href: objectUrl, header: { 'x-amz-checksum-sha256': 'c' } },
      verify: { href: verifyUrl, header: {} },
      error: undefined,
    });
  });

  it('are where the bytes are', () => {
    const action = { href, header: { 'svc-object-url': objectUrl } };
    expect(offeredPlace(oid, 1, action)).to.deep.equal({ kind: 'url', oid, sizeBytes: 1, downloadUrl: objectUrl });
  });

  it('get no credential', () => {
    const header = { Authorization: 'Bearer secret', 'SVC-Object-URL': objectUrl, 'SVC-Verify-URL': verifyUrl };
    expect(JSON.stringify(offeredEntry(oid, 1, { href, header }))).to.not.include('secret');
  });

  it('are none without both for an upload, for a larger object, and where the service says nothing', () => {
    expect(offeredEntry(oid, 1, { href, header: { 'SVC-Object-URL': objectUrl } })).to.equal(undefined);
    const header = { 'SVC-Object-URL': objectUrl, 'SVC-Verify-URL': verifyUrl };
    expect(offeredEntry(oid, maxSmallBytes + 1, { href, header })).to.equal(undefined);
    expect(offeredPlace(oid, maxFetchedWholeBytes, { href, header })).to.include({ oid });
    expect(offeredPlace(oid, maxFetchedWholeBytes + 1, { href, header })).to.equal(undefined);
    for (const action of [undefined, { href, header: {} }]) {
      expect([offeredEntry(oid, 1, action), offeredPlace(oid, 1, action)]).to.deep.equal([undefined, undefined]);
    }
  });
});
