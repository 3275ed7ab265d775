import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { createCodecPool } from '../../src/index.js';

/** The priority of each thread of this process, lower ones are higher figures. */
const priorities = (): readonly number[] =>
  readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });

const lowOnes = (): number => priorities().filter((priority) => priority === constants.priority.PRIORITY_LOW).length;

describe('a codec pool of low priority', () => {
  it('has its own threads come after all others, and names as any other', async function () {
    if (process.platform !== 'linux') this.skip();
    const [low, normal] = [createCodecPool({ threads: 2, priority: 'low' }), createCodecPool({ threads: 2 })];
    const before = [getPriority(), lowOnes()];
    const bytes = new Uint8Array(2 * 2 ** 20).fill(7);
    const ends = [2 ** 20, 2 * 2 ** 20];
    expect(await low.nameAll(bytes, ends)).to.deep.equal(await normal.nameAll(bytes, ends));
    expect([getPriority(), lowOnes() - 2]).to.deep.equal(before);
    await Promise.all([low.close(), normal.close()]);
  });
});
