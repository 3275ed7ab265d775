import { expect } from 'chai';
import { bucketUrl, encodedKey, percentEncoded, type BucketPlace } from '../src/bucket-url.js';

const places: readonly (readonly [string, Partial<BucketPlace>, string])[] = [
  ['at AWS, in the host', {}, 'https://some-bucket.s3.eu-central-1.amazonaws.com/'],
  ['at AWS in China', { region: 'cn-north-1' }, 'https://some-bucket.s3.cn-north-1.amazonaws.com.cn/'],
  ['in the path when that is asked for', { pathStyle: true }, 'https://s3.eu-central-1.amazonaws.com/some-bucket/'],
  [
    'in the path when its name fits into no host',
    { bucket: 'Some_Bucket' },
    'https://s3.eu-central-1.amazonaws.com/Some_Bucket/',
  ],
  ['in the path when a certificate would not cover its name', { bucket: 'a.b' }, 'https://s3.eu-central-1.amazonaws.com/a.b/'],
  ['in the path of an IPv4 address', { endpoint: 'http://127.0.0.1:9000' }, 'http://127.0.0.1:9000/some-bucket/'],
  ['in the path of an IPv6 address', { endpoint: 'http://[::1]:9000' }, 'http://[::1]:9000/some-bucket/'],
  ['in the host of another endpoint', { endpoint: 'https://s3.example.com:8443' }, 'https://some-bucket.s3.example.com:8443/'],
  ['without the default port', { endpoint: 'https://s3.example.com:443/' }, 'https://some-bucket.s3.example.com/'],
  [
    'below the path of its endpoint',
    { endpoint: 'https://example.com/s3', pathStyle: true },
    'https://example.com/s3/some-bucket/',
  ],
];

describe('the URL of a bucket', () => {
  for (const [title, place, expected] of places) {
    it(`has it ${title}`, () => {
      const { origin, host, path } = bucketUrl({ region: 'eu-central-1', bucket: 'some-bucket', ...place });
      expect(origin + path).to.equal(expected);
      expect(new URL(origin).host).to.equal(host);
    });
  }

  it('encodes everything but the unreserved characters', () => {
    expect(percentEncoded("aZ09-._~ /!'()*+ü")).to.equal('aZ09-._~%20%2F%21%27%28%29%2A%2B%C3%BC');
    expect(encodedKey('a b/c+d/e')).to.equal('a%20b/c%2Bd/e');
  });
});
