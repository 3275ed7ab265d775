import { expect } from 'chai';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apiReports, folder } from '../.scripts/api-report.mjs';

describe('the API reports', () => {
  let pages;
  let unnamed;
  let closed;
  before(async () => {
    ({ pages, unnamed, closed } = await apiReports());
  });

  it('are there for every published package, and for no other', async () => {
    expect((await readdir(folder)).sort()).to.deep.equal([...pages.keys()].sort());
  });

  it('say what the packages export now; else run npm run generate:api and review what has changed', async () => {
    for (const [name, page] of pages) expect(await readFile(join(folder, name), 'utf8'), name).to.equal(page);
  });

  it('name every type that a package leads to, so that others can have declarations written of what they make with it', () => {
    expect(unnamed).to.deep.equal([]);
  });

  it('have no options that may be left out and may not be undefined, as what is read from an environment is', () => {
    expect(closed).to.deep.equal([]);
  });
});
