import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { generatedSources } from './generated-sources.js';

describe('the sources that are written from the description', () => {
  it('say what it says; else run npm run generate', async function () {
    // Reading and writing 300 KB of TypeScript takes seconds where others work too.
    this.timeout(300_000);
    for (const { url, text } of await generatedSources()) expect(await readFile(url, 'utf8'), url.pathname).to.equal(text);
  });

  it('have no part of a type that says nothing', async () => {
    const types = await readFile(new URL('../../src/generated/api-types.ts', import.meta.url), 'utf8');
    expect(types.split('\n').filter((line) => /& \(?unknown|unknown\)? &/.test(line))).to.deep.equal([]);
  });
});
