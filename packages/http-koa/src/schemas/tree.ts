import type {
  DeclareChunks,
  EnclosedFile,
  FinalizedTree,
  FinalizeTree,
  KnownChunks,
  LookUpChunks,
  Oid,
  OpenTreeFile,
} from '@svc/core';
import {
  baseStates,
  type ChunkEncoding,
  type ChunkName,
  isContentName,
  type ObjectRequest,
  type PackName,
  treeFileKind,
  type TreePath,
} from '@svc/core/model';
import { z } from 'zod';
import { pathParameters } from '../endpoint/path-parameters.js';
import { branded } from './branded.js';
import { byteCount, count, oid } from './fields.js';
import { lenientPushStats, statsOf, strictPushStats } from './transfer.js';
import type { ByteSource } from '../endpoint/reply.js';
import { objectName } from './upload.js';

/** As many chunks, sizes and oids as one look-up may ask for: with all of them its body stays below the limit of JSON bodies. */
const maxChunksPerRequest = 12_000;
/** Each is verified, or asked for in the chunk tree. */
const maxObjectsPerRequest = 1000;
const maxSizesPerRequest = 1000;
/** A manifest and a map for each object. */
const maxFilesPerRequest = 2000;

/** A compressed body would be stored as it comes, and hash to something else than its sender means. */
export const plainBodyHeaders = z.object({ 'content-encoding': z.literal('identity').optional() });

const isChunkName = (text: string): text is ChunkName => isContentName<ChunkName>(text);
const chunkName = branded(/^[0-9a-f]{64}$/, isChunkName);

const isWithoutOid = (entry: unknown): boolean =>
  typeof entry === 'object' && entry !== null && 'oid' in entry && entry.oid === '';

/** Spec 4.13: an entry without an oid is skipped, and what else it holds is not looked at. */
const orSkipped = <Entry extends z.ZodType>(entry: Entry) =>
  z.preprocess((value) => (isWithoutOid(value) ? { oid: '', size: 0 } : value), entry);

/** Spec 4.13. Whatever a client says of `physical` and `chunks`, the service measures for itself. */
const finalizedFields = {
  oid: z.union([z.literal(''), oid]),
  size: byteCount,
  name: objectName.optional(),
  physical: count.optional(),
  chunks: count.optional(),
};

/** A chunk map or a manifest, which comes along and is stored first. `content`: base64, as RFC 4648 has it. */
const enclosedFields = { path: pathParameters.path, content: z.base64() };

export const strictFinalizeBody = z.strictObject({
  objects: z.array(orSkipped(z.strictObject(finalizedFields))).max(maxObjectsPerRequest),
  files: z.array(z.strictObject(enclosedFields)).max(maxFilesPerRequest).optional(),
  stats: strictPushStats.optional(),
});

export const lenientFinalizeBody = z.object({
  objects: z.array(orSkipped(z.object(finalizedFields))).max(maxObjectsPerRequest),
  files: z.array(z.object(enclosedFields)).max(maxFilesPerRequest).optional(),
  stats: lenientPushStats.nullish().transform((stats) => stats ?? undefined),
});

/** `pending`: oids that are too large to be verified while the client waits; they become visible by themselves. */
export const finalizeReply = z.strictObject({
  generation: count,
  objects: count,
  pending: z.array(z.string()).optional(),
});

interface Finalizing extends FinalizeTree {
  readonly files: readonly EnclosedFile[];
}

export const finalizeRequest = ({ objects, files = [], stats }: z.output<typeof strictFinalizeBody>): Finalizing => ({
  files: files.map(({ path, content }) => ({ path, bytes: Buffer.from(content, 'base64') })),
  objects: objects.flatMap(({ oid: named, size, name }): ObjectRequest[] =>
    named === '' ? [] : [{ oid: named, sizeBytes: size, name }],
  ),
  stats: stats && statsOf(stats),
});

export const finalizeView = ({ generation, objects, pending }: FinalizedTree): z.input<typeof finalizeReply> => ({
  generation,
  objects,
  ...(pending.length === 0 ? {} : { pending: [...pending] }),
});

const lookUpFields = {
  chunks: z.array(chunkName).max(maxChunksPerRequest).default([]),
  sizes: z.array(byteCount).max(maxSizesPerRequest).default([]),
  oids: z.array(oid).max(maxObjectsPerRequest).default([]),
};

interface LookUpBody {
  readonly chunks: readonly ChunkName[];
  readonly sizes: readonly number[];
  readonly oids: readonly Oid[];
}

const lookUpOf = ({ chunks: names, sizes, oids }: LookUpBody): LookUpChunks => ({ names, sizes, oids });

export const strictLookUpBody = z.strictObject(lookUpFields).transform(lookUpOf);
export const lenientLookUpBody = z.object(lookUpFields).transform(lookUpOf);

/**
 * Numbers instead of names keep the answer for thousands of chunks short. Each chunk that is there: index in the request, index in `packs`, offset
 * in the pack, stored length, raw length, encoding. `sizes`: those that an object of the repository has. `objects`: those of the oids that are objects of it.
 */
export const lookUpReply = z.strictObject({
  packs: z.array(z.string()),
  chunks: z.array(z.tuple([count, count, count, count, count, count])),
  sizes: z.array(count),
  objects: z.array(z.strictObject({ oid: z.string(), size: count })),
});

export const lookUpView = ({ names, sizes }: LookUpChunks, found: KnownChunks): z.input<typeof lookUpReply> => {
  const packs = new Map<PackName, number>();
  const indexOf = (pack: PackName): number => {
    const index = packs.get(pack) ?? packs.size;
    packs.set(pack, index);
    return index;
  };
  const chunks = names.flatMap((name, at): [number, number, number, number, number, number][] => {
    const chunk = found.chunks.get(name);
    if (chunk === undefined) return [];
    return [[at, indexOf(chunk.pack), chunk.offset, chunk.storedBytes, chunk.rawBytes, chunk.encoding]];
  });
  const objects = [...found.objectSizes].map(([named, size]) => ({ oid: named, size }));
  return { packs: [...packs.keys()], chunks, sizes: sizes.filter((size) => found.knownSizes.has(size)), objects };
};

/** What a map of the tree holds at most. */
const maxChunksPerDeclaration = 4096;
const isPackName = (text: string): text is PackName => isContentName<PackName>(text);
const encoding = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(4), z.literal(8)]);

/** Each chunk: its name, index in `packs`, offset in the pack, stored length, raw length, encoding. */
const declaredFields = {
  push: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  from: count,
  packs: z.array(branded(/^[0-9a-f]{64}$/, isPackName)).max(maxChunksPerDeclaration),
  chunks: z.array(z.tuple([chunkName, count, count, count, count, encoding])).max(maxChunksPerDeclaration),
};

interface Declaration {
  readonly push: string;
  readonly from: number;
  readonly packs: readonly PackName[];
  readonly chunks: readonly (readonly [ChunkName, number, number, number, number, ChunkEncoding])[];
}

const hasItsPacks = ({ packs, chunks }: Declaration): boolean => chunks.every(([, pack]) => pack < packs.length);

const declarationOf = ({ push, from, packs, chunks }: Declaration): DeclareChunks => ({
  push,
  from,
  chunks: chunks.flatMap(([name, packNumber, offset, storedBytes, rawBytes, encodedAs]) => {
    const pack = packs[packNumber];
    return pack === undefined ? [] : [{ name, pack, offset, storedBytes, rawBytes, encoding: encodedAs }];
  }),
});

const unknownPack = { path: ['chunks'], message: 'unknown' };

export const strictDeclareBody = z.strictObject(declaredFields).refine(hasItsPacks, unknownPack).transform(declarationOf);
export const lenientDeclareBody = z.object(declaredFields).refine(hasItsPacks, unknownPack).transform(declarationOf);

export const declareReply = z.strictObject({ proving: z.boolean() });

/** `chunks`: those of the version that is about to be pushed; of more than that the least ones. Without any nothing is asked for. */
const convertFields = { oid, chunks: z.array(chunkName).max(maxChunksPerRequest).default([]) };

export const strictConvertBody = z.strictObject(convertFields);
export const lenientConvertBody = z.object(convertFields);

export const convertReply = z.strictObject({ state: z.enum(baseStates) });

/** A file of the tree as bytes to send. A pack or map has its own name for an ETag; a client may build on a manifest once it is verified. */
export const treeFileSource = (path: TreePath, file: OpenTreeFile): ByteSource => {
  const kind = treeFileKind(path);
  return {
    sizeBytes: file.sizeBytes,
    etag: 'name' in kind ? kind.name : undefined,
    ...(file.state === undefined ? {} : { headers: { 'X-SVC-State': file.state } }),
    open: (span) => file.open(span),
    keepOpen: file.keepOpen,
  };
};
