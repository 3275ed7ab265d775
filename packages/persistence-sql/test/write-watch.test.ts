import { expect } from 'chai';
import { createWriteWatch } from '../src/write-watch.js';

describe('the watch over writes', () => {
  it('finds them blocked when none of those that were tried in ten seconds got through', () => {
    let now = 1000;
    const watch = createWriteWatch(() => now);
    expect(watch.isBlocked()).to.equal(false);
    watch.noteUnavailable();
    now += 9999;
    watch.noteUnavailable();
    expect(watch.isBlocked()).to.equal(false);
    now += 1;
    watch.noteUnavailable();
    expect(watch.isBlocked()).to.equal(true);
  });

  it('finds them in order as soon as one gets through', () => {
    let now = 1000;
    const watch = createWriteWatch(() => now);
    watch.noteUnavailable();
    now += 20_000;
    watch.noteUnavailable();
    watch.noteThrough();
    expect(watch.isBlocked()).to.equal(false);
    watch.noteUnavailable();
    expect(watch.isBlocked()).to.equal(false);
  });

  it('says nothing of now when the last failure was half a minute ago', () => {
    let now = 1000;
    const watch = createWriteWatch(() => now);
    watch.noteUnavailable();
    now += 15_000;
    watch.noteUnavailable();
    now += 29_999;
    expect(watch.isBlocked()).to.equal(true);
    now += 1;
    expect(watch.isBlocked()).to.equal(false);
  });
});
