import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { assembleKernel } from '../rigs/assemble-kernel.js';

describe('kernelBytes', () => {
  it('are what kernel.wat assembles to', async () => {
    const committed = await readFile(new URL('../../src/kernel/kernel-bytes.ts', import.meta.url), 'utf8');
    expect(committed, 'run npm run assemble').to.equal(await assembleKernel());
  });
});
