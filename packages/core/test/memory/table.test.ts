import { expect } from 'chai';
import { createTable } from '../../src/memory/table.js';

interface Row {
  readonly name: string;
  readonly tags: readonly string[];
  readonly bytes: Uint8Array;
}

const rowOf = (name: string): Row => ({ name, tags: ['one'], bytes: new Uint8Array(2) });

describe('a table in memory', () => {
  it('keeps rows that nobody looks up apart, whatever is removed between them', () => {
    const table = createTable<Row>();
    for (const names of [['a', 'b', 'c'], ['d', 'e'], ['f']]) {
      const draft = table.draft();
      for (const name of names) draft.append(rowOf(name));
      draft.removeWhere(({ name }) => name === 'a' || name === 'd');
      draft.end(true);
    }
    expect(table.where(() => true).map(({ name }) => name)).to.deep.equal(['b', 'c', 'e', 'f']);
  });

  it('lets nobody change a row that it has answered', () => {
    const table = createTable<Row>();
    const draft = table.draft();
    draft.put('key', rowOf('a'));
    draft.append(rowOf('b'));
    draft.end(true);
    for (const row of table.where(() => true)) {
      expect(() => Object.assign(row, { name: 'forged' })).to.throw(TypeError);
      expect(() => Object.assign(row.tags, ['forged'])).to.throw(TypeError);
    }
    expect(table.where(() => true).map(({ name, tags }) => [name, ...tags])).to.deep.equal([
      ['a', 'one'],
      ['b', 'one'],
    ]);
  });
});
