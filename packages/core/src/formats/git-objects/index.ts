export { hashGitObject } from './hash-git-object.js';
export { plainTreeBytes } from './plain-tree.js';
export { changeTreeBytes, joinBytes, type TreeChange, treeEntryBytes, treeKey } from './tree-bytes.js';
