import { expect } from 'chai';
import { isOwnHost, isSparedFromProxy } from '../../src/git/spared-from-proxy.js';

describe('what no proxy is asked for', () => {
  it('is this machine', () => {
    for (const host of ['localhost', 'LOCALHOST', '127.0.0.1', '127.9.9.9', '[::1]'])
      expect(isOwnHost(host), host).to.equal(true);
    for (const host of ['localhost.example', '128.0.0.1', '[::2]', '10.0.0.1']) expect(isOwnHost(host), host).to.equal(false);
  });

  const rows: readonly (readonly [noProxy: string, host: string, isSpared: boolean])[] = [
    ['', 'svc.example', false],
    [' , ,', 'svc.example', false],
    ['*', 'svc.example', true],
    ['svc.example', 'svc.example', true],
    ['other.example, SVC.example ', 'svc.EXAMPLE', true],
    ['example', 'svc.example', true],
    ['vc.example', 'svc.example', false],
    ['.example', 'svc.example', true],
    ['*.example', 'svc.example', true],
    ['.svc.example', 'svc.example', false],
    ['svc.example:443', 'svc.example', true],
    ['svc.example:80', 'svc.example', false],
    ['10.0.0.0/8', '10.1.2.3', true],
    ['10.0.0.0/8', '11.1.2.3', false],
    ['10.0.0.0/99', '10.1.2.3', false],
    ['10.1.2.3', '10.1.2.3', true],
    ['2.3', '10.1.2.3', false],
    ['fd00::/16', '[fd00::5]', true],
    ['[fd00::5]:443', '[fd00::5]', true],
    ['fd00::5', '[fd00::5]', true],
    ['fd00::/16', '10.1.2.3', false],
  ];
  for (const [noProxy, host, isSpared] of rows) {
    it(`is ${isSpared ? '' : 'not '}${host} where NO_PROXY is "${noProxy}"`, () => {
      expect(isSparedFromProxy({ host, port: '443' }, noProxy)).to.equal(isSpared);
    });
  }
});
