import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameOfGitPath } from '../push/object-names.js';
import { pushFiles } from '../push/push-files.js';
import { inGroups } from '../small-files.js';
import type { TransferContext } from '../transfer-context.js';
import type { TipFile } from './files-of-tips.js';
import { missingObject, openContentReader } from './object-reader.js';
import type { GitRepository } from './open-repository.js';

export interface StoredFile extends TipFile {
  /** Under which the service has its bytes. */
  readonly oid: string;
  /** Whether it had to be sent. */
  readonly isNew: boolean;
}

/** What the object of a file is called: by its path, so that people find it. A path that is no UTF-8 is shown as well as it can be. */
const nameOfFile = (file: TipFile | undefined): string | undefined =>
  file && nameOfGitPath(Buffer.from(file.path, 'latin1').toString('utf8'));

/** Stores files as ordinary objects, many with one request, as `svc push` does. What was yielded is durable. */
export async function* storeFiles(
  context: TransferContext,
  repository: GitRepository,
  files: readonly TipFile[],
): AsyncGenerator<StoredFile, void, undefined> {
  const contents = openContentReader(repository);
  const folder = await mkdtemp(join(tmpdir(), 'svc-index-'));
  try {
    for (const group of inGroups(files)) {
      const byPath = new Map(group.map((file) => [join(folder, file.id), file]));
      let at = 0;
      for await (const object of contents.ask(group.map(({ id }) => id))) {
        const id = group[at]?.id ?? '';
        at += 1;
        if (object === undefined) throw missingObject(id);
        await writeFile(join(folder, id), object.bytes);
      }
      const nameOf = async (path: string): Promise<string | undefined> => nameOfFile(byPath.get(path));
      for await (const { path, oid, sentBytes } of pushFiles(context, [...byPath.keys()], { profile: 'auto', nameOf })) {
        const file = byPath.get(path);
        if (file !== undefined) yield { ...file, oid, isNew: sentBytes > 0 };
      }
      for (const path of byPath.keys()) await rm(path);
    }
  } finally {
    contents.close();
    await rm(folder, { recursive: true, force: true });
  }
}
