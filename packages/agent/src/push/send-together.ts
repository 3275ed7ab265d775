import { profileForSize, type ProfileName, profiles } from '@svc/core/chunking';
import { targetPackBytes } from '@svc/core/packs';
import { createMeter, type Meter } from '../meter.js';
import { createFailFast } from '../pipeline/fail-fast.js';
import type { TransferContext } from '../transfer-context.js';
import { createArrivals } from './arrivals.js';
import { createChunkSender, type ChunkSender, type CutFile } from './chunk-sender.js';
import { UnreadableFile, withSource } from './source-file.js';

/** A file of the group that is pushed. */
export interface FileOfGroup {
  readonly path: string;
  /** As it was when the group was made up. */
  readonly sizeBytes: number;
}

export interface SentFile extends CutFile {
  readonly profile: ProfileName;
  readonly sizeBytes: number;
  readonly meter: Meter;
}

export interface SentGroup {
  /** By where they stand. */
  readonly files: ReadonlyMap<number, SentFile>;
  readonly problems: readonly UnreadableFile[];
  readonly sender: ChunkSender;
}

/** Sends what the repository lacks of the files; those that cannot be read are left out. */
export const sendTogether = async (
  context: TransferContext,
  files: readonly (readonly [number, FileOfGroup])[],
  profileName: ProfileName | 'auto',
): Promise<SentGroup> => {
  const failFast = createFailFast(context.signal);
  const { expect, arrived } = createArrivals();
  const sender = createChunkSender(context, {
    declaredBytes: 0,
    packBytes: targetPackBytes,
    trustLookUps: true,
    onStored: arrived,
    failFast,
  });
  const sent = new Map<number, SentFile>();
  const problems: UnreadableFile[] = [];
  const add = (path: string): Promise<SentFile> =>
    withSource(context, path, async (file) => {
      const { sizeBytes } = file;
      const profile = profileName === 'auto' ? profileForSize(sizeBytes) : profiles[profileName];
      const meter = createMeter(context, path, sizeBytes);
      expect(meter, sizeBytes);
      const cut = await sender.add(file, { profile, expectedOid: undefined });
      await file.checkUnchanged();
      return { ...cut, profile: profile.name, sizeBytes, meter };
    });
  try {
    for (const [at, { path }] of files) {
      try {
        sent.set(at, await add(path));
      } catch (fault) {
        if (!(fault instanceof UnreadableFile)) throw fault;
        problems.push(fault);
      }
    }
  } catch (fault) {
    failFast.fail(fault);
  }
  await sender.finish([...sent.values()]);
  return { files: sent, problems, sender };
};
