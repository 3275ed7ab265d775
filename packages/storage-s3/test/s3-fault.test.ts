import { foreignError } from '@svc/test-services/foreign-error';
import { expect } from 'chai';
import { faultOf, S3Fault } from '../src/s3-fault.js';

const answered = (httpStatusCode: number, name: string): Error =>
  Object.assign(new Error('a text of the server'), { name, $metadata: { httpStatusCode } });

const kinds: readonly (readonly [number, string, S3Fault['kind']])[] = [
  [404, 'NoSuchKey', 'missing'],
  [404, 'NotFound', 'unavailable'],
  [404, 'Unheard', 'unavailable'],
  [404, 'NoSuchUpload', 'missing'],
  [404, 'NoSuchBucket', 'unavailable'],
  [412, 'PreconditionFailed', 'condition'],
  [409, 'ConditionalRequestConflict', 'condition'],
  [409, 'OperationAborted', 'unavailable'],
  [301, 'PermanentRedirect', 'unavailable'],
  [307, 'TemporaryRedirect', 'unavailable'],
  [400, 'ExpiredToken', 'unavailable'],
  [400, 'RequestTimeout', 'unavailable'],
  [400, 'InvalidArgument', 'refused'],
  [400, 'MalformedXML', 'refused'],
  [401, 'Unknown', 'unavailable'],
  [403, 'AccessDenied', 'unavailable'],
  [403, 'SignatureDoesNotMatch', 'unavailable'],
  [416, 'InvalidRange', 'refused'],
  [429, 'TooManyRequests', 'unavailable'],
  [500, 'InternalError', 'unavailable'],
  [501, 'NotImplemented', 'unavailable'],
  [503, 'SlowDown', 'unavailable'],
  [200, 'SyntaxError', 'unavailable'],
];

describe('a fault of the bucket', () => {
  for (const [status, code, kind] of kinds) {
    it(`${status} ${code} is ${kind}`, () => {
      expect(faultOf(answered(status, code)).kind).to.equal(kind);
    });
  }

  for (const code of ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE', 'CERT_HAS_EXPIRED']) {
    it(`${code} is unavailable`, () => {
      const fault = faultOf(Object.assign(new Error('at 10.0.0.1'), { code }));
      expect(fault).to.include({ kind: 'unavailable', code });
      expect(fault.message).to.equal(`the bucket did not answer (${code})`);
    });
  }

  for (const name of ['TimeoutError', 'AbortError', 'CredentialsProviderError']) {
    it(`${name} is unavailable`, () => {
      expect(faultOf(Object.assign(new Error('x'), { name })).kind).to.equal('unavailable');
    });
  }

  it('is known where it comes from another realm, as under Jest, and a bug is none there either', () => {
    expect(faultOf(foreignError('at 10.0.0.1', { code: 'ECONNREFUSED' }))).to.include({
      kind: 'unavailable',
      code: 'ECONNREFUSED',
    });
    const bug = foreignError('a bug', { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' });
    expect(() => faultOf(bug)).to.throw(bug.message);
  });

  it('repeats nothing that the server has written', () => {
    const fault = faultOf(answered(400, 'AKIA-some-secret'));
    expect(fault.message).to.equal('the bucket answered 400 (unknown)');
    expect(fault.cause).to.equal(undefined);
    expect(JSON.stringify(fault)).to.not.include('secret');
  });

  it('is not what somebody who calls wrongly throws', () => {
    for (const bug of [
      new TypeError('x'),
      Object.assign(new RangeError('x'), { code: 'ERR_OUT_OF_RANGE' }),
      new Error('x'),
      'x',
    ]) {
      expect(() => faultOf(bug)).to.throw();
    }
  });

  it('stays itself', () => {
    const fault = new S3Fault('missing', 'NoSuchKey', 404);
    expect(faultOf(fault)).to.equal(fault);
  });
});
