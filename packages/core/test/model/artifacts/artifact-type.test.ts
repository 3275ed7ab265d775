import { expect } from 'chai';
import { artifactTypeOf, headBytes } from '../../../src/model/artifacts/artifact-type-of.js';
import { type ArtifactType, artifactTypes } from '../../../src/model/artifacts/artifact-type.js';
import { fileEndings } from '../../../src/model/artifacts/file-endings.js';
import { seededIntegers } from '../../builders/seeded-integers.js';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const zipOf = (path: string): string => `PK\x03\x04\0\0\x08\x08\0\0${'\0'.repeat(16)}${path}`;

/** How files of these kinds begin. */
const heads: readonly (readonly [kind: string, head: string, type: ArtifactType])[] = [
  ['safetensors', '\x40\x01\0\0\0\0\0\0{"__metadata__":{"format":"pt"}', 'model'],
  ['gguf', 'GGUF\x03\0\0\0', 'model'],
  ['onnx', '\x08\x07\x12\x07pytorch\x1a\x05', 'model'],
  ['PyTorch, zipped', zipOf('archive/data.pkl'), 'model'],
  ['pickle, protocol 2', '\x80\x02}q\0(X', 'model'],
  ['PyTorch, before 1.6', '\x80\x02\x8a\x0al\xfc\x9c', 'model'],
  ['pickle, protocol 4', '\x80\x04\x95\x10\0\0\0\0\0\0\0}', 'model'],
  ['HDF5', '\x89HDF\r\n\x1a\n\0', 'model'],
  ['tflite', '\x1c\0\0\0TFL3\x14', 'model'],
  ['numpy', '\x93NUMPY\x01\0v\0', 'dataset'],
  ['parquet', 'PAR1\x15\x04', 'dataset'],
  ['arrow', 'ARROW1\0\0\xff\xff', 'dataset'],
  ['sqlite', 'SQLite format 3\0\x10\0', 'dataset'],
  ['avro', 'Obj\x01\x04', 'dataset'],
  ['png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'media'],
  ['jpeg', '\xff\xd8\xff\xe0\0\x10JFIF', 'media'],
  ['gif', 'GIF89a\x01\0', 'media'],
  ['webp', 'RIFF\x24\0\0\0WEBPVP8 ', 'media'],
  ['wav', 'RIFF\x24\0\0\0WAVEfmt ', 'media'],
  ['mp4', '\0\0\0\x20ftypisom', 'media'],
  ['webm', '\x1aE\xdf\xa3\x9f', 'media'],
  ['mp3 with tags', 'ID3\x04\0', 'media'],
  ['mp3', '\xff\xfb\x90\x64', 'media'],
  ['flac', 'fLaC\0\0\0\x22', 'media'],
  ['ogg', 'OggS\0\x02', 'media'],
  ['zip', zipOf('readme.txt'), 'archive'],
  ['an empty zip', `PK\x05\x06${'\0'.repeat(18)}`, 'archive'],
  ['tar', `${'name'.padEnd(257, '\0')}ustar\x0000`, 'archive'],
  ['gzip', '\x1f\x8b\x08\0', 'archive'],
  ['zstd', '\x28\xb5\x2f\xfd\x04', 'archive'],
  ['xz', '\xfd7zXZ\0\0\x04', 'archive'],
  ['7z', '7z\xbc\xaf\x27\x1c\0\x04', 'archive'],
  ['bzip2', 'BZh91AY&SY', 'archive'],
  ['text', 'Once upon a time there was a model.', 'other'],
  ['RIFF of no known form', 'RIFF\x24\0\0\0XXXX', 'other'],
  ['a byte order mark', '\xff\xfeO\0n\0c\0e\0', 'other'],
  ['nothing', '', 'other'],
  ['one byte', 'P', 'other'],
  ['zeros', '\0'.repeat(headBytes), 'other'],
];

describe('the type of an artifact', () => {
  for (const [kind, head, type] of heads) {
    it(`is ${type} for ${kind}, by the first bytes`, () => {
      expect(artifactTypeOf({ name: undefined, head: bytes(head) })).to.equal(type);
      expect(artifactTypeOf({ name: 'weights.bin', head: bytes(head) }), 'by a name that says nothing').to.equal(type);
    });
  }

  it('is what the ending of the name says, whatever the case, the folders and the bytes', () => {
    for (const type of ['model', 'dataset', 'media', 'archive'] as const) {
      for (const ending of fileEndings[type]) {
        for (const name of [`x.${ending}`, `a.b/c d/X.Y.${ending.toUpperCase()}`]) {
          expect(artifactTypeOf({ name, head: bytes('%PDF-1.7') }), name).to.equal(type);
        }
      }
    }
  });

  it('has each ending once', () => {
    const endings = Object.values(fileEndings).flat();
    expect(new Set(endings).size).to.equal(endings.length);
  });

  it('is of what is compressed where that is known', () => {
    const types = ['rows.csv.gz', 'backup.tar.gz', 'notes.txt.zst', 'model.onnx.xz', '.csv.gz', 'csv.gz'].map((name) =>
      artifactTypeOf({ name, head: undefined }),
    );
    expect(types).to.deep.equal(['dataset', 'archive', 'archive', 'model', 'dataset', 'archive']);
  });

  it('is other for names without an ending and without bytes', () => {
    for (const name of [undefined, '', '.', '..', '.png', 'png', 'x.', 'a.png/b', 'x.unknown']) {
      expect(artifactTypeOf({ name, head: undefined }), name).to.equal('other');
    }
  });

  it('is found for any bytes and any part of them', () => {
    const integer = seededIntegers(20_261_121);
    for (let time = 0; time < 2000; time += 1) {
      const head = Uint8Array.from({ length: integer(600) }, () => integer(256));
      expect(artifactTypes).to.include(artifactTypeOf({ name: undefined, head }));
    }
    for (const [kind, head] of heads) {
      for (let end = 0; end <= head.length; end += 1) {
        expect(artifactTypes, kind).to.include(artifactTypeOf({ name: undefined, head: bytes(head.slice(0, end)) }));
      }
    }
  });
});
