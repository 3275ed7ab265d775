import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { type Answer, expectStatus, read } from '../client/exchange.js';
import type { RepositoryClient } from '../client/repository-client.js';
import { objectNamed } from '../client/test-object.js';
import { authorizeAnswer, errorAnswer, finalizeAnswer, generationAnswer, sessionAnswer } from '../client/wire.js';
import { itRaces, openRaceTrack, race, type RaceTrack } from './race-track.js';

const racers = 8;
const lanes = 10;

const GIB = 1024 ** 3;
/** The hard limit of the plan `free`, and the largest object that it takes. */
const quotaBytes = 10 * GIB;
const maxObjectBytes = 5 * GIB;

/** Every so often a hundred come with one key. */
const crowd = 100;
const roundsToCrowd = 15;

describe('races of two servers on one database', () => {
  let track: RaceTrack;
  before(async () => {
    track = await openRaceTrack();
  });
  after(() => track.close());

  const generationOf = async ({ api, id }: RepositoryClient): Promise<number> =>
    read(await api.call('GET', `/repositories/${id}`), 200, generationAnswer).repository.generation;

  itRaces({
    title: `of ${racers} who finalize one session one does, and all get its answer`,
    rounds: rounds({ property: 'of those who finalize one session at two servers one does', test: 15, proof: 1_000 }),
    lanes,
    enter: async (name, random) => {
      const repository = await track.newRepository(name);
      const [one, other] = repository;
      let generation = 0;
      return async (round) => {
        const object = objectNamed(`${name} ${round}`, 16 + random.integer(64));
        const { session } = read(await one.open(), 201, sessionAnswer);
        const [entry] = read(await other.authorize(session.id, [object]), 200, authorizeAnswer).objects;
        expectStatus(await one.put(entry?.upload_url ?? '', object.bytes), 200);
        expectStatus(await other.complete(session.id, object), 204);
        const answers = await race(random, repository, racers, (client) => client.finalize(session.id));
        generation += 1;
        const bodies = answers.map((answer) => read(answer, 200, finalizeAnswer));
        for (const body of bodies) expect(body).to.deep.equal(bodies[0]);
        expect(bodies[0]?.generation).to.equal(generation);
        expect(bodies[0]?.session).to.include({ status: 'FINALIZED', uploaded_objects: 1, uploaded_bytes: object.size });
        if (round % lanes === 0) expect(await generationOf(other)).to.equal(generation);
      };
    },
  });

  itRaces({
    title: `of ${racers} who want the last bytes of a quota as many get theirs as fit`,
    rounds: rounds({ property: 'of those who want the last bytes of a quota as many get them as fit', test: 15, proof: 1_000 }),
    lanes,
    enter: async (name, random) => {
      const repository = await track.newRepository(name);
      const [one, other] = repository;
      await track.query(`update organizations set plan_id = 'free' where id = $1`, [one.organizationId]);
      return async (round) => {
        const sessions = [await one.open(), await other.open()].map((answer) => read(answer, 201, sessionAnswer).session.id);
        const claims = Array.from({ length: racers }, (_, at) => ({
          oid: objectNamed(`${name} ${round} ${at}`, 0).oid.replace(/^./, String(at)),
          size: GIB + random.integer(maxObjectBytes - GIB + 1),
        }));
        const answers = await race(random, repository, racers, (client, at) => {
          const claim = claims[at];
          return client.authorize(sessions[at % 3 === 0 ? 0 : 1] ?? '', claim === undefined ? [] : [claim]);
        });
        const sizesOf = (status: number): readonly number[] =>
          answers.flatMap((answer, at) => (answer.status === status ? [claims[at]?.size ?? 0] : []));
        const [given, refused] = [sizesOf(200), sizesOf(402)];
        expect(given.length + refused.length).to.equal(racers);
        const bytes = given.reduce((sum, size) => sum + size, 0);
        expect(bytes).to.be.at.most(quotaBytes);
        // Nobody was refused for whom there was room until the end.
        for (const size of refused) expect(bytes + size).to.be.greaterThan(quotaBytes);
        const usage = 'select used_bytes, reserved_bytes from organization_usages where organization_id = $1';
        const [seen] = await track.query<{ used_bytes: string; reserved_bytes: string }>(usage, [one.organizationId]);
        expect(Number(seen?.reserved_bytes)).to.equal(bytes);
        expect(Number(seen?.used_bytes)).to.equal(0);
        for (const session of sessions) expectStatus(await one.finalize(session), 200);
        // A sweep would take back what was held for URLs that nobody used, an hour later.
        await track.query('update upload_objects set reserved_bytes = 0 where session_id = any($1)', [sessions]);
        const emptied = 'update organization_usages set reclaimable_bytes = 0 where organization_id = $1';
        await track.query(emptied, [one.organizationId]);
      };
    },
  });

  /** One is told that it was made, the others that the slug is taken. */
  const expectOneMade = (answers: readonly Answer[]): void => {
    const [made, ...others] = [...answers].sort((left, right) => left.status - right.status);
    expect(made?.status).to.equal(201);
    for (const answer of others) {
      const { error } = read(answer, 409, errorAnswer);
      expect(error).to.deep.include({ code: 'conflict', details: { reason: 'duplicate_slug' } });
    }
  };

  itRaces({
    title: `of ${racers} who want one slug, of a repository or an organization, one gets it`,
    rounds: rounds({ property: 'of those who want one slug at two servers one gets it', test: 15, proof: 1_000 }),
    lanes,
    enter: async (name, random) => {
      const organizationId = await track.newOrganization(name);
      return async (round) => {
        const slug = `${name}-${round}`;
        const path = round % 2 === 0 ? '/organizations' : `/organizations/${organizationId}/repositories`;
        const body = { name: 'Wanted', slug };
        expectOneMade(await race(random, track.owner, racers, (client) => client.call('POST', path, body)));
      };
    },
  });

  itRaces({
    title: `of ${racers}, and now and then ${crowd}, with one idempotency key one opens a session, and all get it`,
    rounds: rounds({ property: 'of those with one idempotency key at two servers one opens a session', test: 15, proof: 1_000 }),
    lanes,
    enter: async (name, random) => {
      const repository = await track.newRepository(name);
      return async (round) => {
        const key = randomUUID();
        const count = round % roundsToCrowd === 0 ? crowd : racers;
        const answers = await race(random, repository, count, (client) => client.open(key));
        expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
        const bodies = answers.map((answer) => read(answer, answer.status === 201 ? 201 : 200, sessionAnswer));
        for (const { session } of bodies) expect(session).to.deep.equal(bodies[0]?.session);
        expectStatus(await repository[1].finalize(bodies[0]?.session.id ?? ''), 200);
      };
    },
  });
});
