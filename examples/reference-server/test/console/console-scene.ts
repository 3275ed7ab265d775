import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { createIndexedClone, type IndexedClone } from '../agent/indexed-clone.js';
import { expectStatus } from '../client/exchange.js';
import { createLfsWorldWithPages, type LfsWorld } from '../git-lfs/lfs-world.js';
import { letBrowserIn } from './let-browser-in.js';
import { ggufModel, notebook, parquetTable } from './model-files.js';

/** A server with a repository that a person would look at: pushed by Git LFS, indexed by `svc index`. */
export interface ConsoleScene {
  readonly world: LfsWorld;
  readonly clone: IndexedClone;
  readonly url: string;
  close(): Promise<void>;
}

const readme = `# Sentiment models

Small models that tell whether a review is **kind** or not. See [the paper](https://example.org/paper).

| File | What it is |
| --- | --- |
| \`weights/base.bin\` | the model |
| \`data/reviews.csv\` | what it was trained on |

<script>alert('not run')</script>

1. Train with \`python src/train.py\`.
2. Compare two releases before you ship.
`;

const guide = `# Guide

Read the README first &ndash; \`&ndash;\` stays as it is.

Its runs: https://example.org/${'run'.repeat(60)}

5. Fetch it.
6. Run it.
`;

/** As long as a name may be. */
export const longName = `docs/${'x'.repeat(251)}.txt`;

const script = `"""Trains the model."""
import argparse


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=3)
    print(parser.parse_args())


if __name__ == "__main__":
    main()
`;

const crc = (bytes: Uint8Array): number => {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
};

const pngChunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([size, body, sum]);
};

/** An image of some bars in a colour. */
const chart = (heights: readonly number[], [red, green, blue]: readonly [number, number, number]): Buffer => {
  const [width, height] = [480, 240];
  const rows = Buffer.alloc((width * 3 + 1) * height, 0xf4);
  for (let y = 0; y < height; y += 1) {
    rows[y * (width * 3 + 1)] = 0;
    for (let x = 0; x < width; x += 1) {
      const bar = heights[Math.floor((x / width) * heights.length)] ?? 0;
      if (height - y > bar || x % 60 < 8) continue;
      rows.set([red, green, blue], y * (width * 3 + 1) + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};

const patterned = (bytes: number, seed: number): Buffer =>
  Buffer.from(Uint8Array.from({ length: bytes }, (_, at) => (at * seed) % 251));

const csv = (rows: number): string =>
  ['id,stars,text', ...Array.from({ length: rows }, (_, at) => `${at},${at % 5},"review number ${at}"`)].join('\n');

/** A file of safetensors with two tensors in it; the second one has so many rows. */
const tensors = (rows: number): Buffer => {
  const header = Buffer.from(
    JSON.stringify({
      'embed.weight': { dtype: 'F32', shape: [512, 64], data_offsets: [0, 131_072] },
      'head.bias': { dtype: 'F32', shape: [rows], data_offsets: [131_072, 131_072 + 4 * rows] },
    }),
  );
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, patterned(131_072 + 4 * rows, 17)]);
};

interface Change {
  readonly message: string;
  readonly author: string;
  readonly daysAgo: number;
  readonly files: Readonly<Record<string, Uint8Array | string>>;
}

const first: readonly Change[] = [
  {
    message: 'Begin with the first model',
    author: 'Ada Byron',
    daysAgo: 40,
    files: {
      'README.md': readme,
      'weights/base.bin': patterned(2_300_000, 7),
      'weights/tiny.safetensors': tensors(3),
      'src/train.py': script,
    },
  },
  {
    message: 'Add the reviews that it was trained on',
    author: 'Grace Hopper',
    daysAgo: 12,
    files: {
      'data/reviews.csv': csv(4000),
      'data/labels.json': '{"0": "unkind", "4": "kind"}\n',
      'docs/accuracy.png': chart([60, 90, 130, 150, 170, 180, 190, 195], [31, 111, 120]),
      'data/reviews.parquet': parquetTable,
      'models/tiny.gguf': ggufModel(),
      'notebooks/explore.ipynb': notebook(chart([60, 120, 90, 180], [31, 111, 120])),
      'data/damaged.parquet': 'PAR1 and nothing that belongs behind it',
      'docs/guide.md': guide,
      [longName]: 'short\n',
    },
  },
];

const second: readonly Change[] = [
  {
    message: 'Train for longer',
    author: 'Ada Byron',
    daysAgo: 2,
    files: {
      'weights/base.bin': patterned(2_600_000, 11),
      'weights/small.bin': patterned(640_000, 13),
      'weights/tiny.safetensors': tensors(5),
      'docs/accuracy.png': chart([70, 110, 150, 175, 190, 200, 206, 210], [160, 90, 30]),
    },
  },
];

const dayMs = 86_400_000;

const commitAll = async ({ copy }: IndexedClone, changes: readonly Change[]): Promise<void> => {
  for (const { message, author, daysAgo, files } of changes) {
    for (const [name, bytes] of Object.entries(files)) {
      await mkdir(dirname(join(copy.path, name)), { recursive: true });
      await writeFile(join(copy.path, name), bytes);
    }
    await copy.git('add', '--all');
    const at = new Date(Date.now() - daysAgo * dayMs).toISOString();
    const [name = ''] = author.toLowerCase().split(' ');
    const person = {
      GIT_AUTHOR_NAME: author,
      GIT_AUTHOR_EMAIL: `${name}@example.org`,
      GIT_AUTHOR_DATE: at,
      GIT_COMMITTER_DATE: at,
    };
    const { exitCode, stderr } = await copy.attempt(['commit', '--quiet', '--message', message], { env: person });
    if (exitCode !== 0) throw new Error(stderr);
  }
};

const oidOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** What came from what: a chain, and a fork in it. */
const sayLineage = async ({ owner, call }: LfsWorld, repository: string): Promise<void> => {
  const artifact = (bytes: Uint8Array | string) => ({ kind: 'artifact', id: oidOf(bytes) });
  const [old, current, reviews] = [artifact(patterned(2_300_000, 7)), artifact(patterned(2_600_000, 11)), artifact(csv(4000))];
  const release = { kind: 'release', id: 'v1.0' };
  for (const edge of [
    { type: 'trained_on', from: old, to: reviews, note: 'three epochs' },
    { type: 'derived_from', from: current, to: old },
    { type: 'evaluated_on', from: current, to: reviews },
    { type: 'contains', from: release, to: old },
  ]) {
    expectStatus(await call(owner, 'POST', `/repositories/${repository}/graph/edges`, edge), 201);
  }
};

/** The person who signs in, with the credential of a session. */
export const createConsoleScene = async (): Promise<ConsoleScene> => {
  // Without the proxy before the server: the page and a bucket are then of two origins, as they are in earnest.
  const world = await createLfsWorldWithPages({
    BASE_URL: '',
    DEFAULT_PLAN: 'business',
    RATE_LIMIT_RPS: '1000',
    RATE_LIMIT_BURST: '2000',
  });
  await letBrowserIn(world.server);
  const computer = await world.newComputer();
  const clone = await createIndexedClone(world, computer, await world.createToken());
  await world.call(world.owner, 'PATCH', `/repositories/${clone.repository.id}`, {
    name: 'Sentiment models',
    slug: 'sentiment',
    description: 'Models that tell kind reviews from others, with the data that they were trained on.',
  });
  await world.createRepository('Street photos');
  await commitAll(clone, first);
  await clone.copy.git('tag', '-a', 'v1.0', '-m', 'The first model that is worth using');
  await commitAll(clone, second);
  await clone.publish();
  await sayLineage(world, clone.repository.id);
  return { world, clone, url: world.server.baseUrl, close: world.close };
};
