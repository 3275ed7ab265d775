import { expect } from 'chai';
import fc from 'fast-check';
import { parseNetworks } from '../src/networks.js';
import { isPublicAddress } from '../src/public-address.js';

const none = parseNetworks([]);

describe('networks', () => {
  it('hold exactly the addresses whose first bits are theirs', () => {
    fc.assert(
      fc.property(pairOf(4), fc.integer({ min: 0, max: 32 }), ([bytes, other], prefix) => {
        const networks = parseNetworks([`${bytes.join('.')}/${prefix}`]);
        const expected = bitsOf(bytes).slice(0, prefix) === bitsOf(other).slice(0, prefix);
        for (const start of ['', '::ffff:', '64:ff9b::']) expect(networks.contains(start + other.join('.'))).to.equal(expected);
      }),
      { numRuns: 5000 },
    );
  });

  it('of IPv6 hold exactly the addresses whose first bits are theirs', () => {
    fc.assert(
      fc.property(pairOf(16), fc.integer({ min: 0, max: 128 }), ([bytes, other], prefix) => {
        const expected = bitsOf(bytes).slice(0, prefix) === bitsOf(other).slice(0, prefix);
        expect(parseNetworks([`${ipv6Of(bytes)}/${prefix}`]).contains(ipv6Of(other))).to.equal(expected);
      }),
      { numRuns: 5000 },
    );
  });

  it('are read from one address too, and from nothing else', () => {
    expect(parseNetworks(['192.168.1.5']).contains('192.168.1.5')).to.equal(true);
    expect(parseNetworks(['192.168.1.5']).contains('192.168.1.4')).to.equal(false);
    expect(parseNetworks(['::1']).contains('::1')).to.equal(true);
    for (const text of [
      '',
      '10/8',
      '10.0.0.0/33',
      '10.0.0.0/',
      '10.0.0.0/-1',
      'fd00::/129',
      'localhost',
      'fe80::1%eth0',
      '10.0.0.0/8/8',
      '*',
    ]) {
      expect(() => parseNetworks([text]), text).to.throw('is not a network');
    }
  });

  it('hold no text that is no address', () => {
    const all = parseNetworks(['0.0.0.0/0', '::/0']);
    for (const text of ['', 'localhost', '1.2.3', '0x7f.0.0.1', 'fe80::1%eth0', '[::1]', '::1 '])
      expect(all.contains(text), text).to.equal(false);
  });
});

describe('a public address', () => {
  it('is one that is given out and not special', () => {
    const addresses = ['1.1.1.1', '8.8.8.8', '93.184.216.34', '223.255.255.254', '2606:4700::1111', '2a00::1', '2001:200::1'];
    for (const address of [...addresses, '::ffff:8.8.8.8', '64:ff9b::808:808'])
      expect(isPublicAddress(address, none), address).to.equal(true);
  });

  it('is not the first or the last of any special network, and is what lies before and after', () => {
    const edges: readonly (readonly [first: string, last: string, before?: string | undefined, after?: string])[] = [
      ['0.0.0.0', '0.255.255.255', undefined, '1.0.0.0'],
      ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
      ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
      ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
      ['168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
      ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
      ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
      ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
      ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
      ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
      ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
      ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
      ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
      ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
      ['224.0.0.0', '255.255.255.255', '223.255.255.255'],
      ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', undefined, '2000::'],
      ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff::', '2001:200::'],
      ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::', '2001:db9::'],
      ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff::', '2003::'],
      ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff::', '3fff:1000::'],
      ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:ffff::'],
    ];
    for (const [first, last, before, after] of edges) {
      expect(isPublicAddress(first, none), first).to.equal(false);
      expect(isPublicAddress(last, none), last).to.equal(false);
      for (const neighbour of [before, after])
        if (neighbour !== undefined) expect(isPublicAddress(neighbour, none), neighbour).to.equal(true);
    }
  });

  it('is each one that the operator allows', () => {
    const allow = parseNetworks(['127.0.0.0/8', 'fe80::/10']);
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', 'fe80::1', '8.8.8.8'])
      expect(isPublicAddress(address, allow)).to.equal(true);
    for (const address of ['10.0.0.1', '::1', 'fe80::1%eth0']) expect(isPublicAddress(address, allow)).to.equal(false);
  });
});

/** An address and another one that begins as it does, so that prefixes of every length tell them apart or do not. */
const pairOf = (length: number) =>
  fc
    .tuple(fc.uint8Array({ minLength: length, maxLength: length }), fc.integer({ min: 0, max: length * 8 }))
    .map(([bytes, flipped]) => {
      const other = Uint8Array.from(bytes, (byte, at) => (at === flipped >> 3 ? byte ^ (0x80 >> (flipped & 7)) : byte));
      return [bytes, other] as const;
    });

const bitsOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');

const ipv6Of = (bytes: Uint8Array): string =>
  Array.from({ length: 8 }, (_, at) => Buffer.from(bytes.subarray(at * 2, at * 2 + 2)).toString('hex')).join(':');
