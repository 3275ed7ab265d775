import { expect } from 'chai';
import { isLong, jsonPieces } from '../../src/koa/json-pieces.js';

const textOf = async (body: Readonly<Record<string, unknown>>): Promise<string> => {
  let text = '';
  for await (const piece of jsonPieces(body)) text += piece;
  return text;
};

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

describe('an answer that is written in pieces', () => {
  const bodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    nothing: {},
    'fields that are undefined': { first: undefined, second: 1, third: undefined },
    'an empty array': { objects: [], after: 'x' },
    'one piece': { before: { a: [1] }, objects: numbers(250) },
    'several pieces': { objects: numbers(1251).map((number) => ({ number, text: 'ä"\u2028', none: undefined })), last: null },
    'entries that are undefined': { objects: numbers(300).map(() => undefined) },
  };

  for (const [name, body] of Object.entries(bodies)) {
    it(`is what JSON.stringify writes of ${name}`, async () => {
      expect(await textOf(body)).to.equal(JSON.stringify(body));
    });
  }

  it('lets others have the thread between two pieces', async () => {
    let turns = 0;
    const takeTurns = (): NodeJS.Immediate =>
      setImmediate(() => {
        turns += 1;
        turn = takeTurns();
      });
    let turn = takeTurns();
    await textOf({ objects: numbers(2500) });
    clearImmediate(turn);
    expect(turns).to.be.at.least(9);
  });

  it('has more than a thousand entries in an array', () => {
    expect([{ objects: numbers(1001) }, { a: 1, objects: numbers(2000) }].map(isLong)).to.deep.equal([true, true]);
    const others = [{ objects: numbers(1000) }, numbers(2000), 'text', null, undefined, { nested: { objects: numbers(2000) } }];
    expect(others.filter(isLong)).to.deep.equal([]);
  });
});
