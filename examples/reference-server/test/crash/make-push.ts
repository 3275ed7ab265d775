import type { SeededRandom } from '@svc/conformance';
import { objectNamed, objectOf, type TestObject } from '../client/test-object.js';
import type { Push } from './push.js';

const maxObjects = 4;
const maxObjectBytes = 300 * 1024;
/** So few bytes may be the same under two names, and then the second push brings nothing new. */
const minObjectBytes = 32;

/** Most objects are small, some are large: what takes long to write is likelier to be hit. */
const sizeOf = (random: SeededRandom): number =>
  minObjectBytes + Math.floor((random.integer(1001) / 1000) ** 3 * (maxObjectBytes - minObjectBytes));

const emptyObject = objectOf(Buffer.alloc(0));

/**
 * A push that no other one equals. Objects of Git LFS are all new, so each of them raises the generation; a session brings something new and
 * sometimes the empty object and one that all clients of the round push too.
 */
export const makePush = (random: SeededRandom, name: string, round: number): Push => {
  const fresh = Array.from({ length: 1 + random.integer(maxObjects) }, (_, at): TestObject =>
    objectNamed(`${name}/${at}`, sizeOf(random)),
  );
  const echoes = random.integer(3) === 0 ? 3 : 1;
  if (random.integer(2) === 0) return { kind: 'lfs', objects: fresh, echoes };
  const shared = random.integer(4) === 0 ? [objectNamed(`shared/${round}`, 64 * 1024)] : [];
  const empty = random.integer(8) === 0 ? [emptyObject] : [];
  return { kind: 'session', key: name, objects: [...shared, ...fresh, ...empty], echoes };
};
