import { expect } from 'chai';
import { createQuerySigner } from '../src/query-signer.js';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html */
const published = {
  credentials: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
  signedAt: Date.UTC(2013, 4, 24) / 1000,
  signature: 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
};

describe('the query signer', () => {
  it("makes the signature of AWS's published example", () => {
    const query = createQuerySigner(
      'us-east-1',
      published.credentials,
    )({
      method: 'GET',
      path: '/test.txt',
      headers: { host: 'examplebucket.s3.amazonaws.com' },
      query: {},
      signedAt: published.signedAt,
      expiresInSeconds: 86_400,
    });
    expect(query).to.equal(
      'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
        `&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=${published.signature}`,
    );
  });

  it('derives another key when the day is over', () => {
    const sign = createQuerySigner('us-east-1', published.credentials);
    const at = (signedAt: number) =>
      sign({ method: 'GET', path: '/test.txt', headers: { host: 'h' }, query: {}, signedAt, expiresInSeconds: 60 });
    const before = at(published.signedAt - 1);
    expect(before).to.include('20130523T235959Z').and.include('20130523%2Fus-east-1');
    expect(at(published.signedAt)).to.include('20130524%2Fus-east-1');
    expect(at(published.signedAt - 1)).to.equal(before);
  });
});
