import { expect } from 'chai';
import {
  canonicalRequest,
  type HeaderFields,
  type QueryParameter,
  sha256Hex,
  sign,
  signingKey,
  stringToSign,
} from '../../src/s3-stand-in/sigv4.js';

interface Vector {
  readonly title: string;
  readonly method?: string;
  readonly path?: string;
  readonly query?: readonly QueryParameter[];
  readonly headers: HeaderFields;
  readonly payloadHash?: string;
  readonly signature: string;
}

interface Signer {
  readonly secretAccessKey: string;
  readonly instant: string;
  readonly service: string;
}

const ofNothing = sha256Hex('');

const signatureOf = (vector: Vector, { secretAccessKey, instant, service }: Signer): string => {
  const scope = { date: instant.slice(0, 8), region: 'us-east-1', service };
  const request = canonicalRequest({
    method: vector.method ?? 'GET',
    path: vector.path ?? '/',
    query: vector.query ?? [],
    headers: vector.headers,
    signedHeaders: Object.keys(vector.headers).sort(),
    payloadHash: vector.payloadHash ?? ofNothing,
  });
  return sign(signingKey(secretAccessKey, scope), stringToSign(instant, scope, request));
};

// The examples of the Amazon S3 API Reference ("Examples: Signature Calculations", "Authenticating Requests: Using Query Parameters").
const exampleSigner: Signer = {
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  instant: '20130524T000000Z',
  service: 's3',
};
const exampleHeaders = (payloadHash: string): HeaderFields => ({
  host: ['examplebucket.s3.amazonaws.com'],
  'x-amz-content-sha256': [payloadHash],
  'x-amz-date': ['20130524T000000Z'],
});
const written = sha256Hex('Welcome to Amazon S3.');

const examples: readonly Vector[] = [
  {
    title: 'reading a range of an object',
    path: '/test.txt',
    headers: { ...exampleHeaders(ofNothing), range: ['bytes=0-9'] },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    title: 'writing an object',
    method: 'PUT',
    path: '/test$file.text',
    headers: {
      ...exampleHeaders(written),
      date: ['Fri, 24 May 2013 00:00:00 GMT'],
      'x-amz-storage-class': ['REDUCED_REDUNDANCY'],
    },
    payloadHash: written,
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    title: 'reading a part of the bucket that has no value',
    query: [{ name: 'lifecycle', value: '' }],
    headers: exampleHeaders(ofNothing),
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    title: 'listing',
    query: [
      { name: 'prefix', value: 'J' },
      { name: 'max-keys', value: '2' },
    ],
    headers: exampleHeaders(ofNothing),
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
  {
    title: 'a signed URL',
    path: '/test.txt',
    query: [
      { name: 'X-Amz-Algorithm', value: 'AWS4-HMAC-SHA256' },
      { name: 'X-Amz-Credential', value: 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request' },
      { name: 'X-Amz-Date', value: '20130524T000000Z' },
      { name: 'X-Amz-Expires', value: '86400' },
      { name: 'X-Amz-SignedHeaders', value: 'host' },
    ],
    headers: { host: ['examplebucket.s3.amazonaws.com'] },
    payloadHash: 'UNSIGNED-PAYLOAD',
    signature: 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  },
];

// Of AWS's Signature Version 4 test suite: those whose path S3 would not read otherwise.
const suiteSigner: Signer = {
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  instant: '20150830T123600Z',
  service: 'service',
};
const suiteHeaders = { host: ['example.amazonaws.com'], 'x-amz-date': ['20150830T123600Z'] };
const unreserved = '-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const suite: readonly Vector[] = [
  {
    title: 'get-header-key-duplicate',
    headers: { ...suiteHeaders, 'my-header1': ['value2', 'value2', 'value1'] },
    signature: 'c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea',
  },
  {
    title: 'get-header-value-trim',
    headers: { ...suiteHeaders, 'my-header1': [' value1'], 'my-header2': [' "a   b   c"'] },
    signature: 'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
  },
  {
    title: 'get-vanilla-query-order-encoded',
    query: [
      { name: 'Param-3', value: 'Value3' },
      { name: 'Param', value: 'Value2' },
      { name: '\u1234', value: 'Value1' },
    ],
    headers: suiteHeaders,
    signature: '371d3713e185cc334048618a97f809c9ffe339c62934c032af5a0e595648fcac',
  },
  {
    title: 'get-vanilla-query-order-key-case',
    query: [
      { name: 'Param2', value: 'value2' },
      { name: 'Param1', value: 'value1' },
    ],
    headers: suiteHeaders,
    signature: 'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  },
  {
    title: 'get-vanilla-query-unreserved',
    query: [{ name: unreserved, value: unreserved }],
    headers: suiteHeaders,
    signature: '9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197',
  },
  {
    title: 'get-vanilla-utf8-query',
    query: [{ name: '\u1234', value: 'bar' }],
    headers: suiteHeaders,
    signature: '2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04',
  },
];

describe('Signature Version 4', () => {
  for (const vector of examples) {
    it(`gives the signature of S3's example: ${vector.title}`, () => {
      expect(signatureOf(vector, exampleSigner)).to.equal(vector.signature);
    });
  }
  for (const vector of suite) {
    it(`gives the signature of AWS's test suite: ${vector.title}`, () => {
      expect(signatureOf(vector, suiteSigner)).to.equal(vector.signature);
    });
  }
});
