import { expect } from 'chai';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findInNetrc, netrcFileOf } from '../../src/settings/netrc.js';

describe('.netrc', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-netrc-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const found = async (text: string, host = 'svc.example', login?: string): Promise<string | undefined> => {
    await writeFile(join(folder, '.netrc'), text);
    return findInNetrc(join(folder, '.netrc'), host, login);
  };

  it('lies where NETRC says, else in the home', () => {
    expect(netrcFileOf({ NETRC: '/etc/netrc', HOME: '/home/me' })).to.equal('/etc/netrc');
    expect(netrcFileOf({ NETRC: '', HOME: '/home/me' })).to.match(/^\/home\/me\/[._]netrc$/);
    expect(netrcFileOf({})).to.equal(undefined);
  });

  it('gives the password of its host, however the entry is written', async () => {
    for (const text of [
      'machine svc.example login me password secret',
      'machine other.example\n\tlogin me\n\tpassword wrong\n\nmachine SVC.example\n  account a\n  password secret\n  login me\n',
      '# machine svc.example password commented\r\nmachine svc.example\r\npassword secret\r\n',
      'machine svc.example password "secret"',
      'macdef init\nmachine svc.example password macro\n\nmachine svc.example password secret',
    ]) {
      expect(await found(text), text).to.equal('secret');
    }
    expect(await found(String.raw`machine svc.example password "a \"b\" \\c"`)).to.equal(String.raw`a "b" \c`);
  });

  it('gives nothing to another host, also no default', async () => {
    const text = 'machine svc.example password secret\ndefault login me password open';
    for (const host of ['svc.example.org', 'example', 'xsvc.example', '']) {
      expect(await found(text, host), host).to.equal(undefined);
    }
  });

  it('gives the password of the login that the URL has', async () => {
    const text = 'machine svc.example login one password 1 machine svc.example login two password 2';
    expect(await found(text, 'svc.example', 'two')).to.equal('2');
    expect(await found(text, 'svc.example', 'three')).to.equal(undefined);
    expect(await found(text)).to.equal('1');
  });

  it('gives nothing behind what is not understood, nor of what is no file', async () => {
    for (const text of [
      '',
      'machine',
      'password secret',
      'machine svc.example pasword secret',
      'what machine svc.example password x',
    ]) {
      expect(await found(text), text).to.equal(undefined);
    }
    await symlink('/dev/zero', join(folder, 'endless'));
    for (const name of ['.', 'nothing', 'endless']) {
      expect(await findInNetrc(join(folder, name), 'svc.example', undefined), name).to.equal(undefined);
    }
    expect(await found(`# ${'x'.repeat(1024 * 1024)}\nmachine svc.example password secret`)).to.equal(undefined);
  });
});
