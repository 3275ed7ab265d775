import { fileModes } from '../../model/git-index/path-entry.js';
import type { ByteWriter } from '../varint.js';
import { isFolder, isLeaf, type Inner, type Leaf, type Node } from './node.js';

/** The high four bits of a node's first byte; the low ones are its level. */
export const nodeVersion = 1;

/** How many characters two texts begin with alike. */
export const sharedLength = (left: string, right: string): number => {
  const most = Math.min(left.length, right.length);
  let length = 0;
  while (length < most && left.charCodeAt(length) === right.charCodeAt(length)) length += 1;
  return length;
};

/** How many characters are the previous key's, how many follow, and those. */
const writeKey = (writer: ByteWriter, previous: string, key: string): void => {
  const shared = sharedLength(previous, key);
  writer.varint(shared);
  writer.varint(key.length - shared);
  writer.characters(key, shared);
};

const writeEntries = (writer: ByteWriter, leaf: Leaf): void => {
  let previous = '';
  // No iterators: each commit writes hundreds of entries.
  for (let at = 0; at < leaf.keys.length; at += 1) {
    const [key, entry] = [leaf.keys[at] ?? '', leaf.entries[at]];
    if (entry === undefined) return;
    writeKey(writer, previous, key);
    previous = key;
    writer.byte(fileModes.indexOf(entry.mode));
    writer.varint(entry.object);
    writer.varint(entry.changedIn);
    if (isFolder(entry)) writer.varint(entry.files);
    writer.varint(entry.sizeBytes);
  }
};

const writeChildren = (writer: ByteWriter, inner: Inner): void => {
  let previous = '';
  for (let at = 0; at < inner.keys.length; at += 1) {
    const [key, child] = [inner.keys[at] ?? '', inner.children[at]];
    if (child === undefined) return;
    if (at > 0) writeKey(writer, previous, key);
    previous = key;
    writer.varint(child.commit);
    writer.varint(child.offset);
  }
};

/** Appends a node: its version and level, how many keys, and for each the key and what belongs to it. */
export const encodeNode = (writer: ByteWriter, node: Node): void => {
  writer.byte((nodeVersion << 4) | node.level);
  writer.varint(node.keys.length);
  if (isLeaf(node)) writeEntries(writer, node);
  else writeChildren(writer, node);
};
