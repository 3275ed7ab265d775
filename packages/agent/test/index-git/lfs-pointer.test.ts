import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { maxPointerBytes, readLfsPointer } from '../../src/index-git/lfs-pointer.js';

const oid = 'ab'.repeat(32);
const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 12345\n`;
const padded = (length: number): string => pointer + '\n'.repeat(length - pointer.length);

/** Whether git-lfs takes it for a pointer. */
const isPointer = (text: string): Promise<boolean> =>
  new Promise((resolve) => {
    const child = execFile('git', ['lfs', 'pointer', '--check', '--stdin'], (fault) => resolve(fault === null));
    child.stdin?.end(Buffer.from(text, 'latin1'));
  });

const texts: Readonly<Record<string, string>> = {
  'a pointer': pointer,
  'the pointer of an empty file': pointer.replace('12345', '0'),
  'one of an older version': pointer.replace('git-lfs.github.com', 'hawser.github.com'),
  'one of the oldest version': pointer.replace('https://git-lfs.github.com/spec/v1', 'http://git-media.io/v/2'),
  'one with extensions': pointer.replace('oid', `ext-0-foo sha256:${'c'.repeat(64)}\noid`),
  'one without the last line feed': pointer.trimEnd(),
  'one with white space around it': `\n  ${pointer}\n\n`,
  'one with an empty line': pointer.replace('\noid', '\n\noid'),
  'one with Windows line ends': pointer.replaceAll('\n', '\r\n'),
  'one with a version that nobody knows': pointer.replace('spec/v1', 'spec/v9'),
  'one with another hash': pointer.replace('sha256', 'sha1'),
  'one with a hash that is too short': pointer.replace(oid, oid.slice(1)),
  'one without a size': pointer.replace('size 12345\n', ''),
  'one with a negative size': pointer.replace('12345', '-1'),
  'one with a size in words': pointer.replace('12345', 'large'),
  'one in another order': pointer.split('\n').toReversed().join('\n'),
  'one with a line too many': `${pointer}more here\n`,
  'one with a word too many': `${pointer}more\n`,
  'a text': 'version 2 of a text\n',
  'an empty file': '',
};

describe('readLfsPointer', () => {
  for (const [what, text] of Object.entries(texts)) {
    it(`takes ${what} for what git-lfs takes it for`, async () => {
      const isOne = what !== 'an empty file' && (await isPointer(text));
      expect(readLfsPointer(Buffer.from(text, 'latin1')) !== undefined).to.equal(isOne);
    });
  }

  it('reads the object and its size', () => {
    expect(readLfsPointer(Buffer.from(pointer))).to.deep.equal({ oid, sizeBytes: 12_345 });
  });

  it('takes nothing for a pointer that is longer than git-lfs reads', () => {
    expect(readLfsPointer(Buffer.from(padded(maxPointerBytes)))).to.deep.equal({ oid, sizeBytes: 12_345 });
    expect(readLfsPointer(Buffer.from(padded(maxPointerBytes + 1)))).to.equal(undefined);
  });
});
