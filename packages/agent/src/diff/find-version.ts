import { isOid, type Oid } from '@svc/core';
import { AgentProblem } from '../agent-problem.js';
import { printable } from '../output/printable.js';
import { findSizes } from '../pull/pull-objects.js';
import type { TransferContext } from '../transfer-context.js';
import { listTree } from '../tree/list-tree.js';
import { namedPath } from '../tree/tree-entry.js';
import { parseTreePlace } from '../tree/tree-place.js';

/** The bytes of a file at one time. */
export interface Version {
  /** Undefined where the service does not know it. */
  readonly oid: Oid | undefined;
  readonly sizeBytes: number;
  readonly isStored: boolean;
  /** What Git calls it, and whether that is a pointer to it; undefined of a version that is named by its oid. */
  readonly id?: string;
  readonly isLfs?: boolean;
}

/** Whether a text names a version: an oid, or `PATH@REF`. */
export const namesVersion = (text: string): boolean => isOid(text) || text.includes('@');

/** The version that an oid or a `PATH@REF` names. Throws an `AgentProblem` where there is none. */
export const findVersion = async (context: TransferContext, text: string): Promise<Version> => {
  if (isOid(text)) {
    for await (const { oid, sizeBytes } of findSizes(context, [text])) {
      if (sizeBytes !== undefined) return { oid, sizeBytes, isStored: true };
    }
    throw new AgentProblem(`${text} is not stored`, 'http', 404);
  }
  const place = parseTreePlace(text, undefined);
  for await (const { kind, entries } of listTree(context, place, false)) {
    const [entry] = entries;
    if (kind === 'folder' || entry === undefined || entry.type !== 'file') {
      const path = namedPath(place.path);
      throw new AgentProblem(`${path} is no file; two refs and --path compare what is in a folder`, 'setting');
    }
    return entry;
  }
  throw new AgentProblem(`there is no ${printable(text)}`, 'http', 404);
};
