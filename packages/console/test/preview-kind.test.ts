import { expect } from 'chai';
import { isReaderKind, previewBytes, previewKind, textOf } from '../app/preview/preview-kind.js';

describe('previewKind', () => {
  it('goes by the ending of the name, whatever its case', () => {
    const kinds = [
      'a.PNG',
      'b.safetensors',
      'c.gguf',
      'd.parquet',
      'e.ipynb',
      'f.tsv',
      'README.md',
      'Makefile',
      'constructor',
      'x.toString',
      'y.constructor',
    ];
    expect(kinds.map((name) => previewKind(name).kind)).to.deep.equal([
      'image',
      'tensors',
      'gguf',
      'parquet',
      'notebook',
      'table',
      'markdown',
      'text',
      'text',
      'text',
      'text',
    ]);
    expect(isReaderKind('gguf')).to.equal(true);
    expect(isReaderKind('table')).to.equal(false);
  });
});

describe('previewBytes', () => {
  it('takes a part of texts, and all or nothing of what a part is of no use of', () => {
    expect(previewBytes('a.txt', 10_000_000)).to.equal(256_000);
    expect(previewBytes('a.txt', 10)).to.equal(10);
    expect(previewBytes('a.ipynb', 10_000_001)).to.equal(0);
    expect(previewBytes('a.png', 20_000_001)).to.equal(0);
    expect(previewBytes('a.png', 20_000_000)).to.equal(20_000_000);
  });
});

describe('textOf', () => {
  it('is undefined of what is no UTF-8, and takes an end in the middle of a character', () => {
    expect(textOf(Uint8Array.of(0x61, 0xc3))).to.equal('a');
    expect(textOf(Uint8Array.of(0xff, 0x61))).to.equal(undefined);
    expect(textOf(Uint8Array.of(0x61, 0))).to.equal(undefined);
  });
});
