import type { RefusedPointer } from '@svc/client';
import { AgentProblem } from '../agent-problem.js';
import type { IndexService } from './index-service.js';

/** Sends bodies of trees, and takes back what they say of pointers of Git LFS that are none to the service. */
export interface TreeSender {
  readonly send: (sessionId: string, body: string) => Promise<void>;
  /** By what Git calls them, the files that went as the text that they are. */
  readonly plain: ReadonlyMap<string, RefusedPointer>;
}

/** As `createTreeBodies` makes them. */
interface TreeBody {
  readonly objects: readonly { readonly id: string; readonly lfs?: object }[];
  readonly trees: readonly object[];
}

/** A body that tells of contents is none. */
const isTreeBody = (json: unknown): json is TreeBody =>
  typeof json === 'object' && json !== null && 'objects' in json && 'trees' in json;

/** Undefined where none of the objects is described as a pointer. */
const withoutPointers = (body: string, refused: ReadonlyMap<string, RefusedPointer>): string | undefined => {
  const json: unknown = JSON.parse(body);
  if (!isTreeBody(json)) return undefined;
  const { objects, trees } = json;
  let dropped = 0;
  const described = objects.map(({ lfs, ...object }) => {
    if (lfs === undefined) return object;
    if (!refused.has(object.id)) return { ...object, lfs };
    dropped += 1;
    return object;
  });
  return dropped === 0 ? undefined : JSON.stringify({ objects: described, trees });
};

/** The objects that are described as pointers, but for those that are refused, in bodies of no more than `most` of them. */
function* pointerBodies(body: string, refused: ReadonlyMap<string, RefusedPointer>, most: number): Generator<string> {
  const json: unknown = JSON.parse(body);
  const objects = isTreeBody(json) ? json.objects.filter(({ id, lfs }) => lfs !== undefined && !refused.has(id)) : [];
  for (let at = 0; at < objects.length; at += most) yield JSON.stringify({ objects: objects.slice(at, at + most), trees: [] });
}

/**
 * A pointer that names another size than the object has cannot be checked out, and nobody can change the commit that has it: what Git has there is a text
 * file. The service names some at a time: where those are not all, the other pointers go in bodies of their own, of as many as it names, before all goes again.
 */
export const createTreeSender = ({ sendTree }: Pick<IndexService, 'sendTree'>): TreeSender => {
  const plain = new Map<string, RefusedPointer>();
  const ask = async (sessionId: string, body: string): Promise<readonly RefusedPointer[] | undefined> => {
    const refused = await sendTree(sessionId, body);
    for (const pointer of refused ?? []) plain.set(pointer.id, pointer);
    return refused;
  };
  const sendKnowing = async (sessionId: string, body: string, isAgain: boolean): Promise<void> => {
    const refused = await ask(sessionId, body);
    if (refused === undefined) return;
    if (isAgain && refused.length > 0) for (const few of pointerBodies(body, plain, refused.length)) await ask(sessionId, few);
    const rest = withoutPointers(body, plain);
    if (rest === undefined) throw new AgentProblem('the service refuses pointers of Git LFS that were not sent');
    await sendKnowing(sessionId, rest, true);
  };
  return { send: (sessionId, body) => sendKnowing(sessionId, body, false), plain };
};
