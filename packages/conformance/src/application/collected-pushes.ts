import { type ChunkName, packPath } from '@svc/core/model';
import { expect } from 'chai';
import { chunkedObject, type ChunkedObject, nameOf } from './chunked-content.js';
import { type Collected, type CollectedStep, type Push, pushGrantOf } from './collected-model.js';
import { bytesOf, joined, oidOf, once, valueOf } from './history-objects.js';

/** Few, so that objects share most of theirs. */
const chunkPool = Array.from({ length: 16 }, (_, at) => new TextEncoder().encode(`chunk ${at} `.repeat(3 + at)));
/** Reading them back is most of the work. */
const maxLive = 8;
const maxPushes = 8;

export const beginPush: CollectedStep = async ({ pushes, live, removed }, random) => {
  const chunks = Array.from({ length: 1 + random.integer(4) }, () => random.pick(chunkPool));
  const oid = oidOf(joined(chunks));
  if (live.size >= maxLive || pushes.length >= maxPushes || live.has(oid) || pushes.some((push) => push.oid === oid)) return;
  // Now and then one that was removed comes again.
  if (removed.has(oid) && random.integer(2) === 0) return;
  pushes.push({ chunks, oid, object: undefined, sent: 0, isAway: false });
};

export const giveUp: CollectedStep = async ({ pushes }, random) => {
  if (pushes.length > 0) pushes.splice(random.integer(pushes.length), 1);
};

const sendNext = async (history: Collected, push: Push, { path, bytes }: ChunkedObject['files'][number], asks: boolean) => {
  const grant = pushGrantOf(history);
  const isThere = asks && (await history.application.tree.read(grant, path)).isOk();
  const body = { declaredBytes: bytes.byteLength, bytes: once(bytes) };
  // One that is being deleted is sent again later.
  if (isThere || (await history.application.tree.receive(grant, path, body)).isOk()) push.sent += 1;
};

const finalize = async (history: Collected, push: Push, object: ChunkedObject): Promise<void> => {
  const { application, pushes, live, removed, told } = history;
  const outcome = await application.tree.finalize(pushGrantOf(history), { objects: [object] });
  if (outcome.isOk()) {
    live.add(push.oid);
    removed.delete(push.oid);
    pushes.splice(pushes.indexOf(push), 1);
  } else if (outcome.error.kind === 'conflict') {
    if (outcome.error.reason === 'chunks_gone') told.gone += 1;
    expect(outcome.error.reason).to.be.oneOf(['chunks_gone', 'not_uploaded']);
    push.object = undefined;
    push.sent = 0;
  } else expect(outcome.error.kind).to.equal('unavailable');
};

/** Whatever a look-up tells of a chunk is true: its pack can be read, and has it there. */
export const lookUpAll: CollectedStep = async (history) => {
  const { application } = history;
  const grant = pushGrantOf(history);
  const names = chunkPool.map((chunk) => nameOf<ChunkName>(chunk));
  const { chunks } = valueOf(await application.tree.lookUp(grant, { names, sizes: [] }));
  for (const [name, { pack, offset, storedBytes }] of chunks) {
    const opened = valueOf(await application.tree.read(grant, packPath(pack)));
    const bytes = await bytesOf(valueOf(await opened.open()).body);
    expect(nameOf(bytes.slice(offset, offset + storedBytes)), 'a chunk that was looked up').to.equal(name);
  }
};

/** A client goes on where it was, however long ago that is. */
export const goOnPushing: CollectedStep = async (history, random) => {
  const { application, pushes } = history;
  const present = pushes.filter(({ isAway }) => !isAway);
  if (present.length === 0) return;
  const push = random.pick(present);
  if (push.object === undefined) {
    const names = push.chunks.map((chunk) => nameOf<ChunkName>(chunk));
    const { chunks } = valueOf(await application.tree.lookUp(pushGrantOf(history), { names, sizes: [] }));
    push.object = chunkedObject(push.chunks, chunks);
    return;
  }
  const file = push.object.files[push.sent];
  if (file !== undefined) await sendNext(history, push, file, random.integer(2) === 0);
  else if (random.integer(2) === 0) push.isAway = true;
  else await finalize(history, push, push.object);
};

/** One that was away for however long finalizes what it has sent. */
export const comeBack: CollectedStep = async (history, random) => {
  const away = history.pushes.filter(({ isAway }) => isAway);
  if (away.length === 0) return;
  const push = random.pick(away);
  push.isAway = false;
  if (push.object !== undefined) await finalize(history, push, push.object);
};

export const finishPush: CollectedStep = async (history, random) => {
  for (let turns = 0; turns < 12; turns += 1) await goOnPushing(history, random);
};
