import { createSeededRandom, type SeededRandom } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { unlimitedRate } from '../bytes/byte-server.js';
import { createApiClient } from '../client/api-client.js';
import { read } from '../client/exchange.js';
import { createRepositoryClient, type RepositoryClient } from '../client/repository-client.js';
import { finalizeAnswer } from '../client/wire.js';
import { signedUrls } from '../server/stack.js';
import { startServerProcess, type TestServerProcess } from '../server/start-server.js';
import { createAckJournal } from './ack-journal.js';
import { readDatabase } from './database-facts.js';
import { faultOfBlob } from './stored-blob.js';
import { createUploadingClient } from './uploading-client.js';

const kills = rounds({ property: 'a server that is killed loses nothing and counts everything once', test: 2, proof: 5_000 });
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 32));
const clientCount = 8;
const latestKillMs = 400;
/** Each restart looks at everything that there is, so a new server with nothing in it takes over after so many kills. */
const killsOfServer = 100;
/** One start in so many is cut off by another kill. */
const cutOffStarts = 4;
const latestCutOffMs = 800;
/** A start that connects to a database and asks a bucket for what it must refuse takes longer. */
const readyWithinMs = signedUrls === 'own' ? 5_000 : 10_000;
const sampleCount = 8;

const sampleOf = <T>(random: SeededRandom, items: readonly T[]): readonly T[] =>
  items.length === 0 ? [] : Array.from({ length: sampleCount }, () => random.pick(items));

/** What the process has used so far, in the kernel's ticks of 10 ms: user and system time are the 14th and 15th of its facts. */
const processorMsOf = (pid: number): number => {
  const facts = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return 10 * (Number(facts[11]) + Number(facts[12]));
};

const startsMs: number[] = [];
const processorMs: number[] = [];
const totals = { objects: 0, sessions: 0, cutOff: 0 };

const killServer = (first: number, last: number): void => {
  const random = createSeededRandom(seed + first);
  const journal = createAckJournal();
  const clients = Array.from({ length: clientCount }, (_, at) =>
    createUploadingClient(`client-${at}`, createSeededRandom(seed + first + at + 1), journal),
  );
  let server: TestServerProcess;
  let repositoryId: string;
  let organizationId: string;

  const withRepository = async <T>(act: (repository: RepositoryClient) => Promise<T>): Promise<T> => {
    const api = createApiClient(server.baseUrl, server.adminToken);
    try {
      return await act(createRepositoryClient(api, repositoryId, organizationId));
    } finally {
      api.close();
    }
  };

  before(async () => {
    server = await startServerProcess({ environment: { DEFAULT_PLAN: 'business', ...unlimitedRate, LOG_LEVEL: 'warn' } });
    const api = createApiClient(server.baseUrl, server.adminToken);
    ({ id: repositoryId, organizationId } = await api.createRepository('crash'));
    api.close();
  });
  after(async () => {
    totals.objects += journal.objects().length;
    totals.sessions += journal.sessions().length;
    await server.close();
  });

  const pushUntilKilled = (round: number): Promise<unknown> =>
    withRepository(async (repository) => {
      const kill = sleep(random.integer(latestKillMs + 1)).then(() => server.kill());
      await Promise.all([kill, ...clients.map((client) => client.pushUntilLost(repository, round))]);
    });

  /** What a start does is cut off too, by a second kill. */
  const startInVain = async (): Promise<void> => {
    totals.cutOff += 1;
    await Promise.allSettled([server.start(), sleep(random.integer(latestCutOffMs)).then(() => server.kill())]);
  };

  const restart = async (): Promise<void> => {
    if (random.integer(cutOffStarts) === 0) await startInVain();
    const begun = performance.now();
    await server.start();
    startsMs.push(performance.now() - begun);
    processorMs.push(processorMsOf(server.pid()));
  };

  const knownGood = new Set<string>();
  let lastGeneration = 0;

  /** Holds after each restart, whatever the crash cut off. */
  const expectSoundness = async (): Promise<void> => {
    const { facts, visible } = await readDatabase(server.place);
    for (const { oid, size } of journal.objects()) expect(visible.get(oid), `acknowledged object ${oid}`).to.equal(size);
    for (const [oid, size] of visible) {
      if (!knownGood.has(oid)) expect(await faultOfBlob(server.place, repositoryId, oid, size)).to.equal(undefined);
      knownGood.add(oid);
    }
    expect(facts.generation, 'the generation counts what is committed').to.equal(facts.bumps);
    expect(facts.generation, 'the generation never falls').to.be.at.least(lastGeneration);
    expect(facts.generation, 'the generation counts what is acknowledged').to.be.at.least(journal.bumps());
    lastGeneration = facts.generation;
    expect(facts.ledgerBytes, 'the sum of the ledger').to.equal(facts.usedBytes);
    expect(facts.objectBytes, 'the sum of the objects').to.equal(facts.usedBytes);
    expect([facts.countedObjects, facts.countedBytes], 'the usage of the repository').to.deep.equal([
      visible.size,
      facts.usedBytes,
    ]);
    expect(facts.unevenSessions, 'sessions without exactly one ledger entry and one event of each type').to.equal(0);
    expect(facts.unevenLfsObjects, 'objects of Git LFS without exactly one ledger entry').to.equal(0);
  };

  /** Holds once every client has got through with what was cut off. */
  const expectNothingPending = async (): Promise<void> => {
    const { facts, visible } = await readDatabase(server.place);
    expect(facts.generation, 'one bump for each push').to.equal(journal.bumps());
    expect(facts.openSessions, 'sessions that are stuck').to.equal(0);
    expect(facts.reservedBytes, 'bytes reserved for nothing').to.equal(0);
    expect(visible.size, 'objects that nobody pushed').to.equal(journal.objects().length);
    lastGeneration = facts.generation;
  };

  for (let round = first; round <= last; round += 1) {
    it(`loses nothing acknowledged, shows nothing unverified, counts everything once, and lets every client get through: kill ${round}`, async () => {
      await pushUntilKilled(round);
      await restart();
      await expectSoundness();
      await withRepository(async (repository) => {
        await Promise.all(clients.map((client) => client.retry(repository)));
        for (const object of sampleOf(random, journal.objects())) await repository.expectDownload(object);
        for (const { sessionId, generation } of sampleOf(random, journal.sessions())) {
          expect(read(await repository.finalize(sessionId), 200, finalizeAnswer).generation).to.equal(generation);
        }
      });
      await expectSoundness();
      await expectNothingPending();
    });
  }

  it('still serves every byte of every object that it ever acknowledged, and lists no other', () =>
    withRepository(async (repository) => {
      const acknowledged = journal.objects();
      expect(acknowledged.length).to.be.greaterThan(last - first);
      const shares = Array.from({ length: clientCount }, (_, share) =>
        acknowledged.filter((_object, at) => at % clientCount === share),
      );
      await Promise.all(
        shares.map(async (share) => {
          for (const object of share) await repository.expectDownload(object);
        }),
      );
      const listed = await repository.objects();
      expect(new Map(listed.map(({ oid, size }) => [oid, size]))).to.deep.equal(
        new Map(acknowledged.map(({ oid, size }) => [oid, size])),
      );
      expect(listed).to.have.length(acknowledged.length);
    }));
};

describe(`a server that is killed ${kills} times under ${clientCount} uploading clients (seed ${seed})`, function () {
  this.bail(true);

  for (let first = 1; first <= kills; first += killsOfServer) {
    const last = Math.min(kills, first + killsOfServer - 1);
    describe(`kills ${first} to ${last}`, () => killServer(first, last));
  }

  describe('all its starts', () => {
    it(`is ready again within ${readyWithinMs} ms of processor time each time`, () => {
      const slowest = Math.max(...startsMs);
      const most = Math.max(...processorMs);
      console.log(
        `      ${startsMs.length} restarts: ${Math.round(startsMs.reduce((sum, ms) => sum + ms, 0) / startsMs.length)} ms on average, ${Math.round(slowest)} ms at most, ${most} ms of processor time at most; ${totals.objects} objects, ${totals.sessions} sessions, ${totals.cutOff} more kills of starts`,
      );
      // How long that takes is up to what else the machine does.
      expect(most).to.be.below(readyWithinMs);
    });
  });
});
