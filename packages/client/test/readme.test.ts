import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { defaultRetryPolicy } from '../src/index.js';

describe('the README of the client', () => {
  it('tells each count of retry with its default', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    const table = readme.slice(readme.indexOf('| Field '), readme.indexOf('So a call pauses'));
    const rows = [...table.matchAll(/^\| `(\w+)` .*\| ([\d,]+) *\|$/gm)];
    const told = rows.map(([, field, value]) => [field, Number(value?.replaceAll(',', ''))]);
    expect(Object.fromEntries(told)).to.deep.equal(defaultRetryPolicy);
  });
});
