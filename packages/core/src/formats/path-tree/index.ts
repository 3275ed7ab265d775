export { differences, type DifferencesPage, type PathDifference } from './differences.js';
export { findEntries, findEntry, totals } from './find-entries.js';
export { listBelow, type ListedName, type ListedPath, listFolder, type ListPage } from './list.js';
export { type LoadNodes, type NodeReference, pageOf } from './node.js';
export type { NodePages } from './page-writer.js';
export { type PathChange, type PathConflict, type PathConflictReason } from './path-change.js';
export { comparePaths } from './path-key.js';
export { type NodeProblem, nodeProblems, PathTreeCorrupted } from './path-tree-corrupted.js';
export { type WrittenPathTree, writePathTree } from './write-path-tree.js';
