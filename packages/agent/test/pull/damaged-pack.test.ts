import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { trusted } from '@svc/core/model';
import type { BlobEntry } from '@svc/core/ports';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { pullObject } from '../../src/pull/pull-object.js';
import { pushFile } from '../../src/push/push-file.js';
import { problemIn } from '../rigs/problem-in.js';
import { startTransferRig, type TransferRig } from '../rigs/transfers.js';

const packBytes = 300_000;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield await Promise.resolve(bytes);
}

describe('a pack that the service has stored and cannot give', () => {
  let rig: TransferRig;
  before(async () => {
    rig = await startTransferRig('a damaged pack');
  });
  after(() => rig.close());

  const storedPacks = async (): Promise<readonly BlobEntry[]> => {
    const packs: BlobEntry[] = [];
    for await (const entry of rig.service.blobs.list(trusted('repositories')))
      if (entry.key.includes('/chunks/packs/')) packs.push(entry);
    return packs;
  };

  const lose = async ({ key }: BlobEntry): Promise<void> => (await rig.service.blobs.remove(key))._unsafeUnwrap();
  const change = async ({ key, sizeBytes }: BlobEntry): Promise<void> =>
    (await rig.service.blobs.write(key, once(rig.random.bytes(sizeBytes)), sizeBytes))._unsafeUnwrap();

  for (const [title, harm, message] of [
    ['is lost', lose, /^the service lacks the pack [0-9a-f]{64}; push the file again/],
    ['has other bytes', change, /^the pack [0-9a-f]{64} is damaged: a chunk does not decode to its name; push the file again/],
  ] as const) {
    it(`and ${title} ends the pull, and a push of the same file heals it`, async () => {
      const { context, service } = rig;
      const before = new Set((await storedPacks()).map(({ key }) => key));
      const bytes = rig.random.bytes(1_000_000);
      const source = await rig.file(title, bytes);
      const { oid } = await pushFile(context, source, { packBytes });
      const packs = (await storedPacks()).filter(({ key }) => !before.has(key));
      const [, pack] = packs;
      if (pack === undefined) throw new Error('the file lies in several packs');
      await harm(pack);

      const destination = join(rig.folder, `${oid}.pulled`);
      expect((await problemIn(pullObject(context, oid, destination))).message).to.match(message);
      await waitUntil('the service knows of the damage', async () => {
        const [permission] = (await context.client.downloads.authorize(service.repositoryId, [oid]))._unsafeUnwrap();
        return permission?.kind === 'refused';
      });
      const { newChunks } = await pushFile(context, source, { packBytes });
      expect(newChunks, 'what is damaged is sent').to.be.greaterThan(0);
      await pullObject(context, oid, destination);
      expect(Buffer.compare(await readFile(destination), bytes)).to.equal(0);
    });
  }
});
