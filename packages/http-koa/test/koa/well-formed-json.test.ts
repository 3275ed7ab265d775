import { expect } from 'chai';
import { isWellFormedJson } from '../../src/koa/well-formed-json.js';

const isSound = (json: string): boolean => isWellFormedJson(json, JSON.parse(json));

describe('isWellFormedJson', () => {
  it('accepts every text that can be stored', () => {
    for (const json of ['{}', '"\\u0001"', '{"a":["\\ud83d\\ude00"]}', '"😀"', '[1,null,true,"\\\\u0000"]']) {
      expect(isSound(json), json).to.equal(true);
    }
  });

  it('refuses U+0000 and half a surrogate pair, in names and at any depth', () => {
    const refused = ['"\\u0000"', '"\\ud800"', '"\\udc00x"', '{"\\u0000":1}', '{"a":{"b":[["\\ud83d"]]}}', '["\\ude00\\ud83d"]'];
    for (const json of refused) expect(isSound(json), json).to.equal(false);
  });

  it('looks through nesting that is deeper than the stack', () => {
    const deep = (inside: string): string => '['.repeat(200_000) + inside + ']'.repeat(200_000);
    expect(isSound(deep('"\\u0001"'))).to.equal(true);
    expect(isSound(deep('"\\u0000"'))).to.equal(false);
  });
});
