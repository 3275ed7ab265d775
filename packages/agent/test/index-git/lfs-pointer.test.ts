import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { maxPointerBytes, readLfsPointer } from '../../src/index-git/lfs-pointer.js';

const oid = 'ab'.repeat(32);
const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 12345\n`;
const extended = (...lines: readonly string[]): string =>
  pointer.replace('oid', `${lines.map((line) => `${line}\n`).join('')}oid`);
const hash = `sha256:${'c'.repeat(64)}`;
/** Its bytes as characters. */
const utf8 = (text: string): string => Buffer.from(text).toString('latin1');
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
  'one with an extension': extended(`ext-0-foo ${hash}`),
  'one with several extensions': extended(`ext-1-foo ${hash}`, `ext-0-bar ${hash}`),
  'one with a hyphen in the name of an extension': extended(`ext-0-case-fold ${hash}`),
  'one with signs in the name of an extension': extended(`ext-0-a.b!\0 ${hash}`),
  'one with an umlaut in the name of an extension': extended(utf8(`ext-0-f\u00fc ${hash}`)),
  'one with an umlaut at the beginning of it': extended(utf8(`ext-0-\u00fcber ${hash}`)),
  'one with an extension without a name': extended(`ext-0- ${hash}`),
  'one with an extension of a priority of two digits': extended(`ext-10-foo ${hash}`),
  'one with two extensions of one priority': extended(`ext-0-foo ${hash}`, `ext-0-bar ${hash}`),
  'one with an extension that is there twice': extended('ext-0-foo md5:00', `ext-0-foo ${hash}`),
  'one with an extension that is there twice, the last without a hash': extended(`ext-0-foo ${hash}`, 'ext-0-foo'),
  'one with another hash of an extension': extended(`ext-0-foo md5:${'c'.repeat(64)}`),
  'one with too long a hash of an extension': extended(`ext-0-foo ${hash}c`),
  'one with an extension before it': `ext-0-foo ${hash}\n${pointer}`,
  'one with an extension after it': `${pointer}ext-0-foo ${hash}\n`,
  'one without the last line feed': pointer.trimEnd(),
  'one with white space around it': `\n  ${pointer}\n\n`,
  'one with white space of Unicode around it': utf8(`\u3000\u1680${pointer}\u00a0\u0085\u2003\u2028\u205f`),
  'one with bytes after it that are white space in Latin-1': `${pointer}\xa0`,
  'one with a byte order mark': utf8(`\ufeff${pointer}`),
  'one with an empty line': pointer.replace('\noid', '\n\noid'),
  'one with Windows line ends': pointer.replaceAll('\n', '\r\n'),
  'one with a version that nobody knows': pointer.replace('spec/v1', 'spec/v9'),
  'one with another hash': pointer.replace('sha256', 'sha1'),
  'one with a hash that is too short': pointer.replace(oid, oid.slice(1)),
  'one without a size': pointer.replace('size 12345\n', ''),
  'one with a negative size': pointer.replace('12345', '-1'),
  'one with a plus before its size': pointer.replace('12345', '+12345'),
  'one with a minus before a size of nothing': pointer.replace('12345', '-0'),
  'one with many zeros before its size': pointer.replace('12345', `${'0'.repeat(30)}5`),
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

  it('reads no size of less than nothing', () => {
    expect(readLfsPointer(Buffer.from(pointer.replace('12345', '-0')))).to.deep.equal({ oid, sizeBytes: 0 });
  });

  it('takes nothing for a pointer that is longer than git-lfs reads', () => {
    expect(readLfsPointer(Buffer.from(padded(maxPointerBytes)))).to.deep.equal({ oid, sizeBytes: 12_345 });
    expect(readLfsPointer(Buffer.from(padded(maxPointerBytes + 1)))).to.equal(undefined);
  });
});
