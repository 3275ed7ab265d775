import { expect } from 'chai';
import { checkCodec } from '../../src/doctor/codec-check.js';

describe('the check of the codec', () => {
  it('says of a Zstandard that was not compiled how npm compiles it, also one that runs no install scripts by itself', async () => {
    const { status, message } = await checkCodec({ zstd: 'wasm' });
    expect(status).to.equal('warning');
    expect(message).to.contain('Zstandard: wasm').and.contain('--allow-scripts=zstd-napi').and.contain('--ignore-scripts');
  });
});
