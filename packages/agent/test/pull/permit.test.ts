import { expect } from 'chai';
import { permit } from '../../src/pull/permit.js';

describe('whether a file may be executed', () => {
  const uid = process.geteuid?.() ?? 0;
  const permitted = async (mode: number, isExecutable: boolean, code?: string): Promise<string> => {
    let changed = 'unchanged';
    const change = async (_: Buffer, to: number): Promise<void> => {
      if (code !== undefined) throw Object.assign(new Error(code), { code });
      changed = to.toString(8);
    };
    try {
      await permit('file', { mode, uid }, isExecutable, change);
      return changed;
    } catch (fault) {
      return String(fault);
    }
  };

  it('follows who may read it', async () => {
    expect(await permitted(0o640, true)).to.equal('750');
    expect(await permitted(0o755, false)).to.equal('644');
    expect(await permitted(0o644, false, 'EIO')).to.equal('unchanged');
  });

  it('is left as it is on a file system without modes', async () => {
    for (const code of ['EPERM', 'ENOTSUP', 'ENOSYS']) expect(await permitted(0o755, false, code), code).to.equal('unchanged');
    expect(await permitted(0o755, false, 'EIO')).to.equal('Error: EIO');
  });
});
