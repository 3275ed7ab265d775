import { expect } from 'chai';
import { bucketAddress, type GivenAddress } from '../../../src/model/storage-connections/bucket-address.js';
import { isBucketName, isKeyPrefix, maxPrefixLength } from '../../../src/model/storage-connections/connection-fields.js';
import { storageProviders } from '../../../src/model/storage-connections/storage-connection.js';
import { namespaceOf, treeKey, trusted } from '../../../src/model/values/index.js';
import { errorOf, valueOf } from '../../builders/world.js';

const given = (part: Partial<GivenAddress> = {}): GivenAddress => ({
  provider: 'minio',
  endpoint: 'https://s3.example.test',
  bucket: 'models',
  ...part,
});

describe('bucketAddress', () => {
  it('takes what is omitted from the provider', () => {
    const defaults = storageProviders.map((provider) => {
      const { region, pathStyle, tlsVerify, prefix } = valueOf(bucketAddress(given({ provider })));
      return [provider, region, pathStyle, tlsVerify, prefix];
    });
    expect(defaults).to.deep.equal([
      ['aws_s3', 'us-east-1', false, true, ''],
      ['r2', 'auto', false, true, ''],
      ['wasabi', 'us-east-1', false, true, ''],
      ['b2', 'us-east-1', false, true, ''],
      ['minio', 'us-east-1', true, true, ''],
      ['generic', 'us-east-1', true, true, ''],
    ]);
  });

  it('keeps what is given, and writes the endpoint as URLs are written', () => {
    const own = { region: 'eu-1', prefix: 'a/b', pathStyle: false, tlsVerify: false, kmsKeyId: 'k', storageClass: 'COLD' };
    const address = valueOf(bucketAddress(given({ ...own, endpoint: 'HTTP://S3.Example.Test:80/' })));
    expect(address).to.deep.equal({ ...given(own), endpoint: 'http://s3.example.test' });
  });

  it('lets only AWS do without an endpoint', () => {
    for (const provider of storageProviders) {
      const found = bucketAddress(given({ provider, endpoint: undefined }));
      if (provider === 'aws_s3') expect(valueOf(found).endpoint).to.equal(undefined);
      else expect(errorOf(found)).to.include({ field: 'endpoint', problem: 'missing' });
    }
  });

  it('refuses an endpoint that is more or less than scheme, host and port', () => {
    const wrong = [
      '',
      's3.example.test',
      'ftp://s3.example.test',
      'file:///etc/passwd',
      'https://',
      'https://user@s3.example.test',
      'https://user:word@s3.example.test',
      'https://@s3.example.test',
      'https://s3.example.test/path',
      'https://s3.example.test/?a=b',
      'https://s3.example.test?',
      'https://s3.example.test#',
      'https://s3.example.test\\@other.test',
      'https://s3.example.test:99999',
      'https://s3.example.test\n',
      ' https://s3.example.test',
      'https://s3 example.test',
      `https://${'a'.repeat(3000)}.test`,
    ];
    for (const endpoint of wrong) {
      expect(errorOf(bucketAddress(given({ endpoint }))), endpoint).to.include({ field: 'endpoint', problem: 'malformed' });
    }
  });

  it('shows an address in disguise as what it is, so that a guard can judge it', () => {
    for (const endpoint of ['http://2130706433', 'http://0x7f.1', 'http://0177.0.0.1', 'http://127.1']) {
      expect(valueOf(bucketAddress(given({ endpoint }))).endpoint).to.equal('http://127.0.0.1');
    }
  });

  it('refuses what is no bucket name', () => {
    for (const bucket of ['abc', 'a.b-c', '0'.repeat(63), 'my.models']) expect(isBucketName(bucket), bucket).to.equal(true);
    const wrong = [
      '',
      'ab',
      '0'.repeat(64),
      'Models',
      'a_b',
      '-abc',
      'abc-',
      '.abc',
      'a..b',
      '192.168.0.1',
      'a/b',
      'a b',
      '../x',
    ];
    for (const bucket of wrong) {
      expect(errorOf(bucketAddress(given({ bucket }))), bucket).to.include({ field: 'bucket', problem: 'malformed' });
    }
  });

  it('reads a prefix with a slash at its end as one without', () => {
    expect(valueOf(bucketAddress(given({ prefix: 'models/team/' }))).prefix).to.equal('models/team');
  });

  it('refuses a prefix over whose edge a key could reach', () => {
    const wrong = ['/', '/a', 'a//', 'a//b', '..', '../a', 'a/../b', 'a/./b', '.a', 'a b', 'é', 'a\u0000', 'a'.repeat(256)];
    for (const prefix of wrong) {
      expect(errorOf(bucketAddress(given({ prefix }))), prefix).to.include({ field: 'prefix', problem: 'malformed' });
    }
  });

  it('leaves room for the longest key of the service behind the longest prefix', () => {
    const prefix = `${'a'.repeat(127)}/${'b'.repeat(127)}`;
    expect(prefix).to.have.length(maxPrefixLength);
    expect(isKeyPrefix(prefix)).to.equal(true);
    const id = '00000000-0000-4000-8000-000000000001';
    const longest = treeKey(namespaceOf(trusted(id), trusted(id)), trusted(`${'p'.repeat(255)}/${'q'.repeat(255)}`));
    expect(`${prefix}/${longest}`.length).to.be.at.most(1024);
  });
});
