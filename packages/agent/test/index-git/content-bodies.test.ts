import { expect } from 'chai';
import { contentBodies, type FileContent } from '../../src/index-git/content-bodies.js';

describe('bodies that tell of contents', () => {
  const content = (id: string, sizeBytes: number): FileContent => ({ id, oid: `oid of ${id}`, sizeBytes });
  const idsOf = (bodies: readonly string[]): readonly string[] =>
    bodies.map((body) => body.match(/"id":"(\w)"/g)?.join(' ') ?? '');

  it('have as many as the service takes, and as many bytes', () => {
    const limits = { contents: 2, bytes: 10 };
    const contents = [content('a', 10), content('b', 0), content('c', 0), content('d', 6), content('e', 5), content('f', 5)];
    expect(idsOf(contentBodies(contents, limits))).to.deep.equal(['"id":"a" "id":"b"', '"id":"c" "id":"d"', '"id":"e" "id":"f"']);
    expect(JSON.parse(contentBodies([content('a', 1)])[0] ?? '')).to.deep.equal({ contents: [{ id: 'a', oid: 'oid of a' }] });
  });

  it('are none where there is no content', () => {
    expect(contentBodies([])).to.deep.equal([]);
  });
});
