import { expect } from 'chai';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../.scripts/workspaces.mjs';
import { createSeededRandom } from '../../packages/conformance/src/seeded.ts';
import { isProof, rounds } from '../../packages/test-services/src/rounds.ts';
import { createBugPlot, mostTestMs } from './bug-plot.mjs';
import { bugsOfAccess } from './bugs-of-access.mjs';
import { bugsOfBooks } from './bugs-of-books.mjs';
import { bugsOfBytes } from './bugs-of-bytes.mjs';
import { bugsOfConversion } from './bugs-of-conversion.mjs';
import { bugsOfGarbage } from './bugs-of-garbage.mjs';
import { bugsOfIndex } from './bugs-of-index.mjs';

/** Each is one change of a source, and names the test that fails while it is there. */
const bugs = [...bugsOfBytes, ...bugsOfAccess, ...bugsOfBooks, ...bugsOfConversion, ...bugsOfGarbage, ...bugsOfIndex];

const count = rounds({ property: 'a planted bug is caught by the test that is named for it', test: 2, proof: 109 });
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));

const describeRun = ({ passed, failed, output }) => `${passed} passed, ${failed} failed:\n${output}`;

describe('planted bugs', () => {
  const chosen = createSeededRandom(seed).shuffled(bugs).slice(0, count);
  let folder;
  let plot;
  before('copy the checkout', () => {
    folder = mkdtempSync(join(tmpdir(), 'svc-planted-'));
    plot = createBugPlot(folder);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('are all played by npm run proof, and stand each in one place of a source that has it as it should be', () => {
    expect(new Set(bugs.map(({ bug }) => bug)).size).to.equal(bugs.length);
    if (isProof) expect(count).to.equal(bugs.length);
    for (const { bug, file, find, replace } of bugs) {
      expect(readFileSync(join(root, file), 'utf8').split(find).length - 1, `${bug}: how often ${file} has its text`).to.equal(1);
      expect(replace, bug).to.not.equal(find);
    }
  });

  for (const planted of chosen) {
    it(`are caught: ${planted.bug} (seed ${seed})`, async function () {
      this.timeout(2 * mostTestMs);
      const right = await plot.runTest(planted);
      expect(right.passed > 0 && right.failed === 0, `without the bug ${describeRun(right)}`).to.equal(true);
      const wrong = await plot.runWithBug(planted);
      const isCaught = wrong.failures.some((line) => line.startsWith(`failed: ${planted.test}: `));
      expect(isCaught, `with the bug ${describeRun(wrong)}`).to.equal(true);
    });
  }
});
