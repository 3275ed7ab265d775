import { expect } from 'chai';
import { ok, type Result } from 'neverthrow';
import { createApplication } from '../../src/application.js';
import { giveWay } from '../../src/steps/give-way.js';
import { createConvertedWorld, versions } from '../builders/converting.js';
import { valueOf } from '../builders/world.js';

const [text] = versions;

/** A door that is shut while a request is answered, and how often somebody stood before it. */
const createDoor = () => {
  let asked = 0;
  let open = (): void => undefined;
  let shut: Promise<void> | undefined;
  return {
    idle: async (): Promise<void> => {
      asked += 1;
      await shut;
    },
    asked: () => asked,
    shut: () => {
      shut = new Promise((resolve) => (open = resolve));
    },
    open: () => {
      shut = undefined;
      open();
    },
  };
};

/** Whether what was begun is over after all that is ready has had its turn. */
const isOver = async (begun: Promise<unknown>): Promise<boolean> => {
  let over = false;
  void begun.then(() => (over = true));
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
  return over;
};

describe('giveWay', () => {
  it('begins no query, no transaction, no reading and no piece of bytes while the service is not idle', async () => {
    const { world, wholeKey } = await createConvertedWorld();
    const door = createDoor();
    const { unitOfWork, blobs } = giveWay({ ...world.ports, clock: { ...world.clock, idle: door.idle } });
    const acts: readonly (() => Promise<unknown>)[] = [
      async () => unitOfWork.read(({ organizations }) => Promise.resolve(organizations)),
      async () => unitOfWork.transact((): Promise<Result<void, never>> => Promise.resolve(ok())),
      async () => blobs.read(wholeKey(text)),
    ];
    for (const act of acts) {
      door.shut();
      const begun = act();
      expect(await isOver(begun)).to.equal(false);
      door.open();
      await begun;
    }
    const { body } = (await blobs.read(wholeKey(text)))._unsafeUnwrap();
    door.shut();
    const piece = body[Symbol.asyncIterator]().next();
    expect(await isOver(piece)).to.equal(false);
    door.open();
    expect((await piece).done).to.equal(false);
  });

  it('writes what comes piece by piece, each when the service is idle', async () => {
    const { world, wholeKey } = await createConvertedWorld();
    const door = createDoor();
    const { blobs } = giveWay({ ...world.ports, clock: { ...world.clock, idle: door.idle } });
    const pieces = async function* (): AsyncIterable<Uint8Array> {
      yield* await Promise.resolve([new Uint8Array(1), new Uint8Array(2)]);
    };
    const before = door.asked();
    (await blobs.write(wholeKey('new'), pieces(), 3))._unsafeUnwrap();
    expect(door.asked() - before).to.equal(3);
  });

  it('leaves a body that nobody has begun to read to its store', async () => {
    const { world, wholeKey } = await createConvertedWorld();
    let isReleased = false;
    const blobs: typeof world.ports.blobs = {
      ...world.ports.blobs,
      read: (key, span) =>
        world.ports.blobs.read(key, span).map(({ sizeBytes }) => ({
          sizeBytes,
          body: {
            [Symbol.asyncIterator]: () => ({
              next: () => Promise.resolve({ done: true, value: undefined }),
              return: () => {
                isReleased = true;
                return Promise.resolve({ done: true, value: undefined });
              },
            }),
          },
        })),
    };
    const given = giveWay({ ...world.ports, blobs, clock: { ...world.clock, idle: () => Promise.resolve() } });
    const { body } = (await given.blobs.read(wholeKey(text)))._unsafeUnwrap();
    await body[Symbol.asyncIterator]().return?.();
    expect(isReleased).to.equal(true);
  });

  it('is what conversions and the collector work with, and no request', async () => {
    const { world, settings, push } = await createConvertedWorld();
    const door = createDoor();
    const codec = { ...world.ports.codec, encode: () => expect.fail('not the codec of requests') };
    const clock = { ...world.clock, idle: door.idle };
    const { maintenance, repositories } = createApplication({
      ...world.ports,
      settings,
      clock,
      codec,
      backgroundCodec: world.ports.codec,
    });
    valueOf(await repositories.storageSummary(push));
    expect(door.asked()).to.equal(0);
    expect(valueOf(await maintenance.convertObjects())?.objects).to.equal(2);
    const whileConverting = door.asked();
    expect(whileConverting).to.be.greaterThan(0);
    valueOf(await maintenance.collectGarbage());
    expect(door.asked()).to.be.greaterThan(whileConverting);
  });
});
