import { expect } from 'chai';
import { readAhead } from '../../src/pipeline/read-ahead.js';

describe('readAhead', () => {
  it('has the next items come while one is worked on, and no more of them than it may', async () => {
    const begun: number[] = [];
    async function* numbers(): AsyncGenerator<number, void, undefined> {
      for (let at = 0; at < 10; at += 1) {
        begun.push(at);
        yield at;
      }
    }
    const seen: number[] = [];
    for await (const at of readAhead(numbers(), 2)) {
      await new Promise(setImmediate);
      expect(begun.length).to.equal(Math.min(at + 3, 10));
      seen.push(at);
    }
    expect(seen).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('throws what has failed where it stands, and ends what it reads when it is left', async () => {
    let isEnded = false;
    async function* failing(): AsyncGenerator<number, void, undefined> {
      try {
        yield 1;
        yield 2;
        throw new Error('three');
      } finally {
        isEnded = true;
      }
    }
    const seen: number[] = [];
    const read = async (): Promise<void> => {
      for await (const at of readAhead(failing(), 5)) seen.push(at);
    };
    expect(await read().catch((fault: unknown) => String(fault))).to.equal('Error: three');
    expect(seen).to.deep.equal([1, 2]);
    isEnded = false;
    for await (const at of readAhead(failing())) if (at === 1) break;
    expect(isEnded).to.equal(true);
  });
});
