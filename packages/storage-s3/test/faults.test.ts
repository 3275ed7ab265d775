import { createServer } from 'node:http';
import { once } from 'node:events';
import { trusted, type ObjectKey } from '@svc/core/model';
import type { Fault } from '@svc/test-services/s3';
import { expect } from 'chai';
import type { UnavailableReason } from '../src/classify-error.js';
import { createS3BlobStore, type S3BlobStoreOptions } from '../src/s3-blob-store.js';
import { withStandIn } from './rigs/stand-in-scene.js';
import { callsOf, listing, prefix, type StoreCalls } from './rigs/store-calls.js';
import { bodyOf, bytesAt, errorOf, namespace, shutOut, unavailable, upload, valueOf, writeAll } from './rigs/values.js';

const MIB = 1024 * 1024;
/** Asks once, and waits as long as a busy machine takes. */
const patient: Partial<S3BlobStoreOptions> = { maxAttempts: 1 };
/** For servers that never answer: what comes before and after them has to be done within it, too. */
const impatient: Partial<S3BlobStoreOptions> = { ...patient, timeouts: { answerMs: 1000, idleMs: 1000 } };
const strict = { mode: 'strict' } as const;
const small = upload(5000);
const { bytes, from, to, expected } = small;
const big = upload(12 * MIB, 3);

const calls: StoreCalls = {
  ...callsOf(small, big),
  'begin of a multipart upload': async (store) =>
    valueOf((await store.parts?.(namespace)) ?? expect.fail())?.begin(to) ?? expect.fail(),
};

const faults: readonly Fault[] = [
  { kind: 'reset' },
  { kind: 'hang' },
  { kind: 'slow', milliseconds: 3000 },
  { kind: 'slow_down' },
  { kind: 'internal_error' },
];

const isSilence = ({ kind }: Fault): boolean => kind === 'hang' || kind === 'slow';

/** Answers that make no sense, to requests whose answers the store reads. */
const nonsense: readonly Fault[] = [{ kind: 'garbage' }, { kind: 'endless_listing', bytes: 64 * MIB }];

describe('the S3 store when its server fails', () => {
  for (const fault of faults) {
    it(`answers unavailable to ${fault.kind}, leaves nothing half-written and recovers`, () =>
      withStandIn(strict, isSilence(fault) ? impatient : patient, async ({ store, server, countOpenHandles }) => {
        await writeAll(store, from, bytes);
        await server.inject(fault);
        for (const [title, call] of Object.entries(calls)) {
          expect(errorOf(await call(store)), title).to.deep.equal(unavailable);
        }
        expect(await listing(store)).to.deep.include({ name: 'ListBroken', fault: unavailable });
        await server.heal();
        expect(await countOpenHandles()).to.equal(0);
        expect(await bytesAt(store, from)).to.deep.equal(bytes);
        // What was asked for late was done all the same: whole.
        const late = await bytesAt(store, to);
        if (late !== undefined) expect([bytes, big.bytes].some((whole) => whole.equals(late))).to.equal(true);
        for (const call of Object.values(calls)) {
          await writeAll(store, from, bytes);
          valueOf(await store.deletePrefix(trusted<ObjectKey>('ns/objects')));
          valueOf(await call(store));
        }
      }));
  }

  it('answers unavailable while nobody listens, and works when somebody does again', () =>
    withStandIn(strict, patient, async ({ store, server }) => {
      await writeAll(store, from, bytes);
      await server.inject({ kind: 'refuse' });
      for (const [title, call] of Object.entries(calls)) expect(errorOf(await call(store)), title).to.deep.equal(unavailable);
      await server.heal();
      valueOf(await store.promote(from, to, expected));
      expect(await bytesAt(store, to)).to.deep.equal(bytes);
    }));

  for (const fault of nonsense) {
    it(`takes ${fault.kind} for no answer, and bounds what it reads of it`, () =>
      withStandIn(strict, patient, async ({ store, server }) => {
        await server.inject(fault, { operations: ['ListObjectsV2', 'CopyObject', 'CreateMultipartUpload', 'ListParts'] });
        expect(await listing(store)).to.have.property('name', 'ListBroken');
        expect(errorOf(await store.deletePrefix(prefix))).to.deep.equal(unavailable);
        expect(errorOf(await store.write(to, bodyOf(big.bytes), big.bytes.byteLength))).to.deep.equal(unavailable);
        await server.heal();
        expect(await bytesAt(store, to)).to.equal(undefined);
      }));
  }

  it('unfolds no entities', () =>
    withStandIn(strict, patient, async ({ store, server }) => {
      await server.inject({ kind: 'entity_bomb' });
      const before = process.memoryUsage().rss;
      for (const [title, call] of Object.entries(calls)) {
        const answer = await call(store);
        if (answer.isErr()) expect(answer.error, title).to.deep.equal(unavailable);
      }
      await listing(store);
      expect(process.memoryUsage().rss - before).to.be.lessThan(128 * MIB);
    }));

  it('throws out of a body that breaks, and lets go of its connection', () =>
    withStandIn(strict, patient, async ({ store, server, countOpenHandles }) => {
      await writeAll(store, from, big.bytes);
      await server.inject({ kind: 'truncated_body' }, { operations: ['GetObject'] });
      for (const span of [undefined, { first: 5, last: 11 * MIB }]) {
        const reading = valueOf(await store.read(from, span));
        let fault: unknown;
        try {
          for await (const chunk of reading.body) expect(chunk.byteLength).to.be.greaterThan(0);
        } catch (thrown) {
          fault = thrown;
        }
        expect(fault).to.have.property('name', 'BlobReadBroken');
      }
      expect(await countOpenHandles()).to.equal(0);
    }));

  it('tries again what fails once', () =>
    withStandIn(strict, {}, async ({ store, server }) => {
      for (const kind of ['reset', 'internal_error', 'slow_down'] as const) {
        await server.inject({ kind }, { times: 1 });
        await writeAll(store, from, bytes);
        await server.inject({ kind }, { times: 1 });
        valueOf(await store.promote(from, to, expected));
        expect(await bytesAt(store, to)).to.deep.equal(bytes);
        valueOf(await store.deletePrefix(prefix));
      }
    }));

  it('does not wait for the end of an error that is sent bit by bit', async () => {
    const trickling = createServer((_request, response) => {
      response.writeHead(404, { 'content-type': 'application/xml' });
      const drip = setInterval(() => response.write('<Error>'), 20);
      response.on('close', () => {
        clearInterval(drip);
      });
    });
    await once(trickling.listen(0, '127.0.0.1'), 'listening');
    const address = trickling.address();
    const store = createS3BlobStore({
      ...patient,
      timeouts: { answerMs: 400 },
      endpoint: `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`,
      region: 'us-east-1',
      bucket: 'bucket',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
    for (const title of ['read', 'check', 'write', 'deletePrefix']) {
      const answer = await calls[title]?.(store);
      expect(answer?.isErr() === true && answer.error, title).to.deep.equal(unavailable);
    }
    store.close();
    trickling.closeAllConnections();
    trickling.close();
  });

  it('follows no redirect', () =>
    withStandIn(strict, patient, async ({ store, server }) => {
      let visits = 0;
      const elsewhere = createServer((_request, response) => {
        visits += 1;
        response.end();
      }).listen(0, '127.0.0.1');
      await once(elsewhere, 'listening');
      const address = elsewhere.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      await server.inject({ kind: 'redirect', origin: `http://127.0.0.1:${port ?? 0}` });
      for (const [title, call] of Object.entries(calls)) expect(errorOf(await call(store)), title).to.deep.equal(unavailable);
      expect(visits).to.equal(0);
      elsewhere.close();
    }));

  it('says that it is refused when its key is revoked', () =>
    withStandIn(strict, patient, async ({ store, server, options }) => {
      await writeAll(store, from, bytes);
      const { credentials } = options;
      if (typeof credentials === 'function') return expect.fail('the credentials are a key');
      server.revokeKey(credentials.accessKeyId);
      for (const [title, call] of Object.entries(calls)) expect(errorOf(await call(store)), title).to.deep.equal(shutOut);
    }));

  it('says that it is refused when its bucket is gone, however an answer without a body looks', () =>
    withStandIn(strict, patient, async ({ options }) => {
      const store = createS3BlobStore({ ...options, bucket: 'gone' });
      for (const [title, call] of Object.entries(calls)) expect(errorOf(await call(store)), title).to.deep.equal(shutOut);
      expect(errorOf(await store.promote(big.from, big.to, big.expected))).to.deep.equal(shutOut);
      store.close();
    }));

  it('asks a second time about what is missing alone', () =>
    withStandIn(strict, patient, async ({ store, server }) => {
      await writeAll(store, from, bytes);
      server.forgetRequests();
      expect(valueOf(await store.head(from)).sizeBytes).to.equal(bytes.byteLength);
      expect(server.totalRequests()).to.equal(1);
      expect(errorOf(await store.head(to))).to.deep.equal({ kind: 'blob_missing' });
      expect(server.totalRequests()).to.equal(3);
      expect(errorOf(await store.promote(big.from, big.to, big.expected))).to.deep.equal({ kind: 'blob_missing' });
    }));

  it('gives up a multipart upload whose body or whose server fails, so that nothing is kept', () =>
    withStandIn(strict, { maxAttempts: 1 }, async ({ store, server }) => {
      const broken = async function* () {
        yield* bodyOf(big.bytes);
        throw new Error('the connection broke');
      };
      expect(errorOf(await store.write(to, broken(), 2 * big.bytes.byteLength))).to.deep.equal({ kind: 'body_incomplete' });
      await server.inject({ kind: 'internal_error' }, { operations: ['UploadPart'], times: 1 });
      expect(errorOf(await store.write(to, bodyOf(big.bytes), big.bytes.byteLength))).to.deep.equal(unavailable);
      await server.inject({ kind: 'error_inside_ok' }, { operations: ['CompleteMultipartUpload'], times: 1 });
      expect(errorOf(await store.write(to, bodyOf(big.bytes), big.bytes.byteLength))).to.deep.equal(unavailable);
      expect(server.requests('AbortMultipartUpload')).to.equal(3);
      const left = valueOf(await store.removeLeftovers({ copiesBefore: 0, uploadsBefore: Date.now() + 60_000 }));
      expect(left.uploads).to.equal(0);
      expect(await bytesAt(store, to)).to.equal(undefined);
    }));
});

/** What an operator has to mend, with the status and the code of the answer. */
const misfits: readonly (readonly [string, Partial<S3BlobStoreOptions>, number, string])[] = [
  ['the bucket is gone', { bucket: 'gone' }, 404, 'NoSuchBucket'],
  ['the key is unknown', { credentials: { accessKeyId: 'nobody', secretAccessKey: 'wrong' } }, 403, 'InvalidAccessKeyId'],
  ['the region is another', { region: 'elsewhere-1' }, 400, 'AuthorizationHeaderMalformed'],
];

/** What begins with HEAD, whose answers have no body that could name a code. */
const beginsWithHead = new Set(['head', 'promote']);

const reasonWith = (status: number, code: string): UnavailableReason => ({
  code,
  message: `the bucket answered ${status} (${code})`,
});

describe('the S3 store tells why its answers are unavailable', () => {
  for (const [what, change, status, code] of misfits) {
    it(`when ${what}, once for each`, () =>
      withStandIn(strict, patient, async ({ options }) => {
        const reasons: UnavailableReason[] = [];
        const store = createS3BlobStore({ ...options, ...change, onUnavailable: (each) => reasons.push(each) });
        for (const [title, call] of Object.entries(calls)) {
          expect(errorOf(await call(store)), title).to.deep.equal(status === 400 ? unavailable : shutOut);
          const isNamed = status === 404 || !beginsWithHead.has(title);
          expect(reasons.splice(0), title).to.deep.equal([reasonWith(status, isNamed ? code : 'unknown')]);
        }
        expect(await listing(store)).to.deep.include({ name: 'ListBroken', fault: status === 400 ? unavailable : shutOut });
        expect(reasons).to.deep.equal([reasonWith(status, code)]);
        store.close();
      }));
  }

  it('when the clocks differ', () =>
    withStandIn({ ...strict, clock: () => Date.now() - 3_600_000 }, patient, async ({ options }) => {
      const reasons: UnavailableReason[] = [];
      const store = createS3BlobStore({ ...options, onUnavailable: (each) => reasons.push(each) });
      expect(errorOf(await store.check())).to.deep.equal(unavailable);
      expect(reasons).to.deep.equal([reasonWith(403, 'RequestTimeTooSkewed')]);
      store.close();
    }));

  it('when a body breaks off for good', () => {
    const reasons: UnavailableReason[] = [];
    return withStandIn(strict, { ...patient, onUnavailable: (each) => reasons.push(each) }, async ({ store, server }) => {
      await writeAll(store, from, big.bytes);
      await server.inject({ kind: 'truncated_body' }, { operations: ['GetObject'] });
      for (const span of [undefined, { first: 5, last: 11 * MIB }]) {
        const reading = valueOf(await store.read(from, span));
        const fault: unknown = await (reading.fill ?? expect.fail('the store fills memory'))(Buffer.alloc(12 * MIB)).then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        expect(fault).to.have.property('name', 'BlobReadBroken');
        expect(reasons.splice(0)).to.deep.equal([{ code: 'broken', message: 'the bucket did not answer (broken)' }]);
      }
    });
  });
});
