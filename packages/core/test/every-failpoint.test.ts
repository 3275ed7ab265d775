import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import type { Result } from 'neverthrow';
import { setTimeout as sleep } from 'node:timers/promises';
import { grantSignedDownload } from '../src/access/grant.js';
import { createApplication } from '../src/application.js';
import { failpointOf } from '../src/blob-store/fault-plan.js';
import { blobStoreFaults, createFaultyBlobStore } from '../src/blob-store/faulty-blob-store.js';
import { createFaultyUnitOfWork, unitOfWorkFaults } from '../src/memory/faulty-unit-of-work.js';
import { assembledKey, HOUR_MS, type ObjectKey, objectKey, trusted, type TreePath } from '../src/model/values/index.js';
import { bodyOf, buildObject, collect } from './builders/tree.js';
import { bytesOf, createWorld, objectOf, valueOf, withRepository } from './builders/world.js';

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

const maxSinglePutBytes = 50;
const [small, large, ofLfs, givenUp] = ['small', 'large '.repeat(20), 'of git-lfs', 'given up '.repeat(20)];
const inChunks = buildObject([bytesOf('a chunk'), bytesOf('another chunk')]);
const notes = trusted<TreePath>('notes.txt');
const origin = { address: '192.0.2.9', userAgent: 'git-lfs' };
const maxTries = 5;

/** What clients, jobs and operators do with one repository over ports that fail, step by step. Each tries again what is `unavailable`. */
const createLife = async () => {
  const world = createWorld('business', { maxSinglePutBytes, parts: { maxPartBytes: 20 }, gcReclaim: true });
  const { push, owner, organization } = await withRepository(world);
  const { repositoryId, namespace } = push.repository;
  const blobs = createFaultyBlobStore(world.blobs);
  const unitOfWork = createFaultyUnitOfWork(world.unitOfWork);
  const application = createApplication({ ...world.ports, blobs, unitOfWork });
  const { uploads, lfs, tree, downloads, signedTransfers, maintenance, authorize, integrity } = application;

  const insist = async <T, E extends { readonly kind: string }>(act: () => PromiseLike<Result<T, E>>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      const answer = await act();
      if (answer.isOk()) return answer.value;
      if (answer.error.kind !== 'unavailable' || tries === maxTries) throw new Error(JSON.stringify(answer.error));
    }
  };
  const send = async (href: string, bytes: Uint8Array): Promise<void> => {
    const { pathname, searchParams } = new URL(href);
    const upload = valueOf(authorize.signedUpload(pathname.slice('/storage/'.length), Object.fromEntries(searchParams)));
    await insist(() => signedTransfers.receive(upload, bodyOf(bytes)));
  };
  const stage = async (sessionId: Parameters<typeof uploads.finalize>[1]['sessionId'], text: string): Promise<void> => {
    const [entry] = await insist(() => uploads.authorize(push, { sessionId, objects: [objectOf(text)] }));
    if (entry !== undefined && 'uploadUrl' in entry) await send(entry.uploadUrl, bytesOf(text));
    if (entry === undefined || !('parts' in entry)) return;
    const named = { sessionId, oid: entry.oid };
    const { partBytes, count } = await insist(() => uploads.listParts(push, named));
    const partNumbers = Array.from({ length: count }, (_, at) => at + 1);
    for (const part of await insist(() => uploads.presignParts(push, { ...named, partNumbers }))) {
      const from = (part.partNumber - 1) * partBytes;
      await send(part.uploadUrl, bytesOf(text).subarray(from, from + part.sizeBytes));
    }
    expect((await insist(() => uploads.listParts(push, named))).uploaded).to.have.length(count);
  };
  const open = async () => {
    const { session } = await insist(() => uploads.open(push, {}));
    return session.id;
  };

  const pushBySession = async (): Promise<void> => {
    const sessionId = await open();
    for (const text of [small, large]) {
      await stage(sessionId, text);
      await insist(() => uploads.complete(push, { sessionId, ...objectOf(text) }));
    }
    await insist(() => uploads.finalize(push, { sessionId }));
  };
  const pushByLfs = async (): Promise<void> => {
    const { entries, verifyToken = '' } = await insist(() => lfs.batchUpload(push, [objectOf(ofLfs)]));
    const [entry] = entries;
    if (entry?.kind === 'upload') await send(entry.request.href, bytesOf(ofLfs));
    const link = await insist(() => authorize.verifyLink(repositoryId, verifyToken, origin));
    await insist(() => lfs.verify(link, objectOf(ofLfs)));
  };
  const pushByTree = async (): Promise<void> => {
    for (const { path, bytes } of [...inChunks.packs, ...inChunks.maps, inChunks.manifest]) {
      await insist(() => tree.receive(push, path, bodyOf(bytes)));
    }
    await insist(() => tree.finalize(push, { objects: [inChunks] }));
  };
  /** Beside a sender in another process, which may be dead. */
  const replaceNotes = async (): Promise<void> => {
    let giveUp = (): void => undefined;
    const silence = new Promise<void>((resolve) => (giveUp = resolve));
    const begun = async function* (): AsyncGenerator<Uint8Array> {
      yield bytesOf('begun');
      await silence;
    };
    const other = createApplication(world.ports).tree.receive(push, notes, { declaredBytes: 700, bytes: begun() });
    await sleep(0);
    await insist(() => tree.receive(push, notes, bodyOf(bytesOf('n'.repeat(600)))));
    giveUp();
    expect((await other).isErr()).to.equal(true);
  };
  const download = async (): Promise<void> => {
    await insist(() => downloads.authorize(push, { oids: [objectOf(small).oid] }));
    for (const key of [objectKey(namespace, objectOf(small).oid), assembledKey(namespace, inChunks.oid)]) {
      for (let tries = 0; tries < maxTries; tries += 1) {
        const opened = await insist(() => signedTransfers.open(grantSignedDownload(key)));
        const reading = await insist(() => opened.open());
        // Bytes that break off are asked for again.
        if (
          await collect(reading.body).then(
            () => true,
            () => false,
          )
        )
          break;
      }
    }
  };
  const abort = async (): Promise<void> => {
    const sessionId = await open();
    await stage(sessionId, givenUp);
    const again = await open();
    await stage(again, 'left');
    await insist(() => uploads.complete(push, { sessionId: again, ...objectOf('left') }));
  };
  const removeAnother = async (): Promise<void> => {
    const name = 'another';
    const creating = valueOf(await world.application.authorize.organization(owner, organization.slug, 'repositories.create'));
    const { id } = valueOf(await world.application.repositories.create(creating, { name }));
    const second = await world.grant(owner, id, 'repository.push');
    valueOf(await world.application.tree.receive(second, notes, bodyOf(bytesOf('gone'))));
    const admin = await world.grant(owner, id, 'repository.admin');
    valueOf(await world.application.repositories.remove(admin));
  };
  const jobs = [maintenance.sweep, maintenance.reclaimRepositories, maintenance.reclaimQuarantined, maintenance.collectGarbage];
  const maintain = async (): Promise<void> => {
    for (const hours of [8, 24, 5, 80, 80]) {
      world.clock.advance(hours * HOUR_MS);
      for (const job of jobs) (await job()).isOk();
    }
  };
  const check = async (): Promise<void> => {
    (await application.checkReadiness()).isOk();
    (await integrity.check({ readData: { kind: 'all' }, repairs: true, onFinding: () => undefined })).isOk();
  };

  const steps = [pushBySession, pushByLfs, pushByTree, replaceNotes, download, abort, removeAnother, maintain, check];
  const expectAll = async (): Promise<void> => {
    const { items } = valueOf(await world.application.objects.list(push, { sort: 'size', page: { limit: 10 } }));
    const expected = [...[small, large, ofLfs].map((text) => objectOf(text).oid), inChunks.oid];
    expect(items.map(({ oid }) => oid)).to.have.members(expected);
    await maintain();
    const findings: string[] = [];
    const onFinding = ({ kind }: { readonly kind: string }): void => void findings.push(kind);
    valueOf(await world.application.integrity.check({ readData: { kind: 'all' }, repairs: false, onFinding }));
    expect(findings, 'whatever is stored is what the database says').to.deep.equal([]);
    const usage = valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(organization.id)));
    expect(usage).to.include({ reservedBytes: 0, reclaimableBytes: 0 });
    let stored = 0;
    for await (const { sizeBytes } of world.blobs.list(trusted<ObjectKey>('repositories'))) stored += sizeBytes;
    expect(usage.usedBytes).to.equal(stored);
  };
  return { steps, ports: { store: blobs, database: unitOfWork }, expectAll };
};

type Life = Awaited<ReturnType<typeof createLife>>;
type Step = Life['steps'][number];

const releaseAll = async ({ ports: { store, database } }: Life): Promise<void> => {
  await store.release();
  await database.release();
};

/** Takes a step; what hangs or is slow goes on after a while, and what is late comes then. */
const take = async (life: Life, step: Step): Promise<void> => {
  let isOver = false;
  const taken = step().finally(() => (isOver = true));
  await Promise.race([taken, sleep(20)]);
  while (!isOver) {
    await releaseAll(life);
    await Promise.race([taken, sleep(1)]);
  }
  await taken;
  await releaseAll(life);
};

/** Everything that can happen to a port, as a test plans it, by its failpoint. */
const failpoints = {
  store: new Map(
    blobStoreFaults.map((fault) => [
      failpointOf(fault),
      { call: fault.call, plan: ({ ports }: Life, callsBefore: number) => ports.store.failNext(fault, callsBefore) },
    ]),
  ),
  database: new Map(
    unitOfWorkFaults.map((fault) => [
      failpointOf(fault),
      { call: fault.call, plan: ({ ports }: Life, callsBefore: number) => ports.database.failNext(fault, callsBefore) },
    ]),
  ),
} as const;

describe(`a service whose ports fail (seed ${seed})`, () => {
  const random = createSeededRandom(seed);
  /** How often each step makes each call in a life in which nothing fails. */
  const calls: Record<'store' | 'database', ReadonlyMap<string, number>[]> = { store: [], database: [] };
  before(async () => {
    const life = await createLife();
    for (const step of life.steps) {
      for (const port of ['store', 'database'] as const) life.ports[port].forget();
      await take(life, step);
      for (const port of ['store', 'database'] as const) calls[port].push(new Map(life.ports[port].calls()));
    }
    await life.expectAll();
  });

  for (const port of ['store', 'database'] as const) {
    for (const [failpoint, { call, plan }] of failpoints[port]) {
      it(`loses nothing that was acknowledged, and keeps nothing that was not, when the ${port} fails at ${failpoint}`, async () => {
        const life = await createLife();
        const able = life.steps.flatMap((step, at) => {
          const count = calls[port][at]?.get(call) ?? 0;
          return count > 0 ? [{ step, callsBefore: random.integer(count) }] : [];
        });
        expect(able, 'steps that make the call').not.to.have.length(0);
        const failing = random.pick(able);
        for (const step of life.steps) {
          if (step === failing.step) plan(life, failing.callsBefore);
          await take(life, step);
        }
        expect([...life.ports[port].hits()], `${failing.step.name}, after ${failing.callsBefore} calls`).to.deep.equal([
          failpoint,
        ]);
        await life.expectAll();
      });
    }
  }
});
