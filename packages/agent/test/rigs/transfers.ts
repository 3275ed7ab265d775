import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClientOptions, createClient } from '@svc/client';
import { createSeededRandom, type SeededRandom } from '@svc/conformance';
import { createHttpTransport } from '../../src/http-transport.js';
import { openTransferContext, type OpenTransferContext, type TransferContextOptions } from '../../src/transfer-context.js';
import { connectionsHere } from './run-git-here.js';
import { startTransferService, type TransferService } from './transfer-service.js';

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 32));

/** What a test of a transfer needs: a service, a context, a folder of its own, and data that a seed decides. */
export interface TransferRig {
  readonly service: TransferService;
  readonly context: OpenTransferContext;
  readonly folder: string;
  readonly random: SeededRandom;
  /** Another context to the same service. */
  open(options?: Partial<ClientOptions & TransferContextOptions>): Promise<OpenTransferContext>;
  /** An empty folder in it. */
  newFolder(): Promise<string>;
  /** Writes a file into the folder and gives its path. */
  file(name: string, bytes: Uint8Array): Promise<string>;
  close(): Promise<void>;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Patient enough for a busy machine. */
const transport = createHttpTransport({ stallMs: 60_000, connections: connectionsHere });

/** Waits that are over at once. */
const noWaits = { wait: async () => undefined, random: () => 0 };

export const startTransferRig = async (
  title: string,
  ...options: Parameters<typeof startTransferService>
): Promise<TransferRig> => {
  console.log(`      ${title}: seed ${seed}`);
  const service = await startTransferService(...options);
  const folder = await mkdtemp(join(tmpdir(), 'svc-transfer-'));
  const opened: OpenTransferContext[] = [];
  const open: TransferRig['open'] = async (options = {}) => {
    const { baseUrl, token: credential, repositoryId } = service;
    const client = createClient({ baseUrl, credential, transport, retryDependencies: noWaits, ...options });
    const context = await openTransferContext({ client, repositoryId, threads: 2, ...options });
    opened.push(context);
    return context;
  };
  return {
    service,
    folder,
    random: createSeededRandom(seed),
    context: await open(),
    open,
    newFolder: () => mkdtemp(join(folder, 'new-')),
    file: async (name, bytes) => {
      const path = join(folder, name);
      await writeFile(path, bytes);
      return path;
    },
    close: async () => {
      for (const context of opened) await context.close();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
