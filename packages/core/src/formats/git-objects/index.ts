export { hashGitObject } from './hash-git-object.js';
export { changeTreeBytes, joinBytes, type TreeChange, treeEntryBytes, treeKey } from './tree-bytes.js';
