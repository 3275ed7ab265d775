export { type CommitGraph, firstParentOf, type GraphCommit, parentsOf, timeOf } from './commit-graph.js';
export { CommitSet } from './commit-set.js';
export { mergeBase } from './merge-base.js';
export { CommitGraphCorrupted, commitsPerChunk, extendGraph, packGraph, unpackGraph } from './pack-graph.js';
export { compareNewestFirst } from './topological-times.js';
export { descendants, reachable, walk } from './walk.js';
