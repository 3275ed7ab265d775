import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createLostResults } from './lost-results.mjs';
import { findOwnClocks } from './own-clocks.mjs';
import { withProject } from './with-project.mjs';

const fixture = (name) => fileURLToPath(new URL(`fixture/${name}`, import.meta.url));

/** The lines that a rule finds, and those that the fixture marks for it. */
const linesOf = (name, mark, ruleOf) => {
  const found = withProject(fixture('tsconfig.json'), (project) => {
    const file = project.program.getSourceFile(fixture(name));
    return ruleOf(project)(file).map((node) => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1);
  });
  const marked = readFileSync(fixture(name), 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.endsWith(`// ${mark}`) ? [index + 1] : []));
  return { found, marked };
};

describe('the rules of our own', () => {
  it('report every dropped Result of the fixture and none of those that are used', () => {
    const { found, marked } = linesOf('results.ts', 'lost', createLostResults);
    expect(marked).to.have.length.above(8);
    expect(found).to.deep.equal(marked);
  });

  it('report each clock of the fixture, and no date that is made of a time', () => {
    const { found, marked } = linesOf('clocks.ts', 'clock', () => findOwnClocks);
    expect(marked).to.have.length(3);
    expect(found).to.deep.equal(marked);
  });
});
