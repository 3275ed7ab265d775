import { KIB } from '../../model/values/byte-count.js';

/**
 * Small nodes make small commits, since each change writes the nodes above it anew, and large ones make a low tree. With these a commit of eleven changed
 * paths among 50,000 takes some five KB.
 */
export const maxLeafEntries = 16;
export const maxInnerChildren = 16;
/** Of these and what the neighbour has one node is made, or two. */
export const minLeafEntries = maxLeafEntries / 4;
export const minInnerChildren = maxInnerChildren / 4;

/** What a split leaves in a node, so that the next few entries have room. */
export const splitFill = 0.75;

/** More than nodes of four children need for 2^31 entries. */
export const maxLevel = 15;

/** Nodes that a commit writes lie in pages: reading a node of a large commit reads no more than this, or the node. */
export const pageBytes = 32 * KIB;
/** Where the next page's addresses begin: every node begins before it. */
export const pageSpan = 64 * KIB;
export const maxPagesOfCommit = 65_536;

/**
 * What is put into a tree at once. A commit of more is written in several steps, so that its nodes never lie in memory all together: that is less memory, and
 * V8 does not learn from it that nodes live long, which would make every later commit take twice as long.
 */
export const maxChangesAtOnce = 1024;

/** More than a repository ever has. Larger numbers are nowhere sent to a database. */
export const maxCommitNumber = 2 ** 31 - 1;
