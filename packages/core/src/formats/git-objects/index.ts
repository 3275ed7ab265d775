export { hashGitObject } from './hash-git-object.js';
export { changeTreeBytes, joinBytes, type TreeChange, type TreeEntry, treeEntryBytes, treeKey } from './tree-bytes.js';
