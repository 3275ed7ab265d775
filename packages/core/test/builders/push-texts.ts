import type { Granted } from '../../src/access/grant.js';
import { stagingKey, type UploadSessionId } from '../../src/model/values/index.js';
import { objectOf, valueOf, type World } from './world.js';

/** Opens an upload session, has each text in it verified, and leaves it open. */
export const uploadTexts = async (
  world: World,
  push: Granted<'repository.push'>,
  ...texts: readonly string[]
): Promise<UploadSessionId> => {
  const { uploads } = world.application;
  const { session } = valueOf(await uploads.open(push, {}));
  valueOf(await uploads.authorize(push, { sessionId: session.id, objects: texts.map(objectOf) }));
  for (const text of texts) {
    const object = objectOf(text);
    await world.put(stagingKey(session.namespace, session.id, object.oid), text);
    valueOf(await uploads.complete(push, { sessionId: session.id, ...object }));
  }
  return session.id;
};

/** The same, and finalizes. */
export const pushTexts = async (world: World, push: Granted<'repository.push'>, ...texts: readonly string[]): Promise<void> => {
  const sessionId = await uploadTexts(world, push, ...texts);
  valueOf(await world.application.uploads.finalize(push, { sessionId }));
};
