import { ok, type Result } from 'neverthrow';
import { grantSignedDownload } from '../../src/access/grant.js';
import { createApplication } from '../../src/application.js';
import type { DeduplicationMode } from '../../src/model/conversions/deduplication-mode.js';
import { assembledKey, DAY_MS, objectKey, type Oid, trusted } from '../../src/model/values/index.js';
import type { BlobStore } from '../../src/ports/blob-store.js';
import { pushTexts } from './push-texts.js';
import { createWorld, oidOf, valueOf, withRepository } from './world.js';

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Text that repeats nothing, the same for the same seed. */
export const noise = (seed: number, length: number): string => {
  let state = seed;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += alphabet[(state >>> 16) % alphabet.length] ?? '';
  }
  return text;
};

const [front, back, otherBack] = [noise(1, 200_000), noise(2, 200_000), noise(3, 200_000)];
/** Two versions of a file that have their first half in common. */
export const versions: readonly [string, string] = [front + back, front + otherBack];

export const graceMs = 3 * DAY_MS;

/** A repository with two versions of a file, pushed whole, in a service that converts what is not quite as large as usual. */
export const createConvertedWorld = async ({
  deduplicate = 'all',
  gcReclaim = true,
}: {
  readonly deduplicate?: DeduplicationMode | null;
  readonly gcReclaim?: boolean;
} = {}) => {
  const world = createWorld('business', { gcReclaim });
  const made = await withRepository(world);
  const { repository, owner, push, organization } = made;
  const settings = { ...world.ports.settings, minConvertedBytes: 1000 };
  const over = (overriding: Partial<BlobStore> = {}, changed: Partial<typeof settings> = {}) =>
    createApplication({
      ...world.ports,
      settings: { ...settings, ...changed },
      blobs: { ...world.blobs, ...overriding },
    });
  const application = over();
  const update = await world.grant(owner, repository.id, 'repository.update');
  valueOf(await application.repositories.update(update, { deduplicate }));
  await pushTexts(world, push, ...versions);
  const admin = await world.grant(owner, repository.id, 'repository.admin');
  const findStored = async (oid: Oid) =>
    valueOf(await world.unitOfWork.read(({ objects }) => objects.findStored(repository.id, [oid]))).get(oid);
  return {
    world,
    ...made,
    application,
    settings,
    admin,
    over,
    update: (mode: DeduplicationMode | null) =>
      application.repositories.update(update, { deduplicate: mode }).map(() => undefined),
    convert: async (by = application) => valueOf(await by.maintenance.convertObjects()),
    layouts: async () => Promise.all(versions.map(async (text) => (await findStored(oidOf(text)))?.layout)),
    isThereWhole: async (text: string): Promise<boolean> =>
      (await world.blobs.head(objectKey(repository.namespace, oidOf(text)))).isOk(),
    /** By the key that its URL is for: of chunks the service puts together what is asked for. */
    read: async (text: string, key = assembledKey(repository.namespace, oidOf(text)), by = application): Promise<string> => {
      const { open } = valueOf(await by.signedTransfers.open(grantSignedDownload(key)));
      const { body } = valueOf(await open());
      const decoder = new TextDecoder();
      let read = '';
      for await (const piece of body) read += decoder.decode(piece, { stream: true });
      return read;
    },
    wholeKey: (text: string) => objectKey(repository.namespace, oidOf(text)),
    /** So many downloads of the object, all of them now. */
    download: async (text: string, downloads: number): Promise<void> => {
      const object = { repositoryId: repository.id, oid: oidOf(text), downloads, lastDownloadedAt: world.clock.now() };
      valueOf(
        await world.unitOfWork.transact(async ({ traffic }): Promise<Result<void, never>> => {
          await traffic.addDownloads({ egress: [], objects: [object] });
          return ok();
        }),
      );
    },
    usage: async () => valueOf(await world.unitOfWork.read((queries) => queries.usage.ofOrganization(organization.id))),
    /** The bytes of all blobs. */
    stored: async (): Promise<number> => {
      let bytes = 0;
      for await (const { sizeBytes } of world.managed.list(trusted(repository.namespace))) bytes += sizeBytes;
      return bytes;
    },
    differences: async () => {
      world.clock.advance(DAY_MS);
      return valueOf(await application.maintenance.reconcileUsage())?.differences;
    },
  };
};
