import type { Disk, DirectoryTree, Moment, Tree } from './disk.js';

type Value = Uint8Array | undefined;

/** What a call does to one key. */
interface Effect {
  readonly value: Value;
  readonly begun: Moment;
  /** From here on the call does nothing more: it has answered, or its process is dead. */
  over: Moment;
  /** Whether the answer has promised that this is on the disk. */
  isPromised: boolean;
}

/** A call that is under way. */
export interface Call {
  /** It has answered, with or without what it promises. */
  answered(isOk: boolean): void;
}

/** What a store has promised of each of its keys. */
export interface StorePromises {
  /** A call that has these values put at keys when it is Ok. What it only `mayPut` is no promise: it may be undone by a power loss. */
  begin(puts: ReadonlyMap<string, Value>, mayPut?: ReadonlyMap<string, Value>): Call;
  /** Nothing that is under way goes on. */
  killed(): void;
  /** All that may lie at the key when the power is lost at a moment; undefined: nothing. */
  allowed(key: string, at: Moment): readonly Value[];
  readonly keys: ReadonlySet<string>;
}

export const isSame = (one: Value, other: Value): boolean =>
  one === undefined || other === undefined ? one === other : Buffer.compare(one, other) === 0;

/** As a register that several write: a promised value is there until one may be there whose call was not over when that began. */
export const createStorePromises = (disk: Disk, found: ReadonlyMap<string, Uint8Array>): StorePromises => {
  const effects = new Map<string, Effect[]>();
  const keys = new Set<string>();
  const underWay = new Set<Effect>();
  const effectsOf = (key: string): Effect[] => {
    const known = effects.get(key) ?? [{ value: found.get(key), begun: 0, over: 0, isPromised: true }];
    effects.set(key, known);
    keys.add(key);
    return known;
  };
  for (const key of found.keys()) effectsOf(key);

  return {
    keys,
    begin: (puts, mayPut = new Map()) => {
      const begun = disk.tick();
      const add = ([key, value]: readonly [string, Value]): Effect => {
        const effect = { value, begun, over: Infinity, isPromised: false };
        effectsOf(key).push(effect);
        underWay.add(effect);
        return effect;
      };
      const promised = [...puts].map(add);
      const all = [...promised, ...[...mayPut].map(add)];
      return {
        answered: (isOk) => {
          const over = disk.tick();
          for (const effect of all) {
            effect.over = over;
            underWay.delete(effect);
          }
          for (const effect of promised) effect.isPromised = isOk;
        },
      };
    },
    killed: () => {
      const over = disk.tick();
      for (const effect of underWay) effect.over = over;
      underWay.clear();
    },
    allowed: (key, at) => {
      const begun = effectsOf(key).filter((effect) => effect.begun <= at);
      const promised = begun.filter(({ isPromised, over }) => isPromised && over <= at);
      return begun.filter((effect) => !promised.some((later) => later.begun > effect.over)).map(({ value }) => value);
    },
  };
};

/** The blobs below a directory by their keys; what the store keeps for itself is none. */
export const blobsIn = (disk: DirectoryTree, root: string): ReadonlyMap<string, Uint8Array> => {
  const blobs = new Map<string, Uint8Array>();
  const collect = (tree: Tree | undefined, path: string): void => {
    if (tree === undefined) return;
    if (tree.kind === 'file') blobs.set(path, tree.bytes);
    else
      for (const [name, below] of tree.names) if (!name.startsWith('.')) collect(below, path === '' ? name : `${path}/${name}`);
  };
  let top: Tree | undefined = disk;
  for (const segment of root.split('/')) top = top?.kind === 'directory' ? top.names.get(segment) : undefined;
  collect(top, '');
  return blobs;
};

const said = (value: Value): string =>
  value === undefined ? 'nothing' : `${value.byteLength} bytes ${Buffer.from(value).toString('hex', 0, 8)}`;

/** What is not as the store has promised, after a power loss at a moment; undefined when all is. */
export const brokenPromise = (
  promises: StorePromises,
  blobs: ReadonlyMap<string, Uint8Array>,
  at: Moment,
): string | undefined => {
  for (const key of new Set([...promises.keys, ...blobs.keys()])) {
    const value = blobs.get(key);
    const allowed = promises.allowed(key, at);
    if (!allowed.some((one) => isSame(one, value))) return `at ${key}: ${said(value)}, not ${allowed.map(said).join(' or ')}`;
  }
  return undefined;
};
