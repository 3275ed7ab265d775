import { createSeededRandom, seeded, type SeededRandom } from '@svc/conformance';
import { expect } from 'chai';

const draw = (random: SeededRandom) => [
  Array.from({ length: 20 }, () => random.integer(1000)),
  random.shuffled([1, 2, 3, 4, 5, 6, 7, 8]),
  random.pick(['a', 'b', 'c']),
  random.bytes(20),
];

describe('seeded choices', () => {
  it('are the same for the same seed and others for another', () => {
    expect(draw(createSeededRandom(7))).to.deep.equal(draw(createSeededRandom(7)));
    expect(draw(createSeededRandom(7))).not.to.deep.equal(draw(createSeededRandom(8)));
  });

  it('stay within their bounds and reach all of them', () => {
    const random = createSeededRandom(1);
    const integers = new Set(Array.from({ length: 1000 }, () => random.integer(5)));
    expect([...integers].sort()).to.deep.equal([0, 1, 2, 3, 4]);
    expect(random.shuffled([1, 2, 3]).sort()).to.deep.equal([1, 2, 3]);
    expect(random.bytes(0)).to.have.length(0);
    expect(() => random.pick([])).to.throw('something to pick from');
  });

  it('tell their seed in the title of the case, and use it', async () => {
    const seeds: number[] = [];
    const { title, run } = seeded<undefined>('chooses', async (_harness, random) => void seeds.push(random.seed), 42);
    await run(undefined);
    expect(title).to.equal('chooses (seed 42)');
    expect(seeds).to.deep.equal([42]);
  });

  it('take another seed for each case unless one is given', () => {
    const titles = Array.from({ length: 5 }, () => seeded<undefined>('chooses', () => Promise.resolve()).title);
    expect(new Set(titles).size).to.equal(process.env['SEED'] === undefined ? 5 : 1);
  });
});
