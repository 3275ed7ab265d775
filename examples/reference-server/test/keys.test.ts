import { expect } from 'chai';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demandKeptKeys, keptKeys, linkKeysFrom } from '../src/keys.js';

describe('keptKeys', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-keys-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('makes one key that only its owner can read, and nothing else', () => {
    const keys = keptKeys(folder);
    expect(keys.map(({ id, secret }) => [id, secret.length])).to.deep.equal([['k1', 32]]);
    expect(readdirSync(folder)).to.deep.equal(['encryption-keys']);
    expect(statSync(join(folder, 'encryption-keys')).mode & 0o777).to.equal(0o600);
  });

  it('says what is wrong where a file can get no second name, and leaves nothing there', () => {
    const refuse = (): never => {
      throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' });
    };
    const problem = `DATA_DIR cannot be used: ${folder} lies on a file system without hard links`;
    expect(() => keptKeys(folder, refuse)).to.throw(problem);
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('keeps it', () => {
    expect(keptKeys(folder)).to.deep.equal(keptKeys(folder));
  });

  it('makes another one elsewhere', () => {
    const other = mkdtempSync(join(tmpdir(), 'svc-keys-'));
    try {
      expect(keptKeys(other)).not.to.deep.equal(keptKeys(folder));
    } finally {
      rmSync(other, { recursive: true });
    }
  });

  it('reads a file to which somebody has added a newer key in front', () => {
    const [first] = keptKeys(folder);
    const path = join(folder, 'encryption-keys');
    writeFileSync(path, `k2:${Buffer.alloc(32, 2).toString('base64')},${readFileSync(path, 'utf8')}`);
    const keys = keptKeys(folder);
    expect(keys.map(({ id }) => id)).to.deep.equal(['k2', 'k1']);
    expect(keys[1]).to.deep.equal(first);
  });

  it('does not replace a file that cannot be read as keys, and does not quote it', () => {
    const path = join(folder, 'encryption-keys');
    writeFileSync(path, 'k1:tooshort\n');
    chmodSync(path, 0o600);
    expect(() => keptKeys(folder))
      .to.throw(`${path} must be a list of id:base64`)
      .with.property('message')
      .that.does.not.contain('tooshort');
    expect(readFileSync(path, 'utf8')).to.equal('k1:tooshort\n');
  });
});

describe('demandKeptKeys', () => {
  it('reads the keys that were made, and makes none', () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-keys-'));
    try {
      expect(() => demandKeptKeys(folder)).to.throw(`${join(folder, 'encryption-keys')} is missing`);
      expect(readdirSync(folder)).to.deep.equal([]);
      const keys = keptKeys(folder);
      expect(demandKeptKeys(folder)).to.deep.equal(keys);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('linkKeysFrom', () => {
  // RFC 5869 with SHA-256, no salt, "svc link signing": computed with `openssl kdf HKDF`.
  it('derives a key for links that does not show the one it came from', () => {
    const [link] = linkKeysFrom([{ id: 'k1', secret: Buffer.alloc(32, 7) }]);
    expect(link?.id).to.equal('k1');
    expect(Buffer.from(link?.secret ?? []).toString('hex')).to.equal(
      'd8de92a43492e73103718f0de31cc3c08683718f2037a54d8df481eac3a502eb',
    );
  });
});
