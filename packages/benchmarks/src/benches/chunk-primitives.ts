import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChunkCodec } from '@svc/core/ports';
import { createFastCut, createNodeCodec, createSlabMemory } from '@svc/codec-node';
import { createCut, cutMasks, type Cut, gearTable, profiles } from '@svc/core/chunking';
import { writeModel } from '../data/model.js';
import { narrowWeights } from '../data/narrow-weights.js';
import { atLeast, type Bench, below, type Goal, type Outcome, rounded } from '../measure/bench.js';
import { timedCommand } from '../measure/timed-command.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

const sizeBytes = 256 * 2 ** 20;
const passes = 7;
const chunkBytes = 64 * 1024;
const seed = 20_261_121;
const profile = profiles['fastcdc-64k'];
const source = fileURLToPath(new URL('../../native/fastcdc.rs', import.meta.url));

interface Scanned {
  readonly megabytesPerSecond: number;
  readonly chunks: number;
  readonly checksum: number;
}

/** The best of several passes: what disturbs a pass only ever makes it slower. */
const best = (bytes: number, pass: () => void): number => {
  let seconds = Number.POSITIVE_INFINITY;
  for (let count = 0; count < passes; count += 1) {
    const begun = performance.now();
    pass();
    seconds = Math.min(seconds, (performance.now() - begun) / 1000);
  }
  return bytes / 1e6 / seconds;
};

const scanned = (bytes: Uint8Array, cut: Cut): Scanned => {
  let chunks = 0;
  let checksum = 0;
  const megabytesPerSecond = best(bytes.byteLength, () => {
    chunks = 0;
    checksum = 0;
    for (let at = 0; at < bytes.byteLength;) {
      at += cut(bytes, at, bytes.byteLength);
      chunks += 1;
      checksum = (((checksum << 5) | (checksum >>> 27)) ^ at) >>> 0;
    }
  });
  return { megabytesPerSecond, chunks, checksum };
};

const readScanned = (output: string): Scanned => {
  const value: unknown = JSON.parse(output);
  const numberAt = (name: string): number => {
    const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
    if (typeof found !== 'number') throw new Error(`the compiled chunker told no ${name}`);
    return found;
  };
  return { megabytesPerSecond: numberAt('megabytesPerSecond'), chunks: numberAt('chunks'), checksum: numberAt('checksum') };
};

/** The same algorithm compiled by rustc; undefined where there is no rustc, which the table then says. */
const compiledChunker = async (folder: string, file: string): Promise<Scanned | undefined> => {
  const program = join(folder, 'fastcdc');
  const hasCompiler = await timedCommand('rustc', ['--version']).then(
    () => true,
    () => false,
  );
  if (!hasCompiler) return undefined;
  await timedCommand('rustc', ['--edition', '2021', '-C', 'opt-level=3', '-o', program, source]);
  const table = Buffer.alloc(256 * 8);
  for (let byte = 0; byte < 256; byte += 1) {
    table.writeUInt32LE(gearTable.low[byte] ?? 0, byte * 8);
    table.writeUInt32LE(gearTable.high[byte] ?? 0, byte * 8 + 4);
  }
  const gear = join(folder, 'gear');
  await writeFile(gear, table);
  const { small, large } = cutMasks(profile);
  const limits = [profile.minBytes, profile.averageBytes, profile.maxBytes].map(String);
  const { output } = await timedCommand(program, [file, gear, ...limits, small.toString(16), large.toString(16), String(passes)]);
  return readScanned(output);
};

const pieces = (bytes: Uint8Array): readonly Uint8Array[] =>
  Array.from({ length: bytes.byteLength / chunkBytes }, (_, at) => bytes.subarray(at * chunkBytes, (at + 1) * chunkBytes));

const cutGoals = (fast: Scanned, portable: Scanned, compiled: Scanned | undefined): readonly Goal[] => {
  const others = [portable, ...(compiled === undefined ? [] : [compiled])];
  const isSame = others.every(({ chunks, checksum }) => chunks === fast.chunks && checksum === fast.checksum);
  if (!isSame) throw new Error('the chunkers do not agree on the cut points');
  if (compiled === undefined) return [];
  return [
    atLeast('WASM chunker against the compiled one', fast.megabytesPerSecond / compiled.megabytesPerSecond, 1),
    atLeast('portable chunker against the compiled one', portable.megabytesPerSecond / compiled.megabytesPerSecond, 0.35),
  ];
};

const storedFraction = (codec: ChunkCodec, bytes: Uint8Array): number =>
  pieces(bytes).reduce((sum, piece) => sum + codec.encode(piece).bytes.byteLength, 0) / bytes.byteLength;

const measure = async (folder: string): Promise<Outcome> => {
  const file = join(folder, 'weights');
  await writeModel(file, sizeBytes, seed);
  const slab = createSlabMemory(sizeBytes);
  slab.bytes.set(await readFile(file));
  const weights = Buffer.from(slab.bytes);
  const codec = await createNodeCodec();

  const fast = scanned(slab.bytes, createFastCut(profile, slab));
  const portable = scanned(weights, createCut(profile));
  const compiled = await compiledChunker(folder, file);
  const chunks = pieces(weights);
  const naming = best(sizeBytes, () => {
    for (const chunk of chunks) codec.blake3Hex(chunk);
  });
  const sha256 = best(sizeBytes, () => createHash('sha256').update(weights).digest());
  const part = weights.subarray(0, sizeBytes / 4);
  const fractions = {
    f32: storedFraction(codec, part),
    bf16: storedFraction(codec, narrowWeights(part, 'bf16')),
    f16: storedFraction(codec, narrowWeights(part, 'f16')),
  };

  const row = (what: string, megabytesPerSecond: number) => ({ what, 'MB/s': Math.round(megabytesPerSecond) });
  return {
    rows: [
      row('FastCDC, WASM', fast.megabytesPerSecond),
      row('FastCDC, portable JavaScript', portable.megabytesPerSecond),
      ...(compiled === undefined
        ? [{ what: 'FastCDC, compiled: no rustc here' }]
        : [row('FastCDC, compiled by rustc', compiled.megabytesPerSecond)]),
      row('chunk names (BLAKE3)', naming),
      row('SHA-256 of node:crypto', sha256),
      ...Object.entries(fractions).map(([kind, fraction]) => ({
        what: `stored fraction of ${kind}`,
        fraction: rounded(fraction),
      })),
    ],
    goals: [
      ...cutGoals(fast, portable, compiled),
      atLeast('chunk naming against SHA-256', naming / sha256, 1.5),
      below('stored fraction of f32', fractions.f32, 0.85),
      below('stored fraction of bf16', fractions.bf16, 0.69),
      below('stored fraction of f16', fractions.f16, 0.86),
    ],
  };
};

export const chunkPrimitives: Bench = {
  name: 'chunk-primitives',
  about: `one thread over ${sizeBytes / 2 ** 20} MiB of float32 weights, best of ${passes} passes: cut points of ${profile.name} in WASM, in JavaScript and in a program compiled by rustc; chunk names against SHA-256; what 64 KiB chunks of weights are stored in`,
  run: () => withTemporaryFolder(measure),
};
