import type { GitFolder, GitPath } from '../../model/git-index/git-path.js';
import type { PathEntry } from '../../model/git-index/path-entry.js';
import type { Spot } from './decode-node.js';
import { isFolder, isLeaf, isSameReference, type LoadNodes, type NodeReference, pathEntryOf, type StoredEntry } from './node.js';
import { createNodeReader, maxLoadedAtOnce, type NodeReader } from './node-reader.js';
import { type KeyRange, keysBelowFolder, pathKey, pathOfKey, rangeAfter } from './path-key.js';
import { childrenIn, rootSpot } from './spots.js';

export interface PathDifference {
  readonly path: GitPath;
  /** Undefined where the path is new. */
  readonly before: PathEntry | undefined;
  /** Undefined where the path is gone. */
  readonly after: PathEntry | undefined;
}

export interface DifferencesPage {
  /** The path that the page before ended with. */
  readonly after?: GitPath | undefined;
  readonly limit: number;
  /** Only what is below this folder. */
  readonly below?: GitFolder | undefined;
}

interface FoundFile {
  readonly key: string;
  readonly entry: StoredEntry;
}

type Item = Spot | FoundFile;
/** What is ahead in one tree, the next one last: nodes that nobody has looked into, and files. */
type Ahead = Item[];

const isFile = (item: Item): item is FoundFile => 'entry' in item;
const isSpot = (item: Item | undefined): item is Spot => item !== undefined && !isFile(item);

/** No key that is ahead comes before this. */
const positionOf = (item: Item): string => (isFile(item) ? item.key : item.range.from);
const isAtOrBefore = (left: Item, right: Item | undefined): boolean =>
  right === undefined || positionOf(left) <= positionOf(right);

/** Whether a node has to be looked into before anything of the other tree can be told. */
const hasToOpen = (item: Item | undefined, other: Item | undefined): boolean => {
  if (!isSpot(item)) return false;
  if (!isSpot(other) || item.level === other.level) return isAtOrBefore(item, other);
  // Of a higher node the children may be nodes of the other tree. A root does not say its level.
  return (item.level ?? Infinity) > (other.level ?? Infinity);
};

const addressOf = ({ commit, offset }: NodeReference): string => `${commit} ${offset}`;

/** How many of those ahead are looked at when pages are loaded, and how many nodes of each tree at most are then loaded. */
const comingItems = 256;
const comingNodes = maxLoadedAtOnce / 2 - 1;

/** The places of nodes that come soon in one tree and are not passed over as those of the other one, the next one first. */
const placesOfOwn = (ahead: Ahead, other: Ahead, limit: number): readonly number[] => {
  const shared = new Set(
    other
      .slice(-comingItems)
      .filter(isSpot)
      .map(({ reference }) => addressOf(reference)),
  );
  const places: number[] = [];
  const end = Math.max(0, ahead.length - comingItems);
  for (let at = ahead.length - 1; at >= end && places.length < Math.min(limit, comingNodes); at -= 1) {
    const item = ahead[at];
    if (isSpot(item) && !shared.has(addressOf(item.reference))) places.push(at);
  }
  return places;
};

/** Puts what a node has in a range in its place. */
const openAt = (reader: NodeReader, ahead: Ahead, at: number, range: KeyRange): void => {
  const spot = ahead[at];
  if (!isSpot(spot)) return;
  const node = reader.node(spot);
  const items: Item[] = [];
  if (!isLeaf(node)) items.push(...childrenIn(node, spot, range));
  else {
    for (const [place, key] of node.keys.entries()) {
      const entry = node.entries[place];
      const isInRange = key >= range.from && (range.to === undefined || key < range.to);
      if (isInRange && entry !== undefined && !isFolder(entry)) items.push({ key, entry });
    }
  }
  ahead.splice(at, 1, ...items.reverse());
};

/**
 * Loads what comes soon. Differences lie far apart, each in a page of its own, so nodes that are not leaves are looked into at once: many leaves are then
 * known that differ, and one call loads them.
 */
const loadComing = async (reader: NodeReader, left: Ahead, right: Ahead, limit: number, range: KeyRange): Promise<void> => {
  // What is next is looked into in any case, even if the other tree has the same node somewhere behind.
  const next = [left.at(-1), right.at(-1)].filter(isSpot).map(({ reference }) => reference);
  for (;;) {
    const sides = [
      { ahead: left, places: placesOfOwn(left, right, limit) },
      { ahead: right, places: placesOfOwn(right, left, limit) },
    ];
    const spots = sides.flatMap(({ ahead, places }) => places.map((at) => ahead[at]).filter(isSpot));
    const inner = spots.filter(({ level }) => level !== 0);
    const coming = (inner.length === 0 ? spots : inner).map(({ reference }) => reference);
    await reader.load([...next, ...coming]);
    if (inner.length === 0) return;
    for (const { ahead, places } of sides) {
      // What is put in the place of one moves only those that come before it, which lie behind it here.
      for (const at of places) if (inner.some((spot) => spot === ahead[at])) openAt(reader, ahead, at, range);
    }
  }
};

/** Takes the file that is next, from both trees where both have it. */
const takeFile = (left: Ahead, right: Ahead): { key: string; before?: StoredEntry; after?: StoredEntry } | undefined => {
  const [before, after] = [left.at(-1), right.at(-1)];
  const isOld = before !== undefined && isFile(before) && isAtOrBefore(before, after);
  const isNew = after !== undefined && isFile(after) && isAtOrBefore(after, before);
  if (isOld) left.pop();
  if (isNew) right.pop();
  if (isOld && isNew) return { key: before.key, before: before.entry, after: after.entry };
  if (isOld) return { key: before.key, before: before.entry };
  return isNew ? { key: after.key, after: after.entry } : undefined;
};

const isSameContent = (left: StoredEntry | undefined, right: StoredEntry | undefined): boolean =>
  left?.mode === right?.mode && left?.object === right?.object;

/**
 * The files that two trees do not have alike, in the order of `comparePaths`: another mode or another object, or only one has the path. No tree is an empty
 * one. What both trees share is not looked at, so it takes as long as what differs is large.
 *
 * @throws PathTreeCorrupted
 */
export const differences = async (
  load: LoadNodes,
  before: NodeReference | undefined,
  after: NodeReference | undefined,
  { after: lastPath, limit, below = '' }: DifferencesPage,
): Promise<readonly PathDifference[]> => {
  const reader = createNodeReader(load);
  const all = keysBelowFolder(below);
  const range = lastPath === undefined ? all : rangeAfter(all, pathKey(lastPath));
  const left: Ahead = before === undefined ? [] : [rootSpot(before)];
  const right: Ahead = after === undefined ? [] : [rootSpot(after)];
  const found: PathDifference[] = [];
  while (found.length < limit && (left.length > 0 || right.length > 0)) {
    const [old, next] = [left.at(-1), right.at(-1)];
    if (isSpot(old) && isSpot(next) && isSameReference(old.reference, next.reference)) {
      left.pop();
      right.pop();
      continue;
    }
    const oldToOpen = isSpot(old) && hasToOpen(old, next) ? old : undefined;
    const nextToOpen = isSpot(next) && hasToOpen(next, old) ? next : undefined;
    const toOpen = [oldToOpen, nextToOpen].filter((spot) => spot !== undefined);
    if (toOpen.some(({ reference }) => !reader.has(reference))) {
      await loadComing(reader, left, right, limit - found.length, range);
      // It may be another node by now.
      continue;
    }
    if (oldToOpen !== undefined) openAt(reader, left, left.length - 1, range);
    if (nextToOpen !== undefined) openAt(reader, right, right.length - 1, range);
    if (toOpen.length > 0) continue;
    const file = takeFile(left, right);
    if (file === undefined || isSameContent(file.before, file.after)) continue;
    found.push({
      path: pathOfKey(file.key),
      before: file.before && pathEntryOf(file.before),
      after: file.after && pathEntryOf(file.after),
    });
  }
  return found;
};
