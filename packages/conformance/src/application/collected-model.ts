import type { Application, Oid } from '@svc/core';
import {
  manifestPath,
  type ObjectKey,
  objectKey,
  type ObjectLayout,
  treeFileKind,
  treeKey,
  type TreePath,
} from '@svc/core/model';
import { expect } from 'chai';
import type { SeededRandom } from '../seeded.js';
import { type ChunkedObject, contentOf } from './chunked-content.js';
import type { LateEffect, UnderWay } from './collecting-faults.js';
import type { ModelRepository } from './history-model.js';
import type { History } from './history.js';
import { bytesOf, oidOf, valueOf } from './history-objects.js';

/** One object on its way: what the client knows is as old as its last question. */
export interface Push {
  readonly chunks: readonly Uint8Array[];
  readonly oid: Oid;
  /** Undefined: it has to ask which chunks are there. */
  object: ChunkedObject | undefined;
  sent: number;
  /** It has sent everything, and comes back for the finalize some day. */
  isAway: boolean;
}

/** One repository whose chunk tree is collected, with its model. */
export interface Collected extends History {
  readonly repository: ModelRepository;
  readonly pushes: Push[];
  /** Registered, and never to be lost. */
  readonly live: Set<Oid>;
  /** Removed, until when they can be brought back. */
  readonly removed: Map<Oid, number>;
  /** Those that came whole and were not converted, as far as is known. */
  readonly whole: Set<Oid>;
  /** Those that were converted, and until when their whole bytes stay. */
  readonly converted: Map<Oid, number>;
  /** Those that the service has cut at some time. */
  readonly cut: Set<Oid>;
  readonly late: LateEffect[];
  readonly underWay: UnderWay;
  readonly told: {
    deletedFiles: number;
    rewrittenPacks: number;
    gone: number;
    restored: number;
    healed: number;
    converted: number;
    madeWhole: number;
  };
  /** The service in another process, whose store and database fail as the seed says. */
  readonly faulty: Application;
}

/** Of a repository in which nothing has happened yet. */
export const emptyModel = () => ({
  pushes: [],
  live: new Set<Oid>(),
  removed: new Map<Oid, number>(),
  whole: new Set<Oid>(),
  converted: new Map<Oid, number>(),
  cut: new Set<Oid>(),
  told: { deletedFiles: 0, rewrittenPacks: 0, gone: 0, restored: 0, healed: 0, converted: 0, madeWhole: 0 },
});

export type CollectedStep = (history: Collected, random: SeededRandom) => Promise<void>;

export const pushGrantOf = ({ repository }: Collected) => repository.push;

export const keyOf = (history: Collected, path: TreePath): ObjectKey => treeKey(pushGrantOf(history).repository.namespace, path);

export const isPack = (path: TreePath): boolean => treeFileKind(path).kind === 'pack';

const readFile = async (history: Collected, path: TreePath): Promise<Uint8Array> => {
  const opened = valueOf(await history.application.tree.read(pushGrantOf(history), path));
  return bytesOf(valueOf(await opened.open()).body);
};

const readContent = async (history: Collected, oid: Oid): ReturnType<typeof contentOf> => {
  const read = (path: TreePath): Promise<Uint8Array> => readFile(history, path);
  return contentOf(await read(manifestPath(oid)), read);
};

export const layoutOf = async (history: Collected, oid: Oid): Promise<ObjectLayout | undefined> => {
  const { repositoryId } = pushGrantOf(history).repository;
  const stored = await history.ports.unitOfWork.read(({ objects }) => objects.findStored(repositoryId, [oid]));
  return valueOf(stored).get(oid)?.layout;
};

const nothing: ReadonlySet<TreePath> = new Set();

/** The object reads back, byte for byte; answers the files of the tree that it is made of. */
export const readObject = async (history: Collected, oid: Oid): Promise<ReadonlySet<TreePath>> => {
  if ((await layoutOf(history, oid)) === 'whole') {
    const { body } = valueOf(await history.blobs.read(objectKey(pushGrantOf(history).repository.namespace, oid)));
    expect(oidOf(await bytesOf(body)), 'a registered object that is whole').to.equal(oid);
    return nothing;
  }
  const { content, files } = await readContent(history, oid);
  expect(oidOf(content), 'a registered object').to.equal(oid);
  return files;
};

/** Where its chunks lie. */
export const readPlaces = async (history: Collected, oid: Oid) =>
  (await layoutOf(history, oid)) === 'whole' ? [] : (await readContent(history, oid)).places;

/** Every object that was registered reads back; answers the files that they are made of. */
export const readLive = async (history: Collected): Promise<ReadonlySet<TreePath>> => {
  const needed = new Set<TreePath>();
  for (const oid of history.live) for (const path of await readObject(history, oid)) needed.add(path);
  return needed;
};
