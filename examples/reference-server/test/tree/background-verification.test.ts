import { createNodeCodec } from '@svc/codec-node';
import { isOid } from '@svc/core';
import { encodeManifest } from '@svc/core/packs';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { type ByteServerProcess, startByteServerProcess } from '../bytes/byte-server.js';
import { expectStatus, read } from '../client/exchange.js';
import type { RepositoryClient } from '../client/repository-client.js';
import { downloadsAnswer } from '../client/wire.js';
import { countIn } from '../webhooks/heard.js';
import { createTreeClient, type TreeClient } from './tree-client.js';
import { mapOf, treeObjectOf, type TreeObject } from './tree-object.js';

const MIB = 1024 * 1024;
/** More than is verified while a client waits. */
const chunkCount = 4096 + 1;

/** Many times the same 1 MiB: an object that is large, and yet small to send. */
const largeObject = async (): Promise<Omit<TreeObject, 'bytes'>> => {
  const codec = await createNodeCodec();
  const piece = Buffer.alloc(MIB, 'the same again ');
  const { packs, chunks } = treeObjectOf(codec, piece, 64 * MIB, 'fixed-1m');
  const hash = createHash('sha256');
  for (let at = 0; at < chunkCount; at += 1) hash.update(piece);
  const oid = hash.digest('hex');
  if (!isOid(oid)) throw new Error(`${oid} is no oid`);
  const size = chunkCount * MIB;
  const repeated = (count: number) => mapOf(codec, Array.from({ length: count }, () => chunks).flat());
  const maps = [repeated(4096), repeated(chunkCount - 4096)];
  const manifest = encodeManifest({ oid, sizeBytes: size, profile: 'fixed-1m', maps: maps.map(({ entry }) => entry) });
  return {
    oid,
    size,
    packs,
    maps: maps.map(({ file }) => file),
    manifest: { path: `assets/${oid}/manifest.json`, bytes: manifest },
    chunks,
  };
};

describe('an object that is too large to be verified while its client waits', () => {
  let bytes: ByteServerProcess;
  let repository: RepositoryClient;
  let tree: TreeClient;
  let object: Awaited<ReturnType<typeof largeObject>>;
  before(async () => {
    bytes = await startByteServerProcess();
    repository = await bytes.newRepository();
    tree = createTreeClient(repository, bytes.server.baseUrl, bytes.server.adminToken);
    object = await largeObject();
  });
  after(() => bytes.close());

  it('is put off, and shown to nobody', async () => {
    expect(await tree.push(object)).to.deep.equal({ generation: 0, objects: 0, pending: [object.oid] });
    expect(await tree.push(object)).to.deep.equal({ generation: 0, objects: 0, pending: [object.oid] });
    expect(await repository.objects()).to.deep.equal([]);
    expect(await repository.download(object.oid)).to.equal(undefined);
  });

  it('becomes visible by itself, even when the server is killed in the middle of the verification', async () => {
    const { place } = bytes.server;
    const attempts = async (): Promise<number> => countIn(place, 'select sum(attempts) as n from pending_verifications');
    await waitUntil('it is being verified', async () => (await attempts()) === 1);
    await bytes.server.kill();
    expect(await attempts(), 'the killed one has claimed it, and not come to the end').to.equal(1);
    // The claim of a process that may have died has a minute to live; nobody here waits for that.
    await place.write('update pending_verifications set due_at = 0');
    await bytes.server.start();
    await waitUntil('it is visible', async () => (await repository.objects()).length > 0);
  });

  it('is there as a whole from then on, and takes no more room than what is new in it', async () => {
    expect(await tree.push(object)).to.deep.equal({ generation: 1, objects: 1 });
    const answer = await repository.api.call('POST', `/repositories/${repository.id}/downloads/authorize`, {
      objects: [{ oid: object.oid }],
    });
    const url = read(answer, 200, downloadsAnswer).objects[0]?.download_url ?? '';
    const end = expectStatus(await repository.api.exchange({ method: 'GET', url, headers: { Range: 'bytes=-16' } }), 206);
    expect(end.bytes.equals(Buffer.alloc(MIB, 'the same again ').subarray(-16))).to.equal(true);
    const usage = await repository.usage();
    expect([usage.logical_bytes, usage.physical_bytes < 10 * MIB]).to.deep.equal([object.size, true]);
  });
});
