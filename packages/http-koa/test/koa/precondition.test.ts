import { expect } from 'chai';
import { decidePrecondition } from '../../src/koa/precondition.js';

const etag = '"etag"';
const ifMatch = (condition: string) => decidePrecondition(condition, undefined, etag);
const ifNoneMatch = (condition: string) => decidePrecondition(undefined, condition, etag);

describe('decidePrecondition', () => {
  it('holds where nothing is asked', () => {
    expect(decidePrecondition(undefined, undefined, etag)).to.equal('holds');
    expect(decidePrecondition(undefined, undefined, undefined)).to.equal('holds');
  });

  it('compares If-None-Match weakly, one by one of a list', () => {
    for (const named of ['*', ' * ', etag, 'W/"etag"', '"a", "etag"', '"a,b" ,W/"etag"', '"a,","etag"']) {
      expect(ifNoneMatch(named), named).to.equal('not_modified');
    }
    for (const other of ['', 'etag', '"Etag"', '"a", "b"', '"a,etag"', '"*"', 'w/etag']) {
      expect(ifNoneMatch(other), other).to.equal('holds');
    }
  });

  it('compares If-Match strongly, one by one of a list', () => {
    for (const named of ['*', etag, '"a", "etag"']) expect(ifMatch(named), named).to.equal('holds');
    for (const other of ['', 'etag', 'W/"etag"', '"a", W/"etag"', '"other"']) expect(ifMatch(other), other).to.equal('failed');
  });

  it('looks at If-Match first', () => {
    expect(decidePrecondition('"other"', etag, etag)).to.equal('failed');
    expect(decidePrecondition(etag, etag, etag)).to.equal('not_modified');
    expect(decidePrecondition(etag, '"other"', etag)).to.equal('holds');
  });

  it('matches bytes without an ETag by * alone', () => {
    const none = (condition: string) => [
      decidePrecondition(condition, undefined, undefined),
      decidePrecondition(undefined, condition, undefined),
    ];
    expect(none('*')).to.deep.equal(['holds', 'not_modified']);
    expect(none('"undefined"')).to.deep.equal(['failed', 'holds']);
  });
});
