import type { Ports } from '@svc/core';
import { type ObjectKey, stagingGraceMs, trusted } from '@svc/core/model';
import type { BlobStore } from '@svc/core/ports';
import { createFaultyBlobStore, createMemoryBlobStore, type FaultyBlobStore } from '@svc/core/memory';
import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { type Answer, listAt, send, textAt, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import { sha256, type TestUser, type World } from '../support/world.js';

const limit = 1024;
const partBytes = 512;

/** Bytes of which no two parts are equal. */
const sample = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, at) => (at * 31 + (at >> 8)) & 0xff));

interface PartUrl {
  readonly part_number: number;
  readonly size: number;
  readonly upload_url: string;
  readonly expires_in: number;
}

const numberAt = (json: unknown, path: string): number => {
  const value = valueAt(json, path);
  if (typeof value !== 'number') throw new Error(`no number at ${path} in ${JSON.stringify(json)}`);
  return value;
};

const partsIn = ({ json }: Answer): readonly PartUrl[] =>
  listAt(json, 'parts').map((part) => ({
    part_number: numberAt(part, 'part_number'),
    size: numberAt(part, 'size'),
    upload_url: textAt(part, 'upload_url'),
    expires_in: numberAt(part, 'expires_in'),
  }));

describe('multipart uploads', () => {
  let service: TestService;
  let blobs: FaultyBlobStore;
  let world: World;
  let owner: TestUser;
  let repository: string;
  let session: string;
  beforeEach(async () => {
    const limited = ({ settings }: Ports): BlobStore =>
      createMemoryBlobStore({ ...settings, maxSinglePutBytes: limit, parts: { maxPartBytes: partBytes } });
    const acme = await startAcme({
      ports: (ports) => {
        blobs = createFaultyBlobStore(limited(ports));
        return { ...ports, blobs };
      },
    });
    ({ service, world, owner } = acme);
    repository = await world.repository(owner, acme.organization, { name: 'Models' });
    session = textAt((await call('POST', '/uploads', {})).json, 'session.id');
  });
  afterEach(() => service.close());

  const call = (method: string, suffix: string, body?: unknown): Promise<Answer> =>
    world.call(method, `/repositories/${repository}${suffix}`, { token: owner.token, ...(body !== undefined && { body }) });
  const authorize = (...objects: readonly { oid: string; size: number }[]): Promise<Answer> =>
    call('POST', `/uploads/${session}/objects`, { objects });
  const objectPath = (bytes: Buffer): string => `/uploads/${session}/objects/${sha256(bytes)}`;
  const presign = (bytes: Buffer, ...part_numbers: readonly number[]): Promise<Answer> =>
    call('POST', `${objectPath(bytes)}/parts`, { part_numbers });
  const list = (bytes: Buffer): Promise<Answer> => call('GET', `${objectPath(bytes)}/parts`);
  const complete = (bytes: Buffer): Promise<Answer> => call('POST', `${objectPath(bytes)}/complete`, { size: bytes.byteLength });
  const finalize = (): Promise<Answer> => call('POST', `/uploads/${session}/finalize`);
  const put = (url: string, body: Uint8Array): Promise<Answer> => {
    const { pathname, search } = new URL(url);
    return send(service.baseUrl, 'PUT', pathname + search, { body });
  };
  const pieceOf = (bytes: Buffer, { part_number, size }: PartUrl): Buffer => {
    const from = (part_number - 1) * partBytes;
    return bytes.subarray(from, from + size);
  };
  /** Sends the parts of `sent` as those of the object `named`. */
  const sendParts = async (named: Buffer, sent: Buffer, ...numbers: readonly number[]): Promise<void> => {
    for (const part of partsIn(await presign(named, ...numbers))) {
      expect((await put(part.upload_url, pieceOf(sent, part))).status, `part ${part.part_number}`).to.equal(200);
    }
  };
  const begin = async (bytes: Buffer): Promise<void> => {
    expect((await authorize({ oid: sha256(bytes), size: bytes.byteLength })).status).to.equal(200);
  };
  const reasonOf = ({ status, json }: Answer): unknown => [status, valueAt(json, 'error.details.reason')];
  const download = async (bytes: Buffer): Promise<Answer> => {
    const { json } = await call('POST', '/downloads/authorize', { objects: [{ oid: sha256(bytes) }] });
    if (valueAt(json, 'objects.0.download_url') === undefined) throw new Error('it is not visible');
    const { pathname, search } = new URL(textAt(json, 'objects.0.download_url'));
    return send(service.baseUrl, 'GET', pathname + search);
  };
  const stored = async (): Promise<readonly string[]> => {
    const keys: string[] = [];
    for await (const { key } of blobs.list(trusted<ObjectKey>('repositories'))) keys.push(key);
    return keys;
  };
  const isVisible = async (bytes: Buffer): Promise<boolean> => {
    const { json } = await call('POST', '/downloads/authorize', { objects: [{ oid: sha256(bytes) }] });
    return valueAt(json, 'objects.0.download_url') !== undefined;
  };

  it('walk from authorize to finalize, and give the bytes back', async () => {
    const bytes = sample(3 * partBytes + 7);
    const oid = sha256(bytes);
    const authorized = await authorize({ oid, size: bytes.byteLength });
    expect(authorized.json).to.deep.equal({
      objects: [
        {
          oid,
          size: 1543,
          storage_key: `repositories/${repository}/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`,
          parts: { part_size: 512, count: 4 },
        },
      ],
    });
    expect((await list(bytes)).json).to.deep.equal({ part_size: 512, count: 4, uploaded: [] });
    expect(reasonOf(await complete(bytes))).to.deep.equal([409, 'not_uploaded']);

    const presigned = await presign(bytes, 4, 2, 4);
    expect(partsIn(presigned).map(({ part_number, size, expires_in }) => [part_number, size, expires_in])).to.deep.equal([
      [4, 7, 900],
      [2, 512, 900],
    ]);
    await sendParts(bytes, bytes, 4, 2);
    expect((await list(bytes)).json).to.deep.equal({
      part_size: 512,
      count: 4,
      uploaded: [
        { part_number: 2, size: 512 },
        { part_number: 4, size: 7 },
      ],
    });
    expect(reasonOf(await complete(bytes))).to.deep.equal([409, 'not_uploaded']);
    await sendParts(bytes, bytes, 1, 3);
    for (let round = 0; round < 2; round += 1) expect((await complete(bytes)).status).to.equal(204);
    expect(valueAt((await list(bytes)).json, 'uploaded')).to.have.length(4);
    expect(reasonOf(await presign(bytes, 1))).to.deep.equal([409, 'object_completed']);
    expect(await isVisible(bytes)).to.equal(false);
    const { json } = await finalize();
    expect(valueAt(json, 'session')).to.include({ status: 'FINALIZED', uploaded_objects: 1, uploaded_bytes: 1543 });
    expect((await download(bytes)).bytes.equals(bytes)).to.equal(true);
    expect(reasonOf(await list(bytes))).to.deep.equal([409, 'session_finalized']);
    expect(reasonOf(await presign(bytes, 1))).to.deep.equal([409, 'session_finalized']);
  });

  it('are for objects above the limit alone: exactly the limit has a URL, and its parts are refused', async () => {
    const [small, large] = [sample(limit), sample(limit + 1)];
    const { json } = await authorize({ oid: sha256(small), size: limit }, { oid: sha256(large), size: limit + 1 });
    expect(valueAt(json, 'objects.0')).to.have.property('upload_url');
    expect(valueAt(json, 'objects.0')).not.to.have.property('parts');
    expect(valueAt(json, 'objects.1.parts')).to.deep.equal({ part_size: 512, count: 3 });
    expect(valueAt(json, 'objects.1')).not.to.have.any.keys('upload_url', 'expires_in');
    for (const answer of [await presign(small, 1), await list(small)]) {
      expect([answer.status, valueAt(answer.json, 'error.details')]).to.deep.equal([
        400,
        { field: 'oid', problem: 'unsupported', reason: 'no_parts' },
      ]);
      expect(textAt(answer.json, 'error.message')).to.contain('one PUT');
    }
    expect((await put(textAt(json, 'objects.0.upload_url'), small)).status).to.equal(200);
    await sendParts(large, large, 1, 2, 3);
    expect([(await complete(small)).status, (await complete(large)).status]).to.deep.equal([204, 204]);
  });

  it('have parts from 1 to their count, at most 1000 in a call, of an object of this session', async () => {
    const bytes = sample(limit + 1);
    await begin(bytes);
    for (const [numbers, problem] of [
      [[4], 'out_of_range'],
      [[1, 4], 'out_of_range'],
    ] as const) {
      const { status, json } = await presign(bytes, ...numbers);
      expect([status, valueAt(json, 'error.details')]).to.deep.equal([400, { field: 'part_numbers', problem }]);
    }
    for (const numbers of [[0], [-1], [1.5], [], Array.from({ length: 1001 }, (_, at) => at + 1)]) {
      expect((await presign(bytes, ...numbers)).status, String(numbers.slice(0, 2))).to.equal(400);
    }
    const stranger = sample(2000);
    expect([(await presign(stranger, 1)).status, (await list(stranger)).status]).to.deep.equal([404, 404]);
  });

  it('take exactly the length of each part', async () => {
    const bytes = sample(limit + 1);
    await begin(bytes);
    const [first, last] = partsIn(await presign(bytes, 1, 3));
    if (first === undefined || last === undefined) throw new Error('two parts were asked for');
    expect((await put(first.upload_url, bytes.subarray(0, 511))).status).to.equal(400);
    expect((await put(first.upload_url, bytes.subarray(0, 513))).status).to.equal(400);
    expect((await put(last.upload_url, bytes.subarray(0, 512))).status).to.equal(400);
    expect(valueAt((await list(bytes)).json, 'uploaded')).to.deep.equal([]);
  });

  it('with wrong bytes in one part answer 409, show nothing, and begin anew with the right ones', async () => {
    const bytes = sample(limit + 100);
    const wrong = Buffer.from(bytes);
    wrong[600] = (wrong[600] ?? 0) ^ 1;
    await begin(bytes);
    await sendParts(bytes, wrong, 1, 2, 3);
    for (let round = 0; round < 2; round += 1) expect(reasonOf(await complete(bytes))).to.deep.equal([409, 'checksum_mismatch']);
    expect(await isVisible(bytes)).to.equal(false);
    expect((await list(bytes)).json).to.deep.equal({ part_size: 512, count: 3, uploaded: [] });
    await sendParts(bytes, bytes, 2);
    expect(reasonOf(await complete(bytes))).to.deep.equal([409, 'not_uploaded']);
    await sendParts(bytes, bytes, 1, 3);
    expect((await complete(bytes)).status).to.equal(204);
    await finalize();
    expect((await download(bytes)).bytes.equals(bytes)).to.equal(true);
  });

  it('may have a part sent again: the last bytes count', async () => {
    const bytes = sample(limit + 100);
    await begin(bytes);
    await sendParts(bytes, sample(4000).subarray(1000), 1, 2, 3);
    await sendParts(bytes, bytes, 3, 2, 1);
    expect((await complete(bytes)).status).to.equal(204);
  });

  for (const fault of [
    { call: 'parts.complete', when: 'before' },
    { call: 'parts.complete', when: 'after' },
    { call: 'promote', when: 'before' },
    { call: 'promote', when: 'after' },
  ] as const) {
    it(`are complete at the second call when the store falls silent ${fault.when} ${fault.call}`, async () => {
      const bytes = sample(limit + 100);
      await begin(bytes);
      await sendParts(bytes, bytes, 1, 2, 3);
      blobs.failNext(fault);
      const failed = await complete(bytes);
      expect([failed.status, failed.headers['retry-after']]).to.deep.equal([503, '1']);
      const { json } = await list(bytes);
      expect(valueAt(json, 'uploaded'), 'all parts are still there, in parts or as a whole').to.have.length(3);
      expect((await complete(bytes)).status).to.equal(204);
      await finalize();
      expect((await download(bytes)).bytes.equals(bytes)).to.equal(true);
    });
  }

  it('are reserved in the quota once, and stand in usage once', async () => {
    const bytes = sample(limit + 100);
    await begin(bytes);
    await begin(bytes);
    await sendParts(bytes, bytes, 1, 2, 3);
    const answers = await Promise.all(Array.from({ length: 8 }, () => complete(bytes)));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array.from({ length: 8 }, () => 204));
    await finalize();
    expect(valueAt((await call('GET', '/usage')).json, 'usage')).to.include({ object_count: 1, uploaded_bytes: limit + 100 });
  });

  it('begun by several at once are one upload in the store', async () => {
    const bytes = sample(limit + 100);
    await begin(bytes);
    const presigned = await Promise.all(Array.from({ length: 8 }, () => presign(bytes, 1)));
    const paths = new Set(presigned.map((answer) => new URL(partsIn(answer)[0]?.upload_url ?? '').pathname));
    expect(paths.size).to.equal(1);
    await sendParts(bytes, bytes, 1, 2, 3);
    expect((await complete(bytes)).status).to.equal(204);
  });

  it('move the end of their session on while parts are asked for, to seven days at most', async () => {
    const hour = 3_600_000;
    const bytes = sample(limit + 100);
    await begin(bytes);
    for (let hours = 0; hours < 7 * 24 - 5; hours += 5) {
      expect((await presign(bytes, 1)).status, `after ${hours} hours`).to.equal(200);
      service.clock.advance(5 * hour);
    }
    service.clock.advance(5 * hour);
    expect(reasonOf(await presign(bytes, 1))).to.deep.equal([409, 'session_expired']);
    expect(reasonOf(await list(bytes))).to.deep.equal([409, 'session_expired']);
  });

  it('leave the six hours of a session alone in which nothing comes in parts', async () => {
    await begin(sample(10));
    await begin(sample(limit + 1));
    service.clock.advance(6 * 3_600_000);
    expect(reasonOf(await complete(sample(10)))).to.deep.equal([409, 'session_expired']);
  });

  it('that no client completes are swept with their session, parts and all', async () => {
    const bytes = sample(limit + 100);
    await begin(bytes);
    await sendParts(bytes, bytes, 1, 2);
    const [late] = partsIn(await presign(bytes, 3));
    service.clock.advance(6 * 3_600_000);
    (await service.application.maintenance.sweep())._unsafeUnwrap();
    expect((await stored()).length, 'as long as a URL may be in use').to.equal(2);
    service.clock.advance(stagingGraceMs);
    blobs.failNext({ call: 'parts.abort', when: 'before' });
    expect((await service.application.maintenance.sweep()).isErr()).to.equal(true);
    service.clock.advance(stagingGraceMs);
    expect((await service.application.maintenance.sweep())._unsafeUnwrap().sweptSessions).to.equal(1);
    expect(await stored()).to.deep.equal([]);
    expect((await put(late?.upload_url ?? '', bytes.subarray(1024))).status).to.equal(403);
  });
});
