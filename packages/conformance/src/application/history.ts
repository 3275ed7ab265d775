import { expect } from 'chai';
import {
  createApplication,
  grantSignedIn,
  HOUR_MS,
  isOid,
  isSlug,
  objectKey,
  portableHasher,
  stagingKey,
  type Application,
  type Granted,
  type ObjectRequest,
  type Oid,
  type OrganizationId,
  type Slug,
  type UploadSessionId,
} from '@svc/core';
import { createCountedRandom, createFixedClock } from '@svc/core/memory';
import type { Result } from 'neverthrow';
import type { SeededRandom } from '../seeded.js';
import type { ApplicationHarness } from './history-cases.js';

const encoder = new TextEncoder();
/** Few enough that the same object is met again and again, on both paths. */
const texts = Array.from({ length: 8 }, (_, at) => `object ${at} `.repeat(at));

const oidOf = (bytes: Uint8Array): Oid => {
  const hash = portableHasher.sha256();
  hash.update(bytes);
  const oid = hash.digestHex();
  if (!isOid(oid)) throw new Error('invariant: a digest is an oid');
  return oid;
};

const pool: readonly (ObjectRequest & { readonly bytes: Uint8Array })[] = texts.map((text) => {
  const bytes = encoder.encode(text);
  return { oid: oidOf(bytes), sizeBytes: bytes.byteLength, bytes };
});

const valueOf = <T, E>(result: Result<T, E>): T => {
  if (result.isErr()) throw new Error(`expected Ok, got ${JSON.stringify(result.error)}`);
  return result.value;
};

const slug = (text: string): Slug => {
  if (!isSlug(text)) throw new Error('invariant: a slug');
  return text;
};

type Staged = 'nothing' | 'right' | 'wrong';

interface ModelSession {
  readonly id: UploadSessionId;
  readonly objects: Map<Oid, { staged: Staged; isCompleted: boolean }>;
  status: 'OPEN' | 'FINALIZED' | 'EXPIRED';
  expiresAt: number;
}

interface ModelRepository {
  readonly push: Granted<'repository.push'>;
  readonly visible: Set<Oid>;
  readonly sessions: ModelSession[];
  lfs: (ModelSession & { token: string }) | undefined;
  generation: number;
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(bytes);
}

const read = async (body: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const pieces: number[] = [];
  for await (const piece of body) pieces.push(...piece);
  return Uint8Array.from(pieces);
};

/** One service with its model. Every method does one step on both and compares what the service answered. */
export const createHistory = async ({ unitOfWork, blobs }: ApplicationHarness) => {
  const clock = createFixedClock();
  const linkKeys = [{ id: 'k1', secret: new Uint8Array(32).fill(1) }];
  const settings = { baseUrl: 'https://svc.test', linkKeys, defaultPlan: 'business' } as const;
  const ports = {
    unitOfWork,
    blobs,
    clock,
    random: createCountedRandom(),
    hasher: portableHasher,
    identityProvider: undefined,
    settings,
  };
  const application: Application = createApplication(ports);
  const origin = { address: '192.0.2.1', userAgent: 'history' };
  valueOf(await application.operator.addUser({ email: 'owner@history.test' }));
  const { secret } = valueOf(await application.operator.createSession({ email: 'owner@history.test', lifetimeMs: 1e12 }));
  const owner = valueOf(await application.authenticate(secret, origin));
  valueOf(await application.organizations.create(grantSignedIn(owner), { name: 'History' }));
  const creating = valueOf(await application.authorize.organization(owner, slug('history'), 'repositories.create'));
  const organizationId: OrganizationId = creating.organization.id;

  const createRepository = async (name: string): Promise<ModelRepository> => {
    const { id } = valueOf(await application.repositories.create(creating, { name }));
    const push = valueOf(await application.authorize.repository(owner, id, 'repository.push'));
    return { push, visible: new Set(), sessions: [], lfs: undefined, generation: 0 };
  };
  const repositories = [await createRepository('first'), await createRepository('second')];

  const endOf = (session: ModelSession): void => {
    if (session.status === 'OPEN' && session.expiresAt <= clock.now()) session.status = 'EXPIRED';
  };
  const anySession = (random: SeededRandom) => {
    const repository = random.pick(repositories);
    repository.sessions.forEach(endOf);
    const open = repository.sessions.filter(({ status }) => status === 'OPEN');
    const candidates = open.length > 0 && random.integer(6) > 0 ? open : repository.sessions;
    if (candidates.length === 0) return undefined;
    const session = random.pick(candidates);
    return { repository, session };
  };
  /** Mostly an object that the session has, now and then any. */
  const objectFor = (session: ModelSession, random: SeededRandom) => {
    const known = pool.filter(({ oid }) => session.objects.has(oid));
    return random.pick(known.length > 0 && random.integer(8) > 0 ? known : pool);
  };
  const put = async (repository: ModelRepository, session: ModelSession, random: SeededRandom): Promise<void> => {
    const object = objectFor(session, random);
    const pending = session.objects.get(object.oid);
    const isRight = random.integer(3) > 0 || object.sizeBytes === 0;
    const bytes = isRight ? object.bytes : object.bytes.map((byte) => byte ^ 1);
    const key = stagingKey(repository.push.repository.namespace, session.id, object.oid);
    if (pending === undefined) return;
    valueOf(await blobs.write(key, once(bytes), object.sizeBytes));
    pending.staged = isRight ? 'right' : 'wrong';
  };
  const usage = async () => valueOf(await unitOfWork.read((queries) => queries.usage.ofOrganization(organizationId)));

  return {
    openSession: async (random: SeededRandom): Promise<void> => {
      const repository = random.pick(repositories);
      const { session } = valueOf(await application.uploads.open(repository.push, {}));
      repository.sessions.push({ id: session.id, objects: new Map(), status: 'OPEN', expiresAt: session.expiresAt });
    },
    authorizeInSession: async (random: SeededRandom): Promise<void> => {
      const chosen = anySession(random);
      if (chosen === undefined) return;
      const { repository, session } = chosen;
      const objects = random
        .shuffled(pool)
        .slice(0, 4)
        .map(({ oid, sizeBytes }) => ({ oid, sizeBytes }));
      const answer = await application.uploads.authorize(repository.push, { sessionId: session.id, objects });
      expect(answer.isOk(), 'authorize').to.equal(session.status === 'OPEN');
      if (answer.isErr()) return;
      for (const { oid } of objects)
        if (!session.objects.has(oid)) session.objects.set(oid, { staged: 'nothing', isCompleted: false });
    },
    putStaged: async (random: SeededRandom): Promise<void> => {
      const chosen = anySession(random);
      if (chosen !== undefined) await put(chosen.repository, chosen.session, random);
    },
    completeInSession: async (random: SeededRandom): Promise<void> => {
      const chosen = anySession(random);
      if (chosen === undefined) return;
      const { repository, session } = chosen;
      const { oid, sizeBytes } = objectFor(session, random);
      const pending = session.objects.get(oid);
      const answer = await application.uploads.complete(repository.push, { sessionId: session.id, oid, sizeBytes });
      const wasCompleted = pending?.isCompleted === true;
      // What lies at the final key already was proven when it came there, so it needs no second upload.
      const isProvable =
        pending?.staged === 'right' ||
        (answer.isOk() && (await blobs.head(objectKey(repository.push.repository.namespace, oid))).isOk());
      expect(answer.isOk(), 'complete').to.equal(
        wasCompleted || (pending !== undefined && session.status === 'OPEN' && isProvable),
      );
      if (answer.isOk() && pending !== undefined) pending.isCompleted = true;
    },
    finalizeSession: async (random: SeededRandom): Promise<void> => {
      const chosen = anySession(random);
      if (chosen === undefined) return;
      const { repository, session } = chosen;
      const answer = await application.uploads.finalize(repository.push, { sessionId: session.id });
      expect(answer.isOk(), 'finalize').to.equal(session.status !== 'EXPIRED');
      if (session.status !== 'OPEN') return;
      session.status = 'FINALIZED';
      const completed = [...session.objects].filter(([, object]) => object.isCompleted);
      if (completed.length > 0) repository.generation += 1;
      for (const [oid] of completed) repository.visible.add(oid);
      expect(valueOf(answer).generation, 'generation of finalize').to.equal(repository.generation);
    },
    batchUpload: async (random: SeededRandom): Promise<void> => {
      const repository = random.pick(repositories);
      const objects = random.shuffled(pool).slice(0, 3);
      const requests = objects.map(({ oid, sizeBytes }) => ({ oid, sizeBytes }));
      const batch = valueOf(await application.lfs.batchUpload(repository.push, requests));
      const needed = requests.filter(({ oid }) => !repository.visible.has(oid));
      const asked = batch.entries.flatMap((entry) => (entry.kind === 'upload' ? [entry.oid] : []));
      expect(asked, 'objects that LFS is asked to send').to.deep.equal(needed.map(({ oid }) => oid));
      if (batch.verifyToken === undefined) return;
      const { repositoryId } = repository.push.repository;
      const session = valueOf(
        await unitOfWork.read((queries) => queries.uploads.findOpenLfs(repositoryId, owner.userId, clock.now())),
      );
      if (session === undefined) throw new Error('invariant: a batch that asks for uploads has a session');
      if (repository.lfs?.id !== session.id) {
        repository.lfs = {
          id: session.id,
          objects: new Map(),
          status: 'OPEN',
          expiresAt: session.expiresAt,
          token: batch.verifyToken,
        };
      }
      repository.lfs.expiresAt = session.expiresAt;
      for (const { oid } of needed)
        if (!repository.lfs.objects.has(oid)) repository.lfs.objects.set(oid, { staged: 'nothing', isCompleted: false });
    },
    putLfs: async (random: SeededRandom): Promise<void> => {
      const repository = random.pick(repositories);
      if (repository.lfs !== undefined) await put(repository, repository.lfs, random);
    },
    verifyLfs: async (random: SeededRandom): Promise<void> => {
      const repository = random.pick(repositories);
      const { lfs } = repository;
      if (lfs === undefined) return;
      endOf(lfs);
      const { oid, sizeBytes } = objectFor(lfs, random);
      const link = valueOf(await application.authorize.verifyLink(repository.push.repository.repositoryId, lfs.token, origin));
      const answer = await application.lfs.verify(link, { oid, sizeBytes });
      if (repository.visible.has(oid)) return void expect(answer.isOk(), 'verify of a visible object').to.equal(true);
      const isProvable =
        lfs.objects.get(oid)?.staged === 'right' ||
        (await blobs.head(objectKey(repository.push.repository.namespace, oid))).isOk();
      const isExpected = lfs.objects.has(oid) && lfs.status === 'OPEN' && isProvable;
      expect(answer.isOk(), 'verify').to.equal(isExpected);
      if (!isExpected) return;
      repository.visible.add(oid);
      repository.generation += 1;
    },
    batchDownload: async (random: SeededRandom): Promise<void> => {
      const repository = random.pick(repositories);
      const requests = random.shuffled(pool).slice(0, 3);
      const { entries } = valueOf(await application.lfs.batchDownload(repository.push, requests));
      const { lfs } = repository;
      if (lfs !== undefined) endOf(lfs);
      for (const entry of entries) {
        const isVisible = repository.visible.has(entry.oid);
        const isStaged = lfs?.status === 'OPEN' && lfs.objects.get(entry.oid)?.staged === 'right';
        const isPromoted = entry.kind === 'download' && lfs?.status === 'OPEN' && lfs.objects.has(entry.oid);
        expect(entry.kind, 'entry of a download').to.equal(isVisible || isStaged || isPromoted ? 'download' : 'missing');
        if (entry.kind === 'missing' || isVisible) continue;
        repository.visible.add(entry.oid);
        repository.generation += 1;
      }
    },
    passTime: (random: SeededRandom): Promise<void> => {
      clock.advance(random.integer(2 * HOUR_MS));
      return Promise.resolve();
    },
    sweep: async (): Promise<void> => {
      valueOf(await application.maintenance.sweep());
    },
    replaceRepository: async (random: SeededRandom): Promise<void> => {
      if (random.integer(5) > 0) return;
      const at = random.integer(repositories.length);
      const repository = repositories[at];
      if (repository === undefined) return;
      const admin = valueOf(
        await application.authorize.repository(owner, repository.push.repository.repositoryId, 'repository.admin'),
      );
      valueOf(await application.repositories.remove(admin));
      repositories[at] = await createRepository(`after ${repository.push.repository.repositoryId.slice(-4)}`);
    },
    compare: async (when: string): Promise<void> => {
      let bytes = 0;
      for (const { push, visible, generation } of repositories) {
        const page = valueOf(await application.objects.list(push, { sort: 'size', page: { limit: 100 } }));
        expect(new Set(page.items.map((object) => object.oid)), `visible objects ${when}`).to.deep.equal(visible);
        expect(valueOf(await application.repositories.get(push)).generation, `generation ${when}`).to.equal(generation);
        bytes += page.items.reduce((sum, object) => sum + object.sizeBytes, 0);
      }
      const { usedBytes, reservedBytes } = await usage();
      expect(usedBytes, `used bytes ${when}`).to.equal(bytes);
      expect(reservedBytes, `reserved bytes ${when}`).to.be.at.least(0);
    },
    readEverything: async (): Promise<void> => {
      for (const { push, visible } of repositories) {
        for (const oid of visible) {
          const { body } = valueOf(await blobs.read(objectKey(push.repository.namespace, oid)));
          expect(oidOf(await read(body)), 'hash of a visible object').to.equal(oid);
        }
      }
    },
    letEverythingExpire: async (): Promise<void> => {
      clock.advance(24 * HOUR_MS);
      valueOf(await application.maintenance.sweep());
    },
    reservedBytes: async (): Promise<number> => (await usage()).reservedBytes,
  };
};

export type History = Awaited<ReturnType<typeof createHistory>>;
