import Database from 'better-sqlite3';
import { createNodeCodec } from '@svc/codec-node';
import type { Oid } from '@svc/core';
import { type ChunkLocation, type ChunkName, type MapName, type PackName, trusted } from '@svc/core/model';
import { encodeChunkMap, encodeManifest, type ManifestMap } from '@svc/core/packs';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const chunksPerMap = 4096;
const packsPerMap = 8;
const chunksPerPack = chunksPerMap / packsPerMap;
const mapsPerObject = 256;
const rawBytes = 65_536;
const storedBytes = 50_000;
/** As long as if every fifth of their bytes were dead. */
const packBytes = Math.round(chunksPerPack * (storedBytes + 41) * 1.25);
const longAgo = 1_700_000_000_000;

const hashName = <Name extends ChunkName | PackName>(): Name => trusted<Name>(randomBytes(32).toString('hex'));

const segment = (): readonly ChunkLocation[] => {
  const packs = Array.from({ length: packsPerMap }, () => hashName<PackName>());
  return Array.from({ length: chunksPerMap }, (_, at) => ({
    name: hashName<ChunkName>(),
    pack: packs[Math.floor(at / chunksPerPack)] ?? hashName<PackName>(),
    offset: 8 + storedBytes * (at % chunksPerPack),
    storedBytes,
    rawBytes,
    encoding: 1,
  }));
};

export interface MadeUpTree {
  readonly chunks: number;
  readonly packs: number;
  readonly deadBytes: number;
}

/**
 * Makes up a chunk tree of about so many chunks in the database and the folder of a server that does not run: chunk maps, frozen manifests, and the rows of all
 * files. Packs have rows alone, for nothing that looks for garbage reads one.
 */
export const makeUpTree = async (data: string, repositoryPath: string, atLeastChunks: number): Promise<MadeUpTree> => {
  const repositoryId = repositoryPath.split('/').at(-1) ?? '';
  const codec = await createNodeCodec();
  const database = new Database(join(data, 'svc.db'));
  const { organization_id: organizationId } = database
    .prepare<[string], { organization_id: string }>('select organization_id from repositories where id = ?')
    .get(repositoryId) ?? { organization_id: '' };
  const user = database.prepare<[], { id: string }>('select id from users limit 1').get();
  const addFile = database.prepare(
    "insert into tree_files (repository_id, path, size_bytes, state, receivers, changed_at) values (?, ?, ?, 'stored', 0, ?)",
  );
  const addObject = database.prepare(
    `insert into objects (repository_id, oid, size_bytes, physical_bytes, layout, manifest_sha256, chunk_count, uploaded_by, created_at,
      organization_id, artifact_type, registered_us, downloads) values (?, ?, ?, 0, 'chunks', ?, ?, ?, ?, ?, 'other', ?, 0)`,
  );
  const store = (path: string, bytes: Uint8Array): void => {
    const target = join(data, 'blobs', 'repositories', repositoryId, 'cas', path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, bytes);
    addFile.run(repositoryId, path, bytes.byteLength, longAgo);
  };
  let mapsLeft = Math.ceil(atLeastChunks / chunksPerMap);
  const made = { chunks: mapsLeft * chunksPerMap, packs: mapsLeft * packsPerMap };
  for (let object = 0; mapsLeft > 0; object += 1) {
    database.exec('begin');
    const maps: ManifestMap[] = [];
    for (; mapsLeft > 0 && maps.length < mapsPerObject; mapsLeft -= 1) {
      const chunks = segment();
      const bytes = encodeChunkMap(chunks);
      const name = trusted<MapName>(codec.blake3Hex(bytes));
      store(`chunks/maps/${name}`, bytes);
      for (const pack of new Set(chunks.map((chunk) => chunk.pack))) {
        addFile.run(repositoryId, `chunks/packs/${pack}`, packBytes, longAgo);
      }
      maps.push({ name, sizeBytes: chunksPerMap * rawBytes, chunkCount: chunksPerMap });
    }
    const oid = randomBytes(32);
    const sizeBytes = maps.length * chunksPerMap * rawBytes;
    const manifest = encodeManifest({ oid: trusted<Oid>(oid.toString('hex')), sizeBytes, profile: 'fastcdc-64k', maps });
    const sha256 = createHash('sha256').update(manifest).digest();
    store(`objects/manifests/${sha256.toString('hex')}`, manifest);
    const chunkCount = maps.length * chunksPerMap;
    addObject.run(repositoryId, oid, sizeBytes, sha256, chunkCount, user?.id, longAgo, organizationId, object + 1);
    database.exec('commit');
  }
  database
    .prepare('insert into tree_collections (repository_id, due_at, attempts) values (?, 0, 0)')
    .run(repositoryId);
  database.close();
  return { ...made, deadBytes: made.packs * (packBytes - 28 - chunksPerPack * (storedBytes + 41)) };
};
