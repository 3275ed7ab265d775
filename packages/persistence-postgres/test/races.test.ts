import { createSeededRandom, type SeededRandom } from '@svc/conformance';
import type { Application } from '@svc/core';
import { stagingKey } from '@svc/core/model';
import type { BlobStore, UnitOfWork } from '@svc/core/ports';
import { openPostgresDatabase, type PostgresDatabase } from '@svc/persistence-postgres';
import { rounds } from '@svc/test-services/rounds';
import { newDatabase, type TestDatabase } from '@svc/test-services/postgres';
import { expect } from 'chai';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { ok, type Result } from 'neverthrow';
import { oidOf, once } from './rigs/bytes.js';
import { generousTimeouts } from './rigs/generous-timeouts.js';
import { createService, sharedBlobs, slugOf, type Somebody, somebody, valueOf } from './rigs/service.js';

/** Two server processes run a thousand: examples/reference-server/test/processes. Here transactions meet more closely, without HTTP between them. */
const meetings = rounds({
  property: 'of the transactions of two processes that want one thing one gets it',
  test: 20,
  proof: 200,
});
const racers = 8;

/** Organizations in which rounds run beside each other, so that unrelated transactions are in the way, too. */
const worlds = 5;

const quotaBytes = 10 * 1024 ** 3;

/** One of two processes, with connections of its own. */
interface Process {
  readonly unitOfWork: UnitOfWork;
  readonly service: Application;
}

interface World {
  readonly one: Somebody;
  /** The e-mail of another owner. */
  readonly other: string;
  /** Where what is no race happens. */
  readonly home: Process;
  readonly random: SeededRandom;
  /** All begin when all are there, half of them in each process, in another order each time. */
  readonly race: <T>(racer: (process: Process, at: number) => PromiseLike<T>) => Promise<T[]>;
}

type Outcome = Result<unknown, { readonly kind: string; readonly reason?: string }>;

const codesOf = (outcomes: readonly Outcome[]): string[] =>
  outcomes.map((outcome) => (outcome.isOk() ? 'ok' : (outcome.error.reason ?? outcome.error.kind))).sort();

const barrierRace = async <T>(order: readonly number[], racer: (at: number) => PromiseLike<T>): Promise<T[]> => {
  let begin = (): void => undefined;
  const barrier = new Promise<void>((resolve) => (begin = resolve));
  const running = order.map(async (at) => {
    await barrier;
    return racer(at);
  });
  begin();
  return Promise.all(running);
};

describe('races of two processes on PostgreSQL', () => {
  let database: TestDatabase;
  let opened: readonly PostgresDatabase[];
  let blobs: BlobStore;
  before(async () => {
    database = await newDatabase();
    const options = { url: database.url, ...generousTimeouts };
    opened = [await openPostgresDatabase(options), await openPostgresDatabase(options)];
    blobs = sharedBlobs();
  });
  after(async () => {
    for (const { close } of opened) await close();
    await database.drop();
  });

  const makeWorld = async (random: SeededRandom): Promise<World> => {
    const [home, away] = opened.map(({ unitOfWork, clock }) => ({
      unitOfWork,
      service: createService(unitOfWork, clock, blobs),
    }));
    if (home === undefined || away === undefined) throw new Error('there are two');
    const one = await somebody(home.service);
    const other = `other-${one.slug}@svc.test`;
    valueOf(await home.service.operator.addUser({ email: other }));
    return {
      one,
      other,
      home,
      random,
      race: (racer) => {
        const order = random.shuffled(Array.from({ length: racers }, (_, at) => at));
        return barrierRace(order, (at) => racer(at % 2 === 0 ? home : away, at));
      },
    };
  };

  const races = (title: string, round: (world: World) => Promise<void>): void => {
    const seed = randomInt(1, 2 ** 31);
    it(`${title}: ${meetings} rounds of ${racers} (seed ${seed})`, async () => {
      await Promise.all(
        Array.from({ length: worlds }, async (_, at) => {
          const world = await makeWorld(createSeededRandom(seed + at));
          for (let number = 0; number < meetings / worlds; number += 1) await round(world);
        }),
      );
    });
  };

  races('of two owners who leave at once one stays', async ({ one, other, home: { service }, random, race }) => {
    const emails = [`${one.slug}@svc.test`, other];
    for (const email of emails) {
      valueOf(await service.operator.setMember({ email, organization: one.slug, role: 'OWNER' }));
    }
    const outcomes = await race((process, at) => {
      const email = emails[Math.floor(at / 2) % 2] ?? other;
      return process.service.operator.setMember({ email, organization: one.slug, role: random.pick(['ADMIN', 'VIEWER']) });
    });
    expect(new Set(codesOf(outcomes))).to.deep.equal(new Set(['last_owner', 'ok']));
    const demoted = outcomes.flatMap((outcome) => (outcome.isOk() ? [outcome.value.userId] : []));
    // The one that left, left, and the other one is OWNER still.
    expect(new Set(demoted)).to.have.property('size', 1);
    const deleting = await service.authorize.organization(one.owner, one.slug, 'organization.delete');
    expect(codesOf([deleting])).to.deep.equal([demoted[0] === one.owner.userId ? 'permission' : 'ok']);
  });

  races('of a quota that has room for five, five are given', async ({ one, home, race }) => {
    const { organizationId } = one.push.repository;
    const reserve = ({ unitOfWork }: Process) =>
      unitOfWork.transact(async ({ usage }): Promise<Result<boolean, never>> =>
        ok((await usage.reserve(organizationId, quotaBytes / 5, quotaBytes)) !== undefined),
      );
    const given = (await race(reserve)).map(valueOf).filter((isGiven) => isGiven);
    expect(given).to.have.length(5);
    const reserved = await home.unitOfWork.transact(async ({ usage }): Promise<Result<number, never>> => {
      const { reservedBytes } = await usage.ofOrganization(organizationId);
      await usage.release(organizationId, reservedBytes);
      return ok(reservedBytes);
    });
    expect(valueOf(reserved)).to.equal(quotaBytes);
  });

  races('of many who want one slug one gets it', async ({ one, home, race }) => {
    const creating = valueOf(await home.service.authorize.organization(one.owner, one.slug, 'repositories.create'));
    const slug = slugOf(`r-${randomUUID().slice(0, 13)}`);
    const outcomes = await race(({ service }) => service.repositories.create(creating, { name: 'R', slug }));
    expect(codesOf(outcomes)).to.deep.equal([...Array<string>(racers - 1).fill('duplicate_slug'), 'ok']);
  });

  races('of many with one idempotency key one opens a session, and all get it', async ({ one, home, race }) => {
    const idempotencyKey = randomUUID();
    const answers = (await race(({ service }) => service.uploads.open(one.push, { idempotencyKey }))).map(valueOf);
    const ids = new Set(answers.map(({ session }) => session.id));
    expect(ids).to.have.property('size', 1);
    expect(answers.filter(({ replayed }) => !replayed)).to.have.length(1);
    for (const sessionId of ids) valueOf(await home.service.uploads.finalize(one.push, { sessionId }));
  });

  races('of many who finalize one session one does, and all get its answer', async ({ one, home: { service }, race }) => {
    const { generation } = valueOf(await service.repositories.get(one.push));
    const { id: sessionId } = valueOf(await service.uploads.open(one.push, {})).session;
    const bytes = randomBytes(16);
    const object = { oid: oidOf(bytes), sizeBytes: bytes.byteLength };
    valueOf(await service.uploads.authorize(one.push, { sessionId, objects: [object] }));
    const key = stagingKey(one.push.repository.namespace, sessionId, object.oid);
    valueOf(await blobs.write(key, once(bytes), bytes.byteLength));
    valueOf(await service.uploads.complete(one.push, { sessionId, ...object }));
    const answers = (await race((process) => process.service.uploads.finalize(one.push, { sessionId }))).map(valueOf);
    for (const answer of answers) {
      expect(answer.generation).to.equal(generation + 1);
      expect(answer.session).to.deep.include({ status: 'FINALIZED', uploadedObjects: 1, uploadedBytes: bytes.byteLength });
    }
    expect(valueOf(await service.repositories.get(one.push)).generation).to.equal(generation + 1);
  });
});
