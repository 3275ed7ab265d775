import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { isObjectKey } from '@svc/core/model';
import { expect } from 'chai';
import { okAsync } from 'neverthrow';
import { startAcme } from '../support/acme.js';
import { type ChunkedObject, chunkedObject } from '../support/chunked-object.js';
import { sendRaw } from '../support/raw-request.js';
import { type Answer, send, textAt, type TestRequest, valueAt } from '../support/request.js';
import type { TestService, TestServiceOptions } from '../support/service.js';
import { sha256, type TestUser, type World } from '../support/world.js';

const lfsType = 'application/vnd.git-lfs+json';
const bytesOf = (length: number, salt: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 31 + salt + (at >> 8)) % 251));

describe('finalizing the chunk tree', () => {
  let service: TestService;
  let world: World;
  let owner: TestUser;
  let repository: string;
  const content = bytesOf(20_000, 1);
  const object = chunkedObject(content);

  const begin = async (options: TestServiceOptions = {}): Promise<void> => {
    const acme = await startAcme(options);
    ({ service, world, owner } = acme);
    repository = await world.repository(owner, acme.organization, { name: 'Models' });
  };
  beforeEach(() => begin());
  afterEach(() => service.close());

  const call = (method: string, path: string, request: TestRequest = {}): Promise<Answer> =>
    world.call(method, `/repositories/${repository}${path}`, { token: owner.token, ...request });
  const finalize = (body: unknown, headers: TestRequest['headers'] = {}): Promise<Answer> =>
    call('POST', '/lfs/finalize', { body, headers });
  const sendFiles = async (...files: readonly { path: string; bytes: Uint8Array }[]): Promise<void> => {
    for (const { path, bytes } of files) expect((await call('PUT', `/lfs/${path}`, { body: bytes })).status).to.equal(201);
  };
  const push = async (pushed: ChunkedObject): Promise<Answer> => {
    await sendFiles(pushed.pack, pushed.map, pushed.manifest);
    return finalize({ objects: [{ oid: pushed.oid, size: pushed.size }] });
  };
  const downloadUrl = async (oid: string): Promise<string> => {
    const { json } = await call('POST', '/downloads/authorize', { body: { objects: [{ oid }] } });
    const { pathname, search } = new URL(textAt(json, 'objects.0.download_url'));
    return pathname + search;
  };
  const refused = async (status: number, reason: string, body: unknown): Promise<void> => {
    const answer = await finalize(body);
    expect([answer.status, valueAt(answer.json, 'error.details.reason')]).to.deep.equal([status, reason]);
    expect(valueAt(answer.json, 'error.details.oid')).to.equal(object.oid);
    expect(textAt(answer.json, 'message')).to.equal(textAt(answer.json, 'error.message'));
  };

  it('takes chunk maps and manifests along, in base64, with either media type', async () => {
    const enclosed = ({ map, manifest }: ChunkedObject) =>
      [map, manifest].map(({ path, bytes }) => ({ path, content: Buffer.from(bytes).toString('base64') }));
    const other = chunkedObject(bytesOf(10_000, 2));
    await sendFiles(object.pack, other.pack);
    const answer = await finalize({ objects: [{ oid: object.oid, size: object.size }], files: enclosed(object) });
    expect([answer.status, answer.json]).to.deep.equal([200, { generation: 1, objects: 1 }]);
    const lfs = await finalize(
      { objects: [{ oid: other.oid, size: other.size }], files: enclosed(other).map((file) => ({ ...file, unknown: 1 })) },
      { 'content-type': lfsType },
    );
    expect([lfs.status, lfs.json]).to.deep.equal([200, { generation: 2, objects: 1 }]);
    for (const { oid, content: bytes } of [
      { oid: object.oid, content },
      { oid: other.oid, content: bytesOf(10_000, 2) },
    ]) {
      expect((await send(service.baseUrl, 'GET', await downloadUrl(oid))).bytes.equals(bytes)).to.equal(true);
    }
  });

  it('names what is wrong with a file that comes along', async () => {
    const { path } = object.map;
    const wrong = [
      [{ path, content: 'not base64!' }, 'files.0.content', 'malformed'],
      [{ path, content: 'AAAA' }, 'files.0.content', 'contradictory'],
      [{ path: '../x', content: '' }, 'files.0.path', 'malformed'],
      [{ path: 'meta/notes.txt', content: '' }, 'files.0.path', 'unsupported'],
      [{ path: object.pack.path, content: '' }, 'files.0.path', 'unsupported'],
      [{ path }, 'files.0.content', 'missing'],
      [{ path, content: '', more: 1 }, 'files.0.more', 'unknown'],
    ] as const;
    for (const [file, field, problem] of wrong) {
      const answer = await finalize({ objects: [], files: [file] });
      expect([answer.status, valueAt(answer.json, 'error.details')]).to.deep.equal([400, { field, problem }]);
    }
    const { status, json } = await finalize({ objects: [], files: Array.from({ length: 2001 }, () => ({ path, content: '' })) });
    expect([status, valueAt(json, 'error.details')]).to.deep.equal([400, { field: 'files', problem: 'out_of_range' }]);
  });

  it('makes an object visible to every path, byte for byte', async () => {
    const answer = await push(object);
    expect([answer.status, answer.json]).to.deep.equal([200, { generation: 1, objects: 1 }]);
    const listed = await call('GET', '/objects');
    expect(valueAt(listed.json, 'objects.0')).to.include({ oid: object.oid, size: object.size });

    const url = await downloadUrl(object.oid);
    const whole = await send(service.baseUrl, 'GET', url);
    expect([whole.status, whole.headers.etag, whole.headers['accept-ranges']]).to.deep.equal([200, `"${object.oid}"`, 'bytes']);
    expect(whole.bytes.equals(content)).to.equal(true);
    const probe = await send(service.baseUrl, 'HEAD', url);
    expect([probe.status, probe.headers['content-length']]).to.deep.equal([200, String(object.size)]);
    for (const [first, last] of [
      [0, 0],
      [1000, 1100],
      [1023, 1024],
      [19_000, 19_999],
      [0, 19_999],
    ] as const) {
      const part = await send(service.baseUrl, 'GET', url, { headers: { range: `bytes=${first}-${last}` } });
      expect([part.status, part.headers['content-range']]).to.deep.equal([206, `bytes ${first}-${last}/${object.size}`]);
      expect(part.bytes.equals(content.subarray(first, last + 1)), `${first}-${last}`).to.equal(true);
    }
    const outside = await send(service.baseUrl, 'GET', url, { headers: { range: 'bytes=20000-' } });
    expect(outside.status).to.equal(416);

    const objects = [{ oid: object.oid, size: object.size }];
    const batch = await call('POST', '/lfs/objects/batch', { body: { operation: 'download', objects } });
    const href = new URL(textAt(batch.json, 'objects.0.actions.download.href'));
    const viaLfs = await send(service.baseUrl, 'GET', href.pathname + href.search);
    expect(viaLfs.bytes.equals(content)).to.equal(true);
    const again = await call('POST', '/lfs/objects/batch', { body: { operation: 'upload', objects } });
    expect(valueAt(again.json, 'objects.0.actions')).to.equal(undefined);
  });

  it('answers the present generation when there is nothing new', async () => {
    await push(object);
    expect((await push(object)).json).to.deep.equal({ generation: 1, objects: 1 });
    expect((await finalize({ objects: [] })).json).to.deep.equal({ generation: 1, objects: 0 });
    expect((await push(chunkedObject(bytesOf(5000, 2)))).json).to.deep.equal({ generation: 2, objects: 1 });
  });

  it('skips entries without an oid, and takes no word of what clients say of themselves', async () => {
    await sendFiles(object.pack, object.map, object.manifest);
    const objects = [
      { oid: '', size: 0 },
      { oid: object.oid, size: object.size, physical: 1, chunks: 1_000_000 },
      { oid: '', size: 7, physical: 0, chunks: 0 },
      { oid: '' },
      { oid: '', size: -1.5, physical: null, chunks: 'many', unknown: 1 },
    ];
    expect((await finalize({ objects })).json).to.deep.equal({ generation: 1, objects: 1 });
    const usage = valueAt((await call('GET', '/usage')).json, 'usage');
    expect(usage).to.include({ object_count: 1, logical_bytes: object.size });
    expect(valueAt(usage, 'physical_bytes')).to.be.greaterThan(1000);
  });

  it('records the stats of a push', async () => {
    const stats = {
      kind: 'push',
      duration_ms: 1234.5,
      ingest_ms: 1,
      mirror_ms: 2,
      logical_bytes: 3,
      stored_bytes: 4,
      object_count: 5,
      chunk_count: 6,
      new_chunks: 7,
      reused_chunks: 8,
      files_put: 9,
      files_skipped: 10,
    };
    await sendFiles(object.pack, object.map, object.manifest);
    expect((await finalize({ objects: [{ oid: object.oid, size: object.size }], stats })).status).to.equal(200);
    const { json } = await call('GET', '/transfers?kind=push');
    expect(valueAt(json, 'transfers.0')).to.include({ ...stats, duration_ms: 1235 });
    expect(valueAt((await call('GET', '/transfers?kind=pull')).json, 'transfers')).to.deep.equal([]);
  });

  it('tells what is missing or wrong by its reason, and makes nothing visible', async () => {
    const named = { objects: [{ oid: object.oid, size: object.size }] };
    await refused(409, 'not_uploaded', named);
    await sendFiles(object.manifest);
    await refused(409, 'not_uploaded', named);
    await sendFiles(object.map);
    await refused(409, 'not_uploaded', named);
    const missing = valueAt((await finalize(named)).json, 'error.details.pack');
    expect(missing).to.equal(object.pack.path.replace('chunks/packs/', ''));
    await sendFiles(object.pack);
    await refused(409, 'size_mismatch', { objects: [{ oid: object.oid, size: object.size + 1 }] });
    await sendFiles({ path: object.manifest.path, bytes: Buffer.from('{"version":1}') });
    await refused(409, 'manifest_invalid', named);
    expect(valueAt((await finalize(named)).json, 'error.details.problem')).to.equal('missing_member');
    // All parts are good, and make up an object that is another one.
    const other = chunkedObject(bytesOf(20_000, 3));
    await sendFiles(other.pack, other.map);
    const renamed = Buffer.from(other.manifest.bytes).toString().replace(other.oid, object.oid);
    await sendFiles({ path: object.manifest.path, bytes: Buffer.from(renamed) });
    await refused(409, 'checksum_mismatch', named);
    // Bytes that another name stands for.
    const noPack = chunkedObject(bytesOf(3000, 4));
    const [zeros, broken] = [Buffer.alloc(100), noPack.pack.path];
    expect((await call('PUT', `/lfs/${broken}`, { body: zeros })).status).to.equal(400);
    expect(valueAt((await call('GET', '/objects')).json, 'objects')).to.deep.equal([]);
    await sendFiles(object.manifest);
    expect((await finalize(named)).json).to.deep.equal({ generation: 1, objects: 1 });
  });

  it('says what breaks the format of a pack that is what its name says, and to make another one', async () => {
    const noPack = chunkedObject(bytesOf(3000, 4), 1024, Buffer.alloc(100));
    const pack = noPack.pack.path.replace('chunks/packs/', '');
    const { status, json } = await push(noPack);
    expect(status).to.equal(409);
    const details = { reason: 'pack_invalid', oid: noPack.oid, pack, problem: 'wrong_end_magic' };
    expect(valueAt(json, 'error.details')).to.deep.equal(details);
    const sentence =
      'A pack that the object needs breaks the format, or a chunk in it is not what its name says: make another pack (wrong_end_magic).';
    expect(textAt(json, 'message')).to.equal(sentence);
  });

  it('says of a pack that has changed in the store that it is damaged, and takes it again', async () => {
    await sendFiles(object.pack, object.map, object.manifest);
    const key = `repositories/${repository}/cas/${object.pack.path}`;
    if (!isObjectKey(key)) throw new Error(`${key} is no key`);
    const changed = Buffer.from(object.pack.bytes).fill(7, 100, 200);
    (await service.ports.blobs.write(key, Readable.from([changed]), changed.byteLength))._unsafeUnwrap();
    const named = { objects: [{ oid: object.oid, size: object.size }] };
    const { status, json } = await finalize(named);
    expect([status, valueAt(json, 'error.details.problem')]).to.deep.equal([409, 'damaged']);
    expect(textAt(json, 'message')).to.equal('A pack that the object needs is damaged: upload it again.');
    await sendFiles(object.pack);
    expect((await finalize(named)).status).to.equal(200);
  });

  it('calls an object what the client calls it, which says its type', async () => {
    await sendFiles(object.pack, object.map, object.manifest);
    const named = { oid: object.oid, size: object.size, name: 'models/weights.safetensors' };
    expect((await finalize({ objects: [named] })).status).to.equal(200);
    const shown = async () => valueAt((await call('GET', `/artifacts/${object.oid}`)).json, 'artifact');
    expect(await shown()).to.include({ name: 'models/weights.safetensors', type: 'model' });
    expect((await finalize({ objects: [{ ...named, name: 'renamed.csv' }] })).status).to.equal(200);
    expect(await shown(), 'its first name stays').to.include({ name: 'models/weights.safetensors', type: 'model' });
  });

  it('refuses bodies that are none', async () => {
    const good = { oid: object.oid, size: object.size };
    const bodies = [
      '',
      '{',
      '[]',
      {},
      { objects: null },
      { objects: {} },
      { objects: [1] },
      { objects: [{ oid: 'nonsense', size: 1 }] },
      { objects: [{ oid: object.oid.toUpperCase(), size: 1 }] },
      { objects: [{ oid: object.oid }] },
      { objects: [{ ...good, size: -1 }] },
      { objects: [{ ...good, size: 1.5 }] },
      { objects: [{ ...good, size: '1' }] },
      { objects: [{ ...good, size: 2 ** 53 }] },
      { objects: [{ ...good, unknown: 1 }] },
      { objects: [{ ...good, physical: -1 }] },
      { objects: [{ ...good, name: '' }] },
      { objects: [{ ...good, name: 'two\nlines' }] },
      { objects: [{ ...good, name: 'x'.repeat(1025) }] },
      { objects: [good], unknown: 1 },
      { objects: [good], stats: { duration_ms: -1 } },
      { objects: [good], stats: { duration_ms: 'x' } },
      { objects: [good], stats: { unknown: 1 } },
      { objects: [good], stats: { kind: 'pull' } },
      { objects: [good, { ...good, size: good.size + 1 }] },
      { objects: Array.from({ length: 1001 }, (_, at) => ({ oid: sha256(`${at}`), size: 1 })) },
    ];
    for (const body of bodies) expect((await finalize(body)).status, JSON.stringify(body).slice(0, 100)).to.equal(400);
    expect((await finalize(`{"objects":[${' '.repeat(1024 * 1024)}]}`)).status).to.equal(413);
    expect((await finalize({ objects: [] }, { 'content-type': 'text/plain' })).status).to.equal(400);
    const misspelt = await finalize({ objects: [{ oid: '' }, { ...good, size: -1 }] });
    expect(textAt(misspelt.json, 'error.details.field')).to.equal('objects.1.size');
    const lenient = { objects: [{ oid: '', size: 0, unknown: 1 }], stats: { unknown: 1 }, unknown: 1 };
    const taken = await finalize(lenient, { 'content-type': lfsType, accept: lfsType });
    expect([taken.status, taken.headers['content-type']]).to.deep.equal([200, 'application/json']);
  });

  it('names the objects that are verified later', async () => {
    await service.close();
    await begin({
      application: (application) => ({
        ...application,
        tree: {
          ...application.tree,
          finalize: (_grant, { objects }) => okAsync({ generation: 7, objects: 0, pending: objects.map(({ oid }) => oid) }),
        },
      }),
    });
    const answer = await finalize({ objects: [{ oid: object.oid, size: object.size }] });
    expect(answer.json).to.deep.equal({ generation: 7, objects: 0, pending: [object.oid] });
  });

  it('may take its time: no idle limit of an earlier transfer on the connection is left', async () => {
    await service.close();
    const sockets = new Set<Socket>();
    const limits: (number | undefined)[] = [];
    await begin({
      application: (application) => ({
        ...application,
        tree: {
          ...application.tree,
          finalize: (grant, command) => {
            limits.push(...[...sockets].map((socket) => socket.timeout));
            return application.tree.finalize(grant, command);
          },
        },
      }),
    });
    service.server.on('request', ({ socket }: IncomingMessage) => sockets.add(socket));
    await sendFiles({ path: 'meta/a', bytes: Buffer.from('x') });
    expect((await call('GET', '/lfs/meta/a')).status).to.equal(200);
    expect((await finalize({ objects: [] })).status).to.equal(200);
    expect(sockets.size).to.equal(1);
    expect(limits).to.deep.equal([0]);
    expect(service.server.requestTimeout).to.equal(0);
  });
});

describe('a chunk that has changed in the store', () => {
  it('breaks the download off: nothing wrong is delivered, and nothing looks complete', async () => {
    const { service, world, owner, organization } = await startAcme();
    const { token } = owner;
    const repository = await world.repository(owner, organization, { name: 'Models' });
    const content = bytesOf(2_000_000, 5);
    const object = chunkedObject(content, 100_000);
    const lfs = `/repositories/${repository}/lfs`;
    for (const { path, bytes } of [object.pack, object.map, object.manifest]) {
      expect((await world.call('PUT', `${lfs}/${path}`, { token, body: bytes })).status).to.equal(201);
    }
    const objects = [{ oid: object.oid, size: object.size }];
    expect((await world.call('POST', `${lfs}/finalize`, { token, body: { objects } })).status).to.equal(200);
    const authorized = await world.call('POST', `/repositories/${repository}/downloads/authorize`, {
      token,
      body: { objects: [{ oid: object.oid }] },
    });
    const url = new URL(textAt(authorized.json, 'objects.0.download_url'));

    const request = (range: string): string =>
      `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${range}\r\n`;
    const key = `repositories/${repository}/cas/${object.pack.path}`;
    if (!isObjectKey(key)) throw new Error(`${key} is no key`);

    const flip = async (flippedAt: number): Promise<void> => {
      const changed = Buffer.from(object.pack.bytes);
      changed[flippedAt] = (changed[flippedAt] ?? 0) ^ 1;
      (await service.ports.blobs.write(key, Readable.from([changed]), changed.byteLength))._unsafeUnwrap();
    };
    /** What nobody may count on any more is known as that soon; who sends it again heals it. */
    const untilNoted = async (): Promise<void> => {
      while ((await sendRaw(service.port, request('Range: bytes=500010-500020\r\n'))).status !== 404) await sleep(5);
    };
    const heal = async (): Promise<void> => {
      expect((await world.call('PUT', `${lfs}/${object.pack.path}`, { token, body: object.pack.bytes })).status).to.equal(201);
      expect((await world.call('POST', `${lfs}/finalize`, { token, body: { objects } })).status).to.equal(200);
    };

    for (const flippedAt of [8, 1_000_000, 1_999_999]) {
      await flip(flippedAt);
      const elsewhere = await sendRaw(service.port, request('Range: bytes=500010-500020\r\n'));
      expect(elsewhere.status).to.equal(206);
      expect(Buffer.from(elsewhere.body, 'latin1').equals(content.subarray(500_010, 500_021))).to.equal(true);

      const answer = await sendRaw(service.port, request(''));
      const delivered = Buffer.from(answer.body, 'latin1');
      expect(answer.head, `${flippedAt}`).not.to.match(/transfer-encoding/i);
      if (answer.status === 200) {
        expect(answer.head).to.include(`Content-Length: ${object.size}`);
        expect(delivered.byteLength, `${flippedAt}`).to.be.lessThan(object.size);
        expect(delivered.equals(content.subarray(0, delivered.byteLength)), `${flippedAt}`).to.equal(true);
      } else {
        // Nothing at all had been sent yet.
        expect(answer.status).to.be.oneOf([0, 404]);
      }
      expect(service.faults.splice(0)).to.have.length(1);
      await untilNoted();
      await heal();

      await flip(flippedAt);
      const chunkAt = Math.min(Math.floor((flippedAt - 8) / 100_000), 19) * 100_000;
      const inside = await sendRaw(service.port, request(`Range: bytes=${chunkAt + 10}-${chunkAt + 20}\r\n`));
      expect(inside.status, `${flippedAt}`).to.equal(404);
      expect(inside.body).to.include('"reason":"damaged"');
      expect(service.faults.splice(0)).to.have.length(1);
      await untilNoted();
      await heal();
    }
    expect((await sendRaw(service.port, request(''))).body).to.have.length(object.size);
    await service.close();
  });
});
