import { expect } from 'chai';
import { errAsync, ResultAsync } from 'neverthrow';
import { createCut, profileForSize } from '../../../../src/formats/chunking/index.js';
import { unavailable } from '../../../../src/model/app-error.js';
import { type ChunkName, DAY_MS, HOUR_MS, MINUTE_MS, trusted } from '../../../../src/model/values/index.js';
import { createApplication } from '../../../../src/application.js';
import { mostNamesOfVersion } from '../../../../src/model/conversions/requested-conversion.js';
import { createConvertedWorld, noise, versions } from '../../../builders/converting.js';
import { pushTexts } from '../../../builders/push-texts.js';
import { errorOf, oidOf, valueOf } from '../../../builders/world.js';

const [first, second] = versions;
type World = Awaited<ReturnType<typeof createConvertedWorld>>;

/** The chunks of a text, as who pushes it cuts it. */
const namesOf = ({ world }: World, text: string): readonly ChunkName[] => {
  const bytes = new TextEncoder().encode(text);
  const cut = createCut(profileForSize(bytes.byteLength));
  const names: ChunkName[] = [];
  for (let begin = 0; begin < bytes.byteLength;) {
    const end = begin + cut(bytes, begin, bytes.byteLength);
    names.push(trusted<ChunkName>(world.ports.codec.blake3Hex(bytes.subarray(begin, end))));
    begin = end;
  }
  return names;
};

const request = async (made: World, names: readonly ChunkName[] = [], by = made.application, text = first) =>
  by.tree.requestConversion(made.push, { oid: oidOf(text), names });

const requested = async (made: World, names?: readonly ChunkName[], by?: World['application']) =>
  valueOf(await request(made, names, by));

describe('a whole object that somebody asks for in chunks', () => {
  it('is converted next, although it is young, and no other object with it', async () => {
    const made = await createConvertedWorld({ deduplicate: 'cold' });
    await made.convert();
    expect(await made.layouts()).to.deep.equal(['whole', 'whole']);
    expect(await requested(made)).to.equal('whole');
    expect(await requested(made, namesOf(made, second))).to.equal('waiting');
    expect(await requested(made, namesOf(made, second))).to.equal('waiting');
    expect(await made.convert()).to.include({ objects: 1 });
    expect(await requested(made)).to.equal('chunks');
    expect(await made.layouts()).to.deep.equal(['chunks', 'whole']);
    expect(await made.read(first)).to.equal(first);
    expect(await made.differences()).to.deep.equal([]);
  });

  it('comes before those that are hot again and get their whole bytes back', async () => {
    const made = await createConvertedWorld({ deduplicate: 'cold' });
    const { world, wholeKey, push } = made;
    world.clock.advance(7 * DAY_MS);
    await made.convert();
    const third = second.slice(second.length / 2) + noise(9, 200_000);
    await pushTexts(world, push, third);
    await made.download(first, 12);
    valueOf(await request(made, namesOf(made, second), made.application, third));
    const read: string[] = [];
    const watched = made.over({
      read: (key, span) => {
        if ([first, third].map(wholeKey).includes(key) && read.at(-1) !== key) read.push(key);
        return world.blobs.read(key, span);
      },
    });
    expect(await made.convert(watched)).to.include({ objects: 1, restoredObjects: 1 });
    expect(read).to.deep.equal([wholeKey(third), wholeKey(first)]);
  });

  it('stays whole where the version that is pushed is not like it', async () => {
    const made = await createConvertedWorld({ deduplicate: 'cold' });
    await made.convert();
    expect(await requested(made, namesOf(made, noise(9, first.length)))).to.equal('stays_whole');
    expect(await made.convert()).to.equal(undefined);
    expect(await made.layouts()).to.deep.equal(['whole', 'whole']);
  });

  it('is judged by the least names alone where a version has more chunks than can be told of', async () => {
    const made = await createConvertedWorld({ deduplicate: 'cold' });
    const least = namesOf(made, first).toSorted().slice(0, 1);
    const zeros = Array.from({ length: mostNamesOfVersion - least.length }, (_, index) =>
      trusted<ChunkName>(index.toString(16).padStart(64, '0')),
    );
    expect(await requested(made, [...zeros.slice(1), ...least])).to.equal('stays_whole');
    expect(await requested(made, [...zeros, ...least])).to.equal('waiting');
  });

  it('stays whole where conversions are off, where it is small, or where no byte ever comes back', async () => {
    const off = await createConvertedWorld({ deduplicate: 'off' });
    expect(await requested(off, namesOf(off, second))).to.equal('stays_whole');
    const small = await createConvertedWorld();
    const over = small.over({}, { minConvertedBytes: first.length + 1 });
    expect(await requested(small, namesOf(small, second), over)).to.equal('stays_whole');
    const kept = await createConvertedWorld({ gcReclaim: false });
    expect(await requested(kept, namesOf(kept, second))).to.equal('stays_whole');
  });

  it('is not found where the repository has no such object', async () => {
    const made = await createConvertedWorld();
    expect(errorOf(await request(made, [], made.application, 'nobody has it'))).to.deep.equal({ kind: 'not_found' });
  });

  it('is left as it is when nobody has begun within ten minutes, and may be asked for again', async () => {
    const made = await createConvertedWorld({ deduplicate: 'cold' });
    await made.convert();
    await requested(made, namesOf(made, second));
    made.world.clock.advance(10 * MINUTE_MS);
    expect(await made.convert()).to.include({ objects: 0 });
    expect(await requested(made)).to.equal('whole');
    expect(await requested(made, namesOf(made, second))).to.equal('waiting');
    expect(await made.convert()).to.include({ objects: 1 });
  });

  it('is read once in thirty days, whatever comes of it and however often clients ask', async () => {
    const made = await createConvertedWorld({ deduplicate: 'cold' });
    await made.convert();
    const names = namesOf(made, second);
    await requested(made, names);
    const writes = { write: () => errAsync(unavailable('storage')) };
    expect((await made.over(writes).maintenance.convertObjects()).isOk()).to.equal(true);
    expect(await made.layouts()).to.deep.equal(['whole', 'whole']);
    expect(await requested(made, names), 'its process may be at work').to.equal('waiting');
    made.world.clock.advance(HOUR_MS);
    expect(await requested(made, names)).to.equal('stays_whole');
    made.world.clock.advance(30 * DAY_MS - HOUR_MS);
    expect(await requested(made, names)).to.equal('waiting');
  });

  it('is converted before the organization rests when it is asked for while a turn ends', async () => {
    const made = await createConvertedWorld({ deduplicate: 'cold' });
    const { unitOfWork } = made.world.ports;
    let transactions = 0;
    const requestBeforeRelease = async (): Promise<void> => {
      transactions += 1;
      // The second turn finds no more objects, and is released.
      if (transactions === 4) expect(await requested(made, namesOf(made, second))).to.equal('waiting');
    };
    const { maintenance } = createApplication({
      ...made.world.ports,
      settings: made.settings,
      unitOfWork: {
        ...unitOfWork,
        transact: (work) => ResultAsync.fromSafePromise(requestBeforeRelease()).andThen(() => unitOfWork.transact(work)),
      },
    });
    expect(valueOf(await maintenance.convertObjects())?.objects).to.equal(1);
    expect(await made.layouts()).to.deep.equal(['chunks', 'whole']);
  });
});
