import type { Oid } from '@svc/core';
import { valueOf } from '../api-outcome.js';
import { inGroups } from '../small-files.js';
import type { TransferContext } from '../transfer-context.js';
import { hashFile } from '../verify/hash-file.js';
import { UnreadableFile, withSource } from './source-file.js';

/** A file that a push would look at. */
export interface ForeseenFile {
  readonly oid: Oid;
  readonly path: string;
  readonly sizeBytes: number;
  /** Then nothing of it would be sent. */
  readonly isStored: boolean;
}

type Read = Omit<ForeseenFile, 'isStored'>;

const readFile = (context: TransferContext, path: string): Promise<Read> =>
  withSource(context, path, async (file) => ({ oid: await hashFile(file, context.signal), path, sizeBytes: file.sizeBytes }));

/** Reads files, and asks which of them are stored; sends nothing. `onUnreadable`: as for a push, without it the first one is the end. */
export async function* foreseePush(
  context: TransferContext,
  paths: readonly string[],
  onUnreadable: ((problem: UnreadableFile) => void) | undefined,
): AsyncGenerator<ForeseenFile, void, undefined> {
  const { client, repositoryId, signal } = context;
  for (const group of inGroups(paths)) {
    const read: Read[] = [];
    for (const path of group) {
      try {
        read.push(await readFile(context, path));
      } catch (fault) {
        if (!(fault instanceof UnreadableFile) || onUnreadable === undefined) throw fault;
        onUnreadable(fault);
      }
    }
    const oids = [...new Set(read.map(({ oid }) => oid))];
    const { objectSizes } = await valueOf(client.tree.lookUp(repositoryId, { oids }, { signal }));
    for (const file of read) yield { ...file, isStored: objectSizes.has(file.oid) };
  }
}
