import { expect } from 'chai';
import { repeatsMember } from '../../src/koa/repeated-member.js';

const repeats = (json: string): boolean => repeatsMember(json, JSON.parse(json));

describe('repeatsMember', () => {
  it('finds a member that one object names twice, at any depth and however its name is written', () => {
    const repeating = [
      '{"a":1,"a":1}',
      '{"a":1,"b":2,"a":3}',
      '{"a":{"b":[{"c":1,"c":2}]}}',
      '{"a":1,"\\u0061":2}',
      '{"__proto__":1,"__proto__":2}',
      '{"":1,"":2}',
    ];
    for (const json of repeating) expect(repeats(json), json).to.equal(true);
  });

  it('finds none where the same names are those of several objects, or stand in strings', () => {
    const others = [
      '{}',
      '[]',
      'null',
      '":"',
      '{"a":{"a":{"a":1}}}',
      '[{"a":1},{"a":1}]',
      '{"a:":"b:\\":c:","d":":::"}',
      '{"__proto__":1,"constructor":2,"a":[":"]}',
      '{"1":1,"0":2,"a":"\\\\"}',
    ];
    for (const json of others) expect(repeats(json), json).to.equal(false);
  });

  it('looks through nesting that is deeper than the stack', () => {
    const deep = (inside: string): string => '['.repeat(200_000) + inside + ']'.repeat(200_000);
    expect(repeats(deep('{"a":1,"b":2}'))).to.equal(false);
    expect(repeats(deep('{"a":1,"a":2}'))).to.equal(true);
  });
});
