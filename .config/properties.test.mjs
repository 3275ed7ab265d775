import { expect } from 'chai';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../.scripts/workspaces.mjs';

/** What a call of `rounds` says, which has to be literals: `property | test | proof`. */
const rowOf = (call, file) => {
  const [given] = call.arguments;
  const literals = Object.fromEntries(
    given.properties.map((member) => {
      if (!ts.isPropertyAssignment(member) || !ts.isLiteralExpression(member.initializer))
        throw new Error(`${file} gives rounds no literal`);
      return [member.name.text, member.initializer.text];
    }),
  );
  return `${literals.property} | ${Number(literals.test)} | ${Number(literals.proof)}`;
};

const rowsOfFile = (file) => {
  const text = readFileSync(file, 'utf8');
  // To parse the hundreds of files that play none takes seconds.
  if (!text.includes('rounds')) return [];
  const rows = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'rounds')
      rows.push(rowOf(node, file));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return rows;
};

const here = join(root, '.config');
/** What other tests make meanwhile, and remove, lies in hidden folders. */
const isHidden = (name) => name.split('/').some((part) => part.startsWith('.'));
const filesOfTests = ['packages', 'examples']
  .flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(root, parent, name, 'test')))
  .filter(existsSync)
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => name.endsWith('.ts') && !isHidden(name))
      .map((name) => join(folder, name)),
  )
  .concat(readdirSync(here, { recursive: true }).map((name) => join(here, name)))
  .filter((file) => /\.test\.mjs$|\.ts$/.test(file));

const rowsOfCode = () => filesOfTests.flatMap(rowsOfFile).sort();

const rowsOfDocument = () =>
  readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
    .split('\n')
    .map((line) => line.match(/^\| (.+?) +\| +([\d,]+) +\| +([\d,]+) +\|$/))
    .filter((match) => match !== null)
    .map(([, property, test, proof]) => `${property} | ${test.replaceAll(',', '')} | ${proof.replaceAll(',', '')}`)
    .sort();

describe('the list of long properties in CONTRIBUTING.md', () => {
  it('is what the tests play, in both tiers', () => {
    const rows = rowsOfCode();
    expect(rowsOfDocument()).to.deep.equal(rows);
    expect(new Set(rows).size, 'each has a name of its own').to.equal(rows.length);
  });

  it('plays at most a tenth in npm test', () => {
    for (const row of rowsOfCode()) {
      const [, test, proof] = row.split(' | ').map(Number);
      expect(test, row).to.be.at.most(proof / 10);
    }
  });
});
