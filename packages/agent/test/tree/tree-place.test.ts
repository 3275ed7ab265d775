import { expect } from 'chai';
import { AgentProblem } from '../../src/agent-problem.js';
import { parseTreePlace } from '../../src/tree/tree-place.js';

describe('a place in a history', () => {
  const cases: readonly (readonly [text: string, ref: string | undefined, path: string, named: string | undefined])[] = [
    ['models@v1.0', undefined, 'models', 'v1.0'],
    ['models/a b.bin', undefined, 'models/a b.bin', undefined],
    ['./models//deep/', undefined, 'models/deep', undefined],
    ['/models', undefined, 'models', undefined],
    ['.', undefined, '', undefined],
    ['@main', undefined, '', 'main'],
    ['.@feature/x', undefined, '', 'feature/x'],
    ['@scope/pack@refs/heads/main', undefined, '@scope/pack', 'refs/heads/main'],
    ['a@b@', undefined, 'a@b', undefined],
    ['a@b', 'main', 'a@b', 'main'],
    ['a@', 'main', 'a@', 'main'],
    ['é', undefined, '\xc3\xa9', undefined],
    ['..a/b..', undefined, '..a/b..', undefined],
  ];
  for (const [text, ref, path, named] of cases) {
    it(`is ${JSON.stringify(path)} at ${named ?? 'the default branch'} for ${text}${ref === undefined ? '' : ` --ref ${ref}`}`, () => {
      expect(parseTreePlace(text, ref)).to.include({ path, ref: named });
    });
  }

  for (const text of ['..', 'a/../b', '.git', 'a/.GIT/config', 'x'.repeat(4097), 'a\0b']) {
    it(`is not ${JSON.stringify(text.slice(0, 20))}`, () => {
      expect(() => parseTreePlace(text, undefined)).to.throw(AgentProblem, 'is no path of a file or a folder');
    });
  }
});
