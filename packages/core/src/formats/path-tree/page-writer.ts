import { invariant } from '../../model/app-error.js';
import { ByteWriter } from '../varint.js';
import { keepNodes } from './decoded-nodes.js';
import { encodeNode } from './encode-node.js';
import { maxCommitNumber, maxPagesOfCommit, pageBytes, pageSpan } from './limits.js';
import { type Node, type NodeReference, pageOf } from './node.js';

/** What a commit has written, by the numbers that `LoadNodes` is asked for. */
export type NodePages = ReadonlyMap<number, Uint8Array>;

export interface PageWriter {
  write(node: Node): NodeReference;
  finish(): NodePages;
}

/** Enough for most commits. */
const expectedBytes = pageBytes / 4;

/** Puts nodes of a commit one after the other into pages, after those that it has written before. */
export const createPageWriter = (commit: number, pagesBefore: number): PageWriter => {
  invariant(commit >= 0 && commit <= maxCommitNumber, 'commits are numbered from 0 on');
  const pages = new Map<number, Uint8Array>();
  let current: ByteWriter | undefined;
  let nodes = new Map<number, Node>();
  const nextOffset = (): number => (pagesBefore + pages.size) * pageSpan;
  const close = (): void => {
    if (current === undefined) return;
    const page = current.finish();
    // The next commit begins with what this one has written.
    keepNodes(page, nodes);
    pages.set(pageOf({ commit, offset: nextOffset() }), page);
    current = undefined;
    nodes = new Map();
  };
  return {
    write: (node) => {
      if (current !== undefined && current.length >= pageBytes) close();
      invariant(pagesBefore + pages.size < maxPagesOfCommit, 'a commit writes fewer pages than numbers are kept for');
      current ??= new ByteWriter(expectedBytes);
      const offset = nextOffset() + current.length;
      nodes.set(current.length, node);
      encodeNode(current, node);
      return { commit, offset };
    },
    finish: () => {
      close();
      return pages;
    },
  };
};
