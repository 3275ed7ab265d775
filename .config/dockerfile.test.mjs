import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allOf, readDockerfile } from '../.scripts/release/read-dockerfile.mjs';
import { root } from '../.scripts/workspaces.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');

// `npm run check-release` puts together what it describes, and starts it.
describe('the Dockerfile of the server', () => {
  const stages = readDockerfile(read('examples/reference-server/Dockerfile'));
  const final = stages.at(-1);
  const images = stages.map(({ image }) => image).filter((image) => image.includes(':'));
  const versions = images.map((image) => image.match(/^node:(\d+\.\d+\.\d+)-bookworm(-slim)?$/)?.[1]);

  it('stands on whole versions of one Node, 22 or newer and of those that are maintained for long', () => {
    expect(images).to.have.lengthOf(2);
    expect(new Set(versions)).to.have.lengthOf(1);
    const major = Number(versions[0].split('.')[0]);
    expect(major).to.be.at.least(22);
    expect(major % 2).to.equal(0);
  });

  // nodejs/node issues 65446 and 65262: what the headers of these compile into better-sqlite3 12 ends the process when a statement is collected.
  it('stands on no Node that a collected statement of SQLite ends', () => {
    const [major, minor] = versions[0].split('.').map(Number);
    expect(major === 24 && minor >= 19, '24.19 and newer').to.equal(false);
    expect(major === 26 && minor < 4, '26.0 to 26.3').to.equal(false);
  });

  it('ends with what it has copied from stages that are there, and builds nothing in the image', () => {
    const names = new Set(stages.map(({ name }) => name));
    for (const step of allOf(final, 'COPY')) expect(names).to.include(step.match(/^--from=(\w+) /)?.[1]);
    expect(allOf(final, 'RUN').join('\n')).not.to.match(/npm|apt/);
  });

  it('runs as a user who is not root, whom an orchestrator knows by number', () => {
    const at = (name) => final.instructions.findLastIndex((each) => each.name === name);
    expect(allOf(final, 'USER')).to.deep.equal(['1000:1000']);
    expect(at('USER')).to.be.above(at('RUN')).and.below(at('ENTRYPOINT'));
  });

  it('starts the command by its first line, which gives Node the options of docs/operations.md', () => {
    const [start] = JSON.parse(allOf(final, 'ENTRYPOINT')[0]);
    const [firstLine] = read(start.replace('/svc/', '')).split('\n');
    const [, named] = read('docs/operations.md').match(/The first line of that file gives Node the options ([^;]*);/);
    const options = [...named.matchAll(/`(--[^`]+)`/g)].map(([, option]) => option);
    expect(options).to.have.lengthOf(3);
    for (const option of options) expect(firstLine.split(' ')).to.include(option);
  });

  it('says how to see that the server lives', () => {
    expect(allOf(final, 'HEALTHCHECK')[0]).to.match(
      /^--interval=\d+s --timeout=\d+s --start-period=\d+s CMD \["node", .*healthz/,
    );
  });
});
