import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect } from 'chai';
import { addressBlock, clientAddress, createAddressList, createInternalCheck } from '../../src/koa/address.js';

const requestFrom = (remoteAddress: string, forwarded?: string): IncomingMessage => {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
};

describe('clientAddress', () => {
  it('is the peer when no proxy is trusted, whatever the headers say', () => {
    expect(clientAddress(requestFrom('203.0.113.9', '10.0.0.1'), 0)).to.equal('203.0.113.9');
  });

  it('is what the outermost trusted proxy saw', () => {
    const forwarded = '6.6.6.6, 198.51.100.1, 10.0.0.2';
    expect(clientAddress(requestFrom('10.0.0.1', forwarded), 1)).to.equal('10.0.0.2');
    expect(clientAddress(requestFrom('10.0.0.1', forwarded), 2)).to.equal('198.51.100.1');
    expect(clientAddress(requestFrom('10.0.0.1', '198.51.100.1'), 3)).to.equal('198.51.100.1');
    expect(clientAddress(requestFrom('10.0.0.1'), 2)).to.equal('10.0.0.1');
  });

  it('is the peer when the header holds no address', () => {
    for (const forwarded of ['unknown', '', ',', 'evil\u0000', '999.1.1.1', '1.2.3.4:x', '[1.2.3.4', '::1:80:']) {
      expect(clientAddress(requestFrom('10.0.0.1', forwarded), 1), forwarded).to.equal('10.0.0.1');
    }
  });

  it('is what the proxy saw without the port', () => {
    for (const [forwarded, address] of [
      ['198.51.100.1:5678', '198.51.100.1'],
      ['[2001:db8::1]:5678', '2001:db8::1'],
      ['[2001:db8::1]', '2001:db8::1'],
      ['2001:db8::1', '2001:db8::1'],
    ] as const) {
      expect(clientAddress(requestFrom('10.0.0.1', forwarded), 1)).to.equal(address);
    }
  });

  it('takes IPv4 out of its IPv6 dress and drops a zone', () => {
    expect(clientAddress(requestFrom('::ffff:192.0.2.1'), 0)).to.equal('192.0.2.1');
    expect(clientAddress(requestFrom('fe80::1%eth0'), 0)).to.equal('fe80::1');
  });
});

describe('createInternalCheck', () => {
  const isInternal = createInternalCheck({ internalCidrs: ['10.0.0.0/8'], trustProxyHops: 1 });

  it('asks for the address that a trusted proxy tells, and trusts nobody of whom it tells none', () => {
    expect(isInternal(requestFrom('10.0.0.1', '10.0.0.2'))).to.equal(true);
    expect(isInternal(requestFrom('10.0.0.1'))).to.equal(true);
    for (const forwarded of ['198.51.100.1', '198.51.100.1:80', 'unknown', 'garbage', '[::1]x']) {
      expect(isInternal(requestFrom('10.0.0.1', forwarded)), forwarded).to.equal(false);
    }
  });

  it('trusts nobody for whom a proxy speaks that it was not told of', () => {
    expect(createInternalCheck({})(requestFrom('127.0.0.1'))).to.equal(true);
    expect(createInternalCheck({})(requestFrom('127.0.0.1', '127.0.0.1'))).to.equal(false);
  });
});

describe('createAddressList', () => {
  it('always holds this machine, and the networks that are named', () => {
    const isListed = createAddressList(['10.0.0.0/8', 'fd00::/8', '192.0.2.7']);
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '10.255.0.1', 'fd12::1', '192.0.2.7']) {
      expect(isListed(address), address).to.equal(true);
    }
    for (const address of ['11.0.0.1', '192.0.2.8', 'fe80::1', '8.8.8.8', '', 'localhost']) {
      expect(isListed(address), address).to.equal(false);
    }
  });

  it('refuses a network that is none', () => {
    for (const cidr of ['10.0.0.0/33', 'nonsense', '10.0.0.0/', '10.0.0.0/x']) {
      expect(() => createAddressList([cidr]), cidr).to.throw();
    }
  });
});

describe('addressBlock', () => {
  it('is an IPv4 address itself, and the first 64 bits of an IPv6 one', () => {
    expect(addressBlock('192.0.2.1')).to.equal('192.0.2.1');
    expect(addressBlock('2001:db8:1:2:3:4:5:6')).to.equal('2001:db8:1:2');
    expect(addressBlock('2001:DB8:0001:2::9')).to.equal('2001:db8:1:2');
    expect(addressBlock('2001:db8::1')).to.equal('2001:db8:0:0');
    expect(addressBlock('::1')).to.equal('0:0:0:0');
  });
});
