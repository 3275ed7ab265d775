import { expect } from 'chai';
import { createSegmentTree, type Match } from '../../src/koa/segment-tree.js';

const treeOf = (...routes: readonly string[]) => {
  const tree = createSegmentTree<string>();
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ');
    tree.add(method, path.split('/').slice(1), route);
  }
  return tree;
};

const found = (target: string, ...values: readonly string[]): Match<string> => ({ kind: 'found', target, values });
const notFound: Match<string> = { kind: 'not_found' };
const allow = (...methods: readonly string[]): Match<string> => ({ kind: 'method_not_allowed', allow: methods });

describe('createSegmentTree', () => {
  it('finds literals and parameters, and ignores one slash at the end', () => {
    const tree = treeOf('GET /users/me', 'GET /repositories/{repoID}');
    expect(tree.find('GET', '/users/me')).to.deep.equal(found('GET /users/me'));
    expect(tree.find('GET', '/repositories/7')).to.deep.equal(found('GET /repositories/{repoID}', '7'));
    expect(tree.find('GET', '/repositories/7/')).to.deep.equal(found('GET /repositories/{repoID}', '7'));
    for (const path of [
      '/',
      '',
      '/users',
      '/users//me',
      '//users/me',
      '/users/me//',
      '/repositories/',
      '/repositories//',
      '/users/me/x',
    ]) {
      expect(tree.find('GET', path), path).to.deep.equal(notFound);
    }
  });

  it('tells which methods a path has, HEAD beside GET', () => {
    const tree = treeOf('GET /things', 'POST /things', 'PUT /only');
    expect(tree.find('DELETE', '/things')).to.deep.equal(allow('GET', 'HEAD', 'POST'));
    expect(tree.find('GET', '/only')).to.deep.equal(allow('PUT'));
    expect(tree.find('HEAD', '/things')).to.deep.equal(found('GET /things'));
    expect(tree.find('HEAD', '/only')).to.deep.equal(allow('PUT'));
  });

  it('puts a literal before a parameter and a parameter before a wildcard, in whatever order they came', () => {
    const routes = ['GET /lfs/*', 'POST /lfs/finalize', 'POST /lfs/objects/batch', 'GET /x/{id}', 'GET /x/fixed'];
    for (const order of [routes, routes.toReversed()]) {
      const tree = treeOf(...order);
      expect(tree.find('GET', '/x/fixed')).to.deep.equal(found('GET /x/fixed'));
      expect(tree.find('GET', '/x/other')).to.deep.equal(found('GET /x/{id}', 'other'));
      expect(tree.find('GET', '/lfs/meta/a.json')).to.deep.equal(found('GET /lfs/*', 'meta/a.json'));
    }
  });

  it('never lets a wildcard answer for a literal: first segments of other routes are reserved', () => {
    const tree = treeOf('GET /lfs/*', 'PUT /lfs/*', 'POST /lfs/finalize', 'POST /lfs/objects/batch');
    expect(tree.find('GET', '/lfs/finalize')).to.deep.equal(allow('POST'));
    expect(tree.find('GET', '/lfs/objects/x')).to.deep.equal(notFound);
    expect(tree.find('PUT', '/lfs/objects')).to.deep.equal(notFound);
    expect(tree.find('POST', '/lfs/verify')).to.deep.equal(allow('GET', 'HEAD', 'PUT'));
  });

  it('keeps every segment below a wildcard, the empty ones too', () => {
    const tree = treeOf('GET /lfs/*');
    expect(tree.find('GET', '/lfs/a//b')).to.deep.equal(found('GET /lfs/*', 'a//b'));
    expect(tree.find('GET', '/lfs//a')).to.deep.equal(found('GET /lfs/*', '/a'));
    expect(tree.find('GET', '/lfs')).to.deep.equal(notFound);
  });

  it('decodes each segment once, after the path is split', () => {
    const tree = treeOf('GET /x/{id}', 'GET /lfs/*');
    expect(tree.find('GET', '/%78/a%20b')).to.deep.equal(found('GET /x/{id}', 'a b'));
    expect(tree.find('GET', '/x/%252e')).to.deep.equal(found('GET /x/{id}', '%2e'));
    expect(tree.find('GET', '/x/a%2Fb')).to.deep.equal(found('GET /x/{id}', 'a/b'));
    expect(tree.find('GET', '/lfs/%2e%2e/a')).to.deep.equal(found('GET /lfs/*', '../a'));
  });

  it('takes an encoded slash for a plain one in a tree path, decoded once, and in no other', () => {
    const tree = treeOf('GET /lfs/*', 'POST /lfs/finalize', 'GET /storage/*');
    expect(tree.find('GET', '/lfs/assets%2Fa%2fb.json')).to.deep.equal(found('GET /lfs/*', 'assets/a/b.json'));
    expect(tree.find('GET', '/lfs/a%2F..%2Fb')).to.deep.equal(found('GET /lfs/*', 'a/../b'));
    expect(tree.find('GET', '/lfs/a%252Fb')).to.deep.equal(found('GET /lfs/*', 'a%2Fb'));
    expect(tree.find('GET', '/lfs/finalize%2Fa')).to.deep.equal(found('GET /lfs/*', 'finalize/a'));
    expect(tree.find('GET', '/lfs%2Fa')).to.deep.equal(notFound);
    expect(tree.find('GET', '/storage/a%2Fb')).to.deep.equal(found('GET /storage/*', 'a%2Fb'));
  });

  it('leaves encoded what cannot be decoded', () => {
    const tree = treeOf('GET /x/{id}', 'GET /lfs/*');
    expect(tree.find('GET', '/x/%E0%A4%A')).to.deep.equal(found('GET /x/{id}', '%E0%A4%A'));
    expect(tree.find('GET', '/lfs/%ff')).to.deep.equal(found('GET /lfs/*', '%ff'));
    expect(tree.find('GET', '/lfs/a%2F%ff')).to.deep.equal(found('GET /lfs/*', 'a%2F%ff'));
  });

  it('refuses two rows for one route, and two names for one segment', () => {
    expect(() => treeOf('GET /x', 'GET /x')).to.throw('two rows for GET /x');
    expect(() => treeOf('GET /x/{a}', 'GET /x/{b}/y')).to.throw('{a} and {b}');
  });

  it('has no names of its own: those of every object are not found', () => {
    const tree = treeOf('GET /x');
    for (const name of ['__proto__', 'constructor', 'toString']) expect(tree.find('GET', `/${name}`)).to.deep.equal(notFound);
  });
});
