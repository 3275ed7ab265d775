import { expect } from 'chai';
import { err, ok, type Result } from 'neverthrow';
import type { Lease } from '../../src/concurrency/lease.js';
import { withLease } from '../../src/concurrency/with-lease.js';
import { createWorld, valueOf } from '../builders/world.js';

const terms = { name: 'job', durationMs: 60_000 };

const setUp = () => {
  const world = createWorld();
  const run = withLease(world.ports);
  /** A run that goes on until it is ended. */
  const begin = async (restMs = 0) => {
    let end: (outcome: Result<string, string>) => void = () => undefined;
    let renewLease: Lease | undefined;
    const outcome = run({ ...terms, restMs }, (held) => {
      renewLease = held;
      return new Promise<Result<string, string>>((resolve) => (end = resolve));
    });
    await new Promise(setImmediate);
    return { outcome, end: (with_: Result<string, string>) => end(with_), renew: () => renewLease?.().unwrapOr(undefined) };
  };
  const once = async () => valueOf(await run(terms, async () => ok('done')));
  return { world, run, begin, once };
};

describe('withLease', () => {
  it('runs the work, answers what it answers, and lets the next one in at once', async () => {
    const { run, once } = setUp();
    expect(await once()).to.equal('done');
    expect((await run(terms, async () => err('failed')))._unsafeUnwrapErr()).to.equal('failed');
    expect(await once()).to.equal('done');
  });

  it('runs nothing while another run is under way, and jobs of other names all the same', async () => {
    const { run, begin, once } = setUp();
    const first = await begin();
    expect(await once()).to.equal(undefined);
    expect(valueOf(await run({ ...terms, name: 'other' }, async () => ok('done')))).to.equal('done');
    first.end(ok('first'));
    expect(valueOf(await first.outcome)).to.equal('first');
    expect(await once()).to.equal('done');
  });

  it('lets the next one in after a bug', async () => {
    const { run, once } = setUp();
    const [outcome] = await Promise.allSettled([run(terms, () => Promise.reject(new Error('a bug')))]);
    expect(outcome.status).to.equal('rejected');
    expect(await once()).to.equal('done');
  });

  it("takes over from a run that was not heard of for the lease's time, which then is told to stop and takes nothing back", async () => {
    const { world, begin, once } = setUp();
    const dead = await begin();
    world.clock.advance(59_999);
    expect(await once()).to.equal(undefined);
    world.clock.advance(1);
    const next = await begin();
    expect(await dead.renew()).to.equal(false);
    expect(await next.renew()).to.equal(true);
    dead.end(ok('late'));
    expect(valueOf(await dead.outcome)).to.equal('late');
    expect(await once(), 'the end of a lost run ends no other').to.equal(undefined);
    next.end(ok('next'));
    expect(valueOf(await next.outcome)).to.equal('next');
    expect(await once()).to.equal('done');
  });

  it('tells a run to stop whose lease somebody else has had and given back', async () => {
    const { world, begin, once } = setUp();
    const dead = await begin();
    world.clock.advance(60_000);
    expect(await once()).to.equal('done');
    expect(await dead.renew()).to.equal(false);
  });

  it('goes on for as long as it asks', async () => {
    const { world, begin, once } = setUp();
    const long = await begin();
    for (let slice = 0; slice < 10; slice += 1) {
      world.clock.advance(39_000);
      expect(await long.renew()).to.equal(true);
      expect(await once()).to.equal(undefined);
    }
  });

  it('rests after a run that went well, for everybody, and not after one that failed', async () => {
    const { world, begin, once } = setUp();
    const failing = await begin(3_600_000);
    failing.end(err('failed'));
    expect((await failing.outcome).isErr()).to.equal(true);
    const good = await begin(3_600_000);
    good.end(ok('good'));
    expect(valueOf(await good.outcome)).to.equal('good');
    world.clock.advance(3_599_999);
    expect(await once()).to.equal(undefined);
    world.clock.advance(1);
    expect(await once()).to.equal('done');
  });
});
