import { runSources } from '@svc/test-services/run-sources';
import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const tool = fileURLToPath(new URL('../src/index.ts', import.meta.url));

const verify = (...parameters: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...runSources, tool, ...parameters], { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}`.trim() };
};

describe('verify-tool', () => {
  const bytes = Buffer.alloc(3_000_000, 'large file ');
  const oid = createHash('sha256').update(bytes).digest('hex');
  const other = 'f'.repeat(64);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-verify-'));
    for (const name of ['model.bin', oid, other]) writeFileSync(join(folder, name), bytes);
  });
  after(() => rmSync(folder, { recursive: true }));

  it('confirms a file that hashes to the oid', () => {
    expect(verify(join(folder, 'model.bin'), oid)).to.deep.equal({ status: 0, said: `ok ${oid}` });
  });

  it('takes the oid from the name of a stored object', () => {
    expect(verify(join(folder, oid))).to.deep.equal({ status: 0, said: `ok ${oid}` });
  });

  it('fails on other bytes, and says what they hash to', () => {
    expect(verify(join(folder, other))).to.deep.equal({ status: 1, said: `differs: ${join(folder, other)} hashes to ${oid}` });
  });

  it('explains itself when there is no oid', () => {
    expect(verify(join(folder, 'model.bin')))
      .to.include({ status: 2 })
      .and.to.have.property('said')
      .that.contains('usage');
  });

  it('says plainly that a file is not there', () => {
    expect(verify(join(folder, 'none'), oid))
      .to.include({ status: 2 })
      .and.to.have.property('said')
      .that.matches(/^ENOENT[^\n]*$/);
  });
});
