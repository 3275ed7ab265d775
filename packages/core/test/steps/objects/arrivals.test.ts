import { expect } from 'chai';
import { createCountedRandom } from '../../../src/memory/counted-random.js';
import { type OrganizationId, type RepositoryId, trusted, type UploadSessionId } from '../../../src/model/values/index.js';
import { type Arrival, createArrivals } from '../../../src/steps/objects/arrivals.js';
import { oidOf } from '../../builders/world.js';

const random = createCountedRandom();
const arrival = (organization: string, text: string): Arrival => ({
  organizationId: trusted<OrganizationId>(organization),
  repositoryId: trusted<RepositoryId>(organization),
  sessionId: trusted<UploadSessionId>(organization),
  oid: oidOf(text),
});
const take = (arrivals: ReturnType<typeof createArrivals>, now = 0) => arrivals.take(now)?.arrival;

describe('what has come', () => {
  it('is taken once, from its instant on, in the order in which it came', () => {
    const arrivals = createArrivals();
    const [first, second] = [arrival('a', 'first'), arrival('a', 'second')];
    expect(arrivals.add(first, 5)).to.equal(true);
    expect(arrivals.add(second, 5)).to.equal(true);
    expect(arrivals.add(first, 9)).to.equal(true);
    expect(take(arrivals, 4)).to.equal(undefined);
    expect(take(arrivals, 5)).to.deep.equal(first);
    expect(take(arrivals, 5)).to.deep.equal(second);
    expect(take(arrivals, 99)).to.equal(undefined);
  });

  it('is four of one organization at a time, and the next of the organization of which the fewest are', () => {
    const arrivals = createArrivals();
    for (let each = 0; each < 9; each += 1) arrivals.add(arrival('many', `${each}`), 0);
    arrivals.add(arrival('few', 'one'), 0);
    const taken = Array.from({ length: 9 }, () => arrivals.take(0));
    const owners = taken.flatMap((one) => (one === undefined ? [] : [one.arrival.organizationId]));
    expect(owners).to.deep.equal(['many', 'few', 'many', 'many', 'many']);
    taken[0]?.end();
    expect(take(arrivals)?.organizationId).to.equal('many');
    expect(take(arrivals)).to.equal(undefined);
  });

  it('is known while it waits and while it is verified, and can come again meanwhile', () => {
    const arrivals = createArrivals();
    const one = arrival('a', 'one');
    expect(arrivals.isKnown(one)).to.equal(false);
    arrivals.add(one, 0);
    expect(arrivals.isKnown(one)).to.equal(true);
    const taken = arrivals.take(0);
    expect(arrivals.isKnown(one)).to.equal(true);
    arrivals.add(one, 0);
    taken?.end();
    expect(take(arrivals)).to.deep.equal(one);
  });

  it('keeps its turn beside an earlier one of the same bytes, and waits for its own end alone', () => {
    const arrivals = createArrivals();
    const [one, other] = [arrival('a', 'one'), arrival('a', 'other')];
    arrivals.add(one, 0);
    const first = arrivals.take(0);
    arrivals.add(one, 0);
    const second = arrivals.take(0);
    first?.end();
    expect(arrivals.isKnown(one)).to.equal(true);
    arrivals.add(other, 0);
    second?.end();
    expect(arrivals.isKnown(one)).to.equal(false);
    expect(take(arrivals)).to.deep.equal(other);
  });

  it('is forgotten when it was verified otherwise, and with all else of its organization', () => {
    const arrivals = createArrivals();
    const [one, two, other] = [arrival('a', 'one'), arrival('a', 'two'), arrival('b', 'one')];
    for (const each of [one, two, other]) arrivals.add(each, 0);
    arrivals.forget(one);
    arrivals.forget(arrival('c', 'unknown'));
    expect([one, two].map(arrivals.isKnown)).to.deep.equal([false, true]);
    arrivals.forgetAllOf(two.organizationId);
    expect(take(arrivals)).to.deep.equal(other);
    expect(take(arrivals)).to.equal(undefined);
  });

  it('is refused where ten thousand of its organization wait, and nobody else is', () => {
    const arrivals = createArrivals();
    const named = (): Arrival => ({ ...arrival('a', 'x'), sessionId: trusted<UploadSessionId>(random.uuid()) });
    for (let each = 0; each < 10_000; each += 1) expect(arrivals.add(named(), 0)).to.equal(true);
    expect(arrivals.add(named(), 0)).to.equal(false);
    expect(arrivals.add(arrival('b', 'x'), 0)).to.equal(true);
  });
});
