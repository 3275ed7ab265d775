import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import { waitUntil } from '@svc/test-services/wait-until';
import { expectStatus, read } from '../client/exchange.js';
import { objectNamed, sha256 } from '../client/test-object.js';
import { authorizeAnswer, downloadsAnswer, errorAnswer, finalizeAnswer, sessionAnswer } from '../client/wire.js';
import { itRaces, openRaceTrack, race, type RaceTrack } from './race-track.js';
import { type SweepingProcess, startSweeping } from './start-sweeping.js';

const sessions = rounds({ property: 'a session is finalized or expired, to all alike', test: 30, proof: 1_000 });
const lanes = 10;
const finalizers = 4;
const objectsPerRequest = 100;
/** Of one or two bytes, objects of different names would often be one. */
const leastBytes = 16;

/** The database's time, in milliseconds since 1970. */
const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
/** Longer than anything that is under way when a session ends. */
const graceMs = 2 * 60 * 60_000;

interface StoredObject {
  readonly repositoryId: string;
  readonly oid: string;
}

describe('a race of two servers that finalize with two sweepers', () => {
  let track: RaceTrack;
  let sweeping: SweepingProcess;
  let unusedBytes = 0;
  before(async () => {
    track = await openRaceTrack();
    unusedBytes = await track.place.blobBytes();
  });
  before(async () => {
    sweeping = await startSweeping(track.place);
  });
  after(async () => {
    await sweeping.stop();
    await track.close();
  });

  const registered: StoredObject[] = [];
  const expired: StoredObject[] = [];
  /** Moved by all lanes to where sometimes this one wins, sometimes that one, however fast the machine is. */
  let leftMs = 20;

  itRaces({
    title: 'each session is finalized or expired, to all alike',
    rounds: sessions,
    lanes,
    enter: async (name, random) => {
      const repository = await track.newRepository(name);
      const [one, other] = repository;
      let generation = 0;
      return async (round) => {
        const kept = objectNamed(`${name} ${round} kept`, leastBytes + random.integer(64));
        const staged = objectNamed(`${name} ${round} staged`, leastBytes + random.integer(64));
        const { session } = read(await one.open(), 201, sessionAnswer);
        const { objects } = read(await other.authorize(session.id, [kept, staged]), 200, authorizeAnswer);
        for (const [at, object] of [kept, staged].entries()) {
          expectStatus(await one.put(objects[at]?.upload_url ?? '', object.bytes), 200);
        }
        expectStatus(await other.complete(session.id, kept), 204);
        const end = `update upload_sessions set expires_at = ${now} + $2 where id = $1`;
        await track.query(end, [session.id, Math.round(leftMs)]);
        const answers = await race(random, repository, finalizers, (client) => client.finalize(session.id));
        const won = answers.filter(({ status }) => status === 200).map((answer) => read(answer, 200, finalizeAnswer));
        const lost = answers.filter(({ status }) => status !== 200).map((answer) => read(answer, 409, errorAnswer).error);
        for (const { details } of lost) expect(details).to.deep.equal({ reason: 'session_expired' });
        for (const body of won) expect(body).to.deep.equal(won[0]);
        const isFinalized = won.length > 0;
        leftMs = Math.max(1, leftMs * (isFinalized ? 0.8 : 1.25));
        if (isFinalized) generation += 1;
        expect(won[0]?.generation).to.equal(isFinalized ? generation : undefined);
        // Who came too late may have asked before another was done; from now on all hear the same.
        for (const again of [await one.finalize(session.id), await other.finalize(session.id)]) {
          if (isFinalized) expect(read(again, 200, finalizeAnswer)).to.deep.equal(won[0]);
          else expectStatus(again, 409);
        }
        (isFinalized ? registered : expired).push({ repositoryId: one.id, oid: kept.oid });
        // An OPEN one is still the sweepers' to end.
        const age = `update upload_sessions set expires_at = expires_at - $2, ended_at = ended_at - $2 where id = $1`;
        await track.query(age, [session.id, graceMs]);
      };
    },
  });

  it('is won now by these, now by those', () => {
    expect(registered).to.have.length.greaterThan(sessions / 100);
    expect(expired).to.have.length.greaterThan(sessions / 100);
  });

  it('leaves nothing but what was registered, nothing reserved, and no session that is open', async () => {
    const unswept = 'select count(*)::int as count from upload_sessions where is_swept = 0';
    await waitUntil('everything is swept', async () => (await track.query<{ count: number }>(unswept))[0]?.count === 0);
    const statuses = 'select status, count(*)::int as count from upload_sessions group by status order by status';
    expect(await track.query(statuses)).to.deep.equal([
      { status: 'EXPIRED', count: expired.length },
      { status: 'FINALIZED', count: registered.length },
    ]);
    const held = 'select max(reserved_bytes + reclaimable_bytes)::int as bytes from organization_usages';
    expect(await track.query(held)).to.deep.equal([{ bytes: 0 }]);
    const stored = 'select coalesce(sum(size_bytes), 0)::int as bytes from objects';
    const [{ bytes } = { bytes: 0 }] = await track.query<{ bytes: number }>(stored);
    expect(await track.place.blobBytes()).to.equal(unusedBytes + bytes);
  });

  it('loses nothing that was registered, and shows nothing that was not', async () => {
    const [api] = track.owner;
    const ask = async (repositoryId: string, oids: readonly string[]) => {
      const body = { objects: oids.map((oid) => ({ oid })) };
      return read(await api.call('POST', `/repositories/${repositoryId}/downloads/authorize`, body), 200, downloadsAnswer)
        .objects;
    };
    for (const repositoryId of new Set([...registered, ...expired].map((object) => object.repositoryId))) {
      const oidsOf = (objects: readonly StoredObject[]): readonly string[] =>
        objects.filter((object) => object.repositoryId === repositoryId).map(({ oid }) => oid);
      const [there, gone] = [oidsOf(registered), oidsOf(expired)];
      for (let from = 0; from < there.length; from += objectsPerRequest) {
        for (const { oid, download_url: url } of await ask(repositoryId, there.slice(from, from + objectsPerRequest))) {
          expect(sha256((await api.exchange({ method: 'GET', url: url ?? '' })).bytes)).to.equal(oid);
        }
      }
      for (const { error } of await ask(repositoryId, gone.slice(0, objectsPerRequest)))
        expect(error?.code).to.equal('not_found');
    }
  });
});
