import { expect } from 'chai';
import { pathOfText } from '../../src/file-system.js';
import { createNameTwins } from '../../src/pull/name-twins.js';

describe('names that a file system may take for one', () => {
  const areTwins = (one: string, other: string): boolean => {
    const twins = createNameTwins();
    expect(twins.note(pathOfText(one))).to.deep.equal([]);
    return twins.note(pathOfText(other)).length === 1;
  };

  it('differ in case, in the form of a letter, in what is not seen, or in dots and blanks at an end', () => {
    const pairs = [
      ['README', 'Readme'],
      ['Dir/f', 'dir/F'],
      ['caf\u00e9', 'cafe\u0301'],
      ['stra\u00dfe', 'STRASSE'],
      ['a', 'a. .'],
      ['d./a', 'd/a'],
      ['a\u200db', 'ab'],
    ] as const;
    for (const [one, other] of pairs) expect(areTwins(one, other), `${one} ${other}`).to.equal(true);
  });

  it('are others where anything else differs', () => {
    for (const [one, other] of [
      ['a', 'b'] as const,
      ['a/b', 'ab'] as const,
      ['a', '.a'] as const,
      ['cafe', 'caf\u00e9'] as const,
    ])
      expect(areTwins(one, other), `${one} ${other}`).to.equal(false);
  });

  it('are told of what comes after a file that may be taken for a folder above it', () => {
    const twins = createNameTwins();
    const names = ['BUILD', 'src/Main', 'build/a/file', 'src/main/file', 'Build', 'buil/d'];
    expect(names.map((name) => twins.note(name))).to.deep.equal([[], [], ['BUILD'], ['src/Main'], ['BUILD'], []]);
  });

  it('are told of each that comes after another', () => {
    const twins = createNameTwins();
    expect(['a', 'A', 'b', 'a.'].map((name) => twins.note(name))).to.deep.equal([[], ['a'], [], ['a', 'A']]);
  });
});
