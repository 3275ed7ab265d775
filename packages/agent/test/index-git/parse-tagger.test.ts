import { expect } from 'chai';
import { parseTagger } from '../../src/index-git/parse-tagger.js';

describe('parseTagger', () => {
  for (const [line, name, email, at, offsetMinutes] of [
    ['A U Thor <author@example.test> 1600000000 -0330', 'A U Thor', 'author@example.test', 1_600_000_000, -210],
    ['<author@example.test> 1600000000 +0000', '', 'author@example.test', 1_600_000_000, 0],
    ['A <<b> C <x@y>> 1000000000 +0530', 'A', '<b', 1_000_000_000, 330],
    ['A <a@b> -5 +0000', 'A', 'a@b', -5, 0],
    ['A <a@b> 1600000000', 'A', 'a@b', 1_600_000_000, 0],
    ['A <a@b>', 'A', 'a@b', undefined, 0],
    ['A a@b 1600000000 +0000', '', '', undefined, 0],
    ['', '', '', undefined, 0],
  ] as const) {
    it(`reads "${line}" as git does`, () => {
      expect(parseTagger(line)).to.deep.equal({ name, email, at, offsetMinutes });
    });
  }
});
