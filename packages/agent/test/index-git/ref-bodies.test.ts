import { expect } from 'chai';
import { completeBody, refBodies } from '../../src/index-git/ref-bodies.js';
import type { RefChange } from '../../src/index-git/plan-refs.js';

const tag = {
  id: 'c'.repeat(40),
  taggerName: 'A U Thor',
  taggerEmail: 'author@example.test',
  at: 1_600_000_000,
  offsetMinutes: -210,
  message: 'notes\n',
};
const release: RefChange = { name: 'refs/tags/v1', target: 'a'.repeat(40), expected: undefined, tag };
const removal: RefChange = { name: 'refs/heads/gone', target: undefined, expected: 'b'.repeat(40), tag: undefined };

const refsIn = (body: string): readonly unknown[] => {
  const value: unknown = JSON.parse(body);
  const refs: unknown = typeof value === 'object' && value !== null && 'refs' in value ? value.refs : undefined;
  return Array.isArray(refs) ? refs : expect.fail('a body has refs');
};

describe('refBodies', () => {
  it('tells where refs are, where they have to be before, and what tags say', () => {
    const [body = ''] = refBodies([release, removal]);
    expect(JSON.parse(body)).to.deep.equal({
      refs: [
        {
          name: 'refs/tags/v1',
          target: 'a'.repeat(40),
          expected: null,
          tag: {
            id: 'c'.repeat(40),
            tagger_name: 'A U Thor',
            tagger_email: 'author@example.test',
            tagged_at: '2020-09-13T08:56:40-03:30',
            message: 'notes\n',
          },
        },
        { name: 'refs/heads/gone', target: null, expected: 'b'.repeat(40) },
      ],
      complete: false,
    });
  });

  it('leaves out a time that is none', () => {
    for (const at of [undefined, -1, 1e15]) {
      const [body = ''] = refBodies([{ ...release, tag: { ...tag, at } }]);
      expect(body).to.not.contain('tagged_at');
    }
  });

  it('makes as many bodies as the refs need', () => {
    const changes = Array.from({ length: 100 }, (_, at) => ({ ...release, name: `refs/tags/${'ü'.repeat(at)}` }));
    const bodies = refBodies(changes, undefined, 3000);
    for (const body of bodies) expect(Buffer.byteLength(body)).to.be.at.most(3000);
    const refs = bodies.flatMap(refsIn);
    expect(refs).to.deep.equal(refsIn(refBodies(changes)[0] ?? ''));
    expect(refBodies([])).to.deep.equal(['{"refs":[],"complete":false}']);
    expect(refBodies([], 'refs/heads/"x')).to.deep.equal(['{"refs":[],"head":"refs/heads/\\"x","complete":false}']);
  });
});

describe('completeBody', () => {
  it('tells where all refs are, wherever they were before, and that there are no others', () => {
    const target = 'a'.repeat(40);
    const refs = [{ name: 'refs/heads/main', target, tag: undefined }];
    const body: unknown = JSON.parse(completeBody(refs, 'refs/heads/main'));
    const said = { refs: [{ name: 'refs/heads/main', target }], head: 'refs/heads/main', complete: true };
    expect(body).to.deep.equal(said);
    expect(JSON.parse(completeBody([]))).to.deep.equal({ refs: [], complete: true });
    expect(refsIn(completeBody([{ name: 'refs/tags/v1', target, tag }]))[0]).to.have.property('tag');
  });

  it('is refused where the refs do not fit into one request', () => {
    const refs = [{ name: 'refs/heads/main', target: 'a'.repeat(40), tag: undefined }];
    expect(() => completeBody(refs, undefined, 50)).to.throw('1 branches and tags are too many');
  });
});
