import { BlobCorrupted } from '../../blob-store/blob-corrupted.js';
import { TreeFault } from '../../model/chunk-tree/tree-fault.js';

/** Whether it was thrown because of what lies in storage, and not because storage does not answer. */
export const isOfDamage = (thrown: unknown): boolean => thrown instanceof TreeFault || thrown instanceof BlobCorrupted;
