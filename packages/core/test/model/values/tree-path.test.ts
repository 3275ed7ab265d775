import { posix } from 'node:path';
import { seeded, type SeededRandom } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import { foldersAbove, isTreePath, treeFileKind } from '../../../src/model/values/index.js';

const inputs = rounds({ property: 'a path of a tree is below its root, and says one thing', test: 20_000, proof: 1_000_000 });

const pieces = [
  '/',
  '/',
  '/',
  '.',
  '..',
  '-',
  '_',
  'a',
  'Z',
  '0',
  '~',
  ' ',
  '%2e',
  '\\',
  '\0',
  '\n',
  ':',
  '\u00e4',
  '\uff0e',
  'chunks/packs/',
  'chunks/maps/',
  'assets/',
  'manifest.json',
  'objects',
  'finalize',
  'locks',
  'verify',
  'transfers',
  'ab'.repeat(32),
  'x'.repeat(254),
  'x'.repeat(255),
] as const;

const drawText = (random: SeededRandom): string => {
  let text = '';
  for (let left = random.integer(8); left >= 0; left -= 1) text += random.pick(pieces);
  return text;
};

const plain = new Set('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789');
const reserved = ['finalize', 'locks', 'objects', 'transfers', 'verify'];

/** The same rule, letter by letter. */
const isSegment = (segment: string): boolean =>
  segment.length >= 1 &&
  segment.length <= 255 &&
  plain.has(segment.charAt(0)) &&
  [...segment].every((letter) => plain.has(letter) || letter === '.' || letter === '_' || letter === '-');
const isPath = (text: string): boolean => {
  const segments = text.split('/');
  return text.length <= 512 && segments.length <= 8 && segments.every(isSegment) && !reserved.includes(segments[0] ?? '');
};

describe('a path of a tree', () => {
  const property = seeded<undefined>(`is what its rule says and leads below the root, ${inputs} times`, async (_, random) => {
    let paths = 0;
    for (let input = 0; input < inputs; input += 1) {
      const text = drawText(random);
      if (isTreePath(text) !== isPath(text)) expect.fail(JSON.stringify(text));
      if (!isTreePath(text)) continue;
      paths += 1;
      if (posix.join('/root', text) !== `/root/${text}`) expect.fail(JSON.stringify(text));
      if (foldersAbove(text).length !== text.split('/').length - 1) expect.fail(text);
      const { kind } = treeFileKind(text);
      if (kind !== 'plain' && text.split('/').length !== 3) expect.fail(`${text} is a ${kind}`);
    }
    expect(paths).to.be.greaterThan(inputs / 100);
  });
  it(property.title, () => property.run(undefined));
});
