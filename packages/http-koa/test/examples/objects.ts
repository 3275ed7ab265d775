import { parseChunkMap } from '@svc/core/packs';
import { chunkedObject } from '../support/chunked-object.js';
import { safetensorsFile } from '@svc/test-services/tensor-files';
import { textAt } from '../support/request.js';
import { smallHistory } from '../support/small-history.js';
import { sha256 } from '../support/world.js';
import type { Scene } from './scene.js';

const pathOf = (href: string): string => {
  const { pathname, search } = new URL(href);
  return pathname + search;
};

/** Objects through upload sessions, by URLs and in parts. */
export const playUploads = async ({ play, owner: { token }, repository }: Scene): Promise<void> => {
  const uploads = `/api/v1/repositories/${repository}/uploads`;
  const [small, large] = [Buffer.from('weights of a small model'), Buffer.from('weights of a model '.repeat(8))];
  const [oid, largeOid] = [sha256(small), sha256(large)];
  const headers = { 'idempotency-key': 'push-1' };
  const opened = await play(201, 'POST', uploads, { token, headers, body: { expected_objects: 2 } });
  await play(200, 'POST', uploads, { token, headers, body: { expected_objects: 2 } });
  const session = `${uploads}/${textAt(opened.json, 'session.id')}`;
  const objects = [
    { oid, size: small.byteLength, name: 'models/small.safetensors' },
    { oid: largeOid, size: large.byteLength, name: 'models/large.safetensors' },
  ];
  const authorized = await play(200, 'POST', `${session}/objects`, { token, body: { objects } });
  await play(409, 'POST', `${session}/objects/${oid}/complete`, { token, body: { size: small.byteLength } });
  await play(200, 'PUT', pathOf(textAt(authorized.json, 'objects.0.upload_url')), { body: small });
  await play(204, 'POST', `${session}/objects/${oid}/complete`, { token, body: { size: small.byteLength } });

  const parts = `${session}/objects/${largeOid}/parts`;
  const presigned = await play(200, 'POST', parts, { token, body: { part_numbers: [1, 2, 3] } });
  for (const [at, first] of [0, 64, 128].entries()) {
    const url = textAt(presigned.json, `parts.${at}.upload_url`);
    await play(200, 'PUT', pathOf(url), { body: large.subarray(first, first + 64) });
    if (at === 0) await play(200, 'GET', parts, { token });
  }
  await play(204, 'POST', `${session}/objects/${largeOid}/complete`, { token, body: { size: large.byteLength } });
  await play(200, 'POST', `${session}/finalize`, { token });

  const abandoned = await play(201, 'POST', uploads, { token });
  await play(200, 'GET', uploads, { token });
  await play(204, 'DELETE', `${uploads}/${textAt(abandoned.json, 'session.id')}`, { token });

  const downloads = `/api/v1/repositories/${repository}/downloads/authorize`;
  const link = await play(200, 'POST', downloads, { token, body: { objects: [{ oid }] } });
  const download = pathOf(textAt(link.json, 'objects.0.download_url'));
  await play(200, 'GET', download);
  await play(412, 'GET', download, { headers: { 'if-match': '"other"' } });
  await play(416, 'GET', download, { headers: { range: 'bytes=1000-' } });
};

/** Objects as Git LFS clients send them, and their locks. */
export const playLfs = async ({ play, owner: { token }, repository }: Scene): Promise<void> => {
  const lfs = `/api/v1/repositories/${repository}/lfs`;
  await play(200, 'GET', lfs, { token });
  const bytes = Buffer.from('a file in Git LFS');
  const object = { oid: sha256(bytes), size: bytes.byteLength };
  const batch = { operation: 'upload', transfers: ['basic'], ref: { name: 'refs/heads/main' }, objects: [object] };
  const { json } = await play(200, 'POST', `${lfs}/objects/batch`, { token, body: batch });
  await play(200, 'PUT', pathOf(textAt(json, 'objects.0.actions.upload.href')), { body: bytes });
  await play(200, 'POST', pathOf(textAt(json, 'objects.0.actions.verify.href')), { body: object });

  const locked = await play(201, 'POST', `${lfs}/locks`, { token, body: { path: 'models/small.safetensors' } });
  await play(409, 'POST', `${lfs}/locks`, { token, body: { path: 'models/small.safetensors' } });
  await play(200, 'GET', `${lfs}/locks`, { token });
  await play(200, 'POST', `${lfs}/locks/verify`, { token, body: { limit: 100 } });
  await play(200, 'POST', `${lfs}/locks/${textAt(locked.json, 'lock.id')}/unlock`, { token, body: { force: false } });
};

/** An object in chunks, through the chunk tree. */
export const playTree = async ({ play, owner: { token }, repository }: Scene): Promise<void> => {
  const lfs = `/api/v1/repositories/${repository}/lfs`;
  const { oid, size, pack, map, manifest, chunkNames } = chunkedObject(Buffer.from('chunks of a model '.repeat(100)));
  await play(201, 'PUT', `${lfs}/${pack.path}`, { token, body: pack.bytes });
  const rows = parseChunkMap(map.bytes)
    ._unsafeUnwrap()
    .map(({ name, offset, storedBytes, rawBytes, encoding }) => [name, 0, offset, storedBytes, rawBytes, encoding]);
  const declaration = { push: 'push-1', from: 0, packs: [pack.path.replace(/.*\//, '')], chunks: rows };
  await play(200, 'POST', `${lfs}/objects/announce`, { token, body: declaration });
  for (const { path, bytes } of [map, manifest]) await play(201, 'PUT', `${lfs}/${path}`, { token, body: bytes });
  const stats = { kind: 'push', duration_ms: 1200, logical_bytes: size, stored_bytes: pack.bytes.byteLength, object_count: 1 };
  await play(200, 'POST', `${lfs}/finalize`, { token, body: { objects: [{ oid, size }], stats } });
  await play(200, 'POST', `${lfs}/objects/chunks`, { token, body: { chunks: chunkNames, sizes: [size], oids: [oid] } });
  await play(200, 'POST', `${lfs}/objects/convert`, { token, body: { oid, chunks: chunkNames } });
  await play(201, 'POST', `${lfs}/transfers`, { token, body: { kind: 'pull', duration_ms: 800, object_count: 1 } });
  await play(200, 'HEAD', `${lfs}/${manifest.path}`, { token });
  await play(200, 'GET', `${lfs}/${manifest.path}`, { token });
  await play(401, 'GET', `${lfs}/${manifest.path}`);
  await play(404, 'GET', `${lfs}/meta/nothing.json`, { token });
  await play(400, 'GET', `${lfs}/../nothing.json`, { token });
  await play(416, 'GET', `${lfs}/${manifest.path}`, { token, headers: { range: 'bytes=1000-' } });
};

/** The files of a commit under a name. */
export const playSnapshots = async ({ play, owner: { token }, repository }: Scene): Promise<void> => {
  const snapshots = `/api/v1/repositories/${repository}/snapshots`;
  const headers = { 'idempotency-key': 'paper-1' };
  const body = { name: 'As evaluated in the paper', ref: 'v1', note: 'Table 3.' };
  const { json } = await play(201, 'POST', snapshots, { token, headers, body });
  await play(200, 'POST', snapshots, { token, headers, body });
  await play(200, 'GET', snapshots, { token });
  await play(200, 'GET', `${snapshots}/${textAt(json, 'snapshot.id')}`, { token });
};

/** An object that is removed and comes back. */
export const playRemovals = async ({ play, owner: { token }, repository }: Scene): Promise<void> => {
  const here = `/api/v1/repositories/${repository}`;
  const oid = sha256(Buffer.from('weights of a model '.repeat(8)));
  await play(204, 'DELETE', `${here}/objects/${oid}`, { token });
  await play(200, 'GET', `${here}/removed-objects`, { token });
  await play(200, 'POST', `${here}/removed-objects/${oid}/restore`, { token });
  await play(404, 'POST', `${here}/removed-objects/${oid}/restore`, { token });
};

/** What came from what: a release and the objects of the repository. */
export const playLineage = async ({ play, owner: { token }, repository }: Scene): Promise<void> => {
  const graph = `/api/v1/repositories/${repository}/graph`;
  const [small, large] = ['weights of a small model', 'weights of a model '.repeat(8)].map((text) => sha256(Buffer.from(text)));
  const artifact = (id: string | undefined) => ({ kind: 'artifact', id });
  const derived = { type: 'derived_from', from: artifact(small), to: artifact(large), note: 'distilled' };
  await play(201, 'POST', `${graph}/edges`, { token, body: derived });
  const contains = { type: 'contains', from: { kind: 'release', id: 'v1' }, to: artifact(small) };
  const added = await play(201, 'POST', `${graph}/edges`, { token, body: contains });
  await play(200, 'GET', `${graph}?tag=v1&direction=outgoing`, { token });
  await play(204, 'DELETE', `${graph}/edges/${textAt(added.json, 'edge.id')}`, { token });
};

/** The Git index of a repository: a commit, its tree, a branch and a tag. */
export const playIndex = async ({ play, owner: { token }, repository }: Scene): Promise<void> => {
  const index = `/api/v1/repositories/${repository}/index`;
  const { json } = await play(201, 'POST', `${index}/sessions`, { token, body: { object_format: 'sha1' } });
  const session = `${index}/sessions/${textAt(json, 'session.id')}`;
  const { commits, objects, trees, tip } = smallHistory();
  await play(200, 'POST', `${session}/commits`, { token, body: { commits } });
  await play(200, 'POST', `${session}/tree`, { token, body: { objects, trees } });
  const tag = {
    id: sha256('tag').slice(0, 40),
    tagger_name: 'Ada',
    tagger_email: 'ada@example.test',
    message: 'The first release.',
  };
  const refs = [
    { name: 'refs/heads/main', target: tip, expected: null },
    { name: 'refs/tags/v1', target: tip, tag: { ...tag, tagged_at: '2026-01-01T00:00:00Z' } },
  ];
  await play(200, 'POST', `${session}/finalize`, { token, body: { refs, complete: false } });
  await play(200, 'GET', `${index}/state`, { token });
  const here = `/api/v1/repositories/${repository}`;
  await play(200, 'GET', `${here}/overview`, { token });
  await play(200, 'GET', `${here}/branches`, { token });
  await play(200, 'GET', `${here}/tree`, { token });
  await play(200, 'GET', `${here}/file?path=README.md`, { token });
  await play(404, 'GET', `${here}/file?path=nowhere`, { token });
  await play(200, 'GET', `${here}/commits/main`, { token });
  await play(200, 'GET', `${here}/commits?ref=main&limit=10`, { token });
  await play(404, 'GET', `${here}/commits/nowhere`, { token });
  await play(200, 'GET', `${here}/compare?base=v1&head=main`, { token });
  await play(200, 'GET', `${here}/file/history?path=README.md`, { token });
  await play(200, 'GET', `${here}/releases`, { token });
  await play(200, 'GET', `${here}/releases/v1`, { token });
  await play(200, 'PATCH', `${here}/releases/v1`, { token, body: { notes: '# The first release\n\nA model that answers.' } });
};

/** Two versions of a model, of which one layer was trained. */
export const playComparison = async ({ play, world, owner: { token }, repository }: Scene): Promise<void> => {
  const layer = (name: string, byte: number) => ({ name, dtype: 'BF16', shape: [64, 32], bytes: Buffer.alloc(4096, byte) });
  const versions = [1, 2].map((byte) =>
    chunkedObject(safetensorsFile([layer('embed', 0), layer('head', byte), layer('norm', 3)]), 256),
  );
  const lfs = `/repositories/${repository}/lfs`;
  for (const { oid, size, pack, map, manifest } of versions) {
    for (const { path, bytes } of [pack, map, manifest]) await world.call('PUT', `${lfs}/${path}`, { token, body: bytes });
    await world.call('POST', `${lfs}/finalize`, { token, body: { objects: [{ oid, size }] } });
  }
  const [before = '', after = ''] = versions.map(({ oid }) => oid);
  const artifacts = `/api/v1/repositories/${repository}/artifacts`;
  await play(200, 'GET', `${artifacts}/${after}/references`, { token });
  await play(200, 'GET', `${artifacts}/${after}/sharing`, { token });
  await play(200, 'GET', `${artifacts}/${after}/compare/${before}?limit=2`, { token });
};
