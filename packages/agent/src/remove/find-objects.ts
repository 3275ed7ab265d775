import { isOid, type Oid } from '@svc/core';
import { AgentProblem } from '../agent-problem.js';
import { listTree, type TreeContext } from '../tree/list-tree.js';
import { namedPath, shownPath } from '../tree/tree-entry.js';
import { parseTreePlace, type TreePlace } from '../tree/tree-place.js';

/** An object, and what the command line calls it. */
export interface NamedObject {
  readonly oid: Oid;
  readonly path: string;
}

const objectAt = async (context: TreeContext, place: TreePlace): Promise<NamedObject> => {
  const path = namedPath(place.path);
  for await (const { kind, entries } of listTree(context, place, false)) {
    const [entry] = entries;
    if (kind === 'folder') throw new AgentProblem(`${path} is a folder, and files are removed one by one`, 'setting');
    if (entry?.oid === undefined || !entry.isLfs)
      throw new AgentProblem(`${path} is a file of Git, and no object of the service`);
    return { oid: entry.oid, path: shownPath(entry.path) };
  }
  throw new AgentProblem(`there is no ${path}`);
};

/** The objects that are named, by oids or by where the indexed history has them; all of them, before anything becomes of one. */
export const findObjects = async (
  context: TreeContext,
  wanted: readonly string[],
  ref: string | undefined,
): Promise<readonly NamedObject[]> => {
  const found: NamedObject[] = [];
  for (const text of wanted) {
    const isName = ref === undefined && isOid(text);
    found.push(isName ? { oid: text, path: text } : await objectAt(context, parseTreePlace(text, ref)));
  }
  return found;
};
