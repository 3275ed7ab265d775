import type { Client } from '@svc/client';
import type { NodeCodecOptions } from '@svc/codec-node';
import { isOid, type Oid } from '@svc/core';
import { invariant } from '@svc/core/model';
import { availableParallelism } from 'node:os';
import type { Stall } from '../http-transport.js';
import { AgentProblem } from '../agent-problem.js';
import { isStandaloneFor } from '../git/is-standalone.js';
import { createStallTeller } from '../output/stall-teller.js';
import { mendedLine } from '../pull/mended-ranges.js';
import { pullObject, type PullOptions } from '../pull/pull-object.js';
import { createVersionsAround, createVersionsOfOid } from '../push/previous-versions.js';
import { pushFile } from '../push/push-file.js';
import { pushWhole } from '../push/push-whole.js';
import { codecChoice } from '../settings/codec-choice.js';
import { readSettingSources } from '../settings/read-settings.js';
import { resolveNames } from '../settings/resolve-names.js';
import { openClient } from '../service-client.js';
import type { LfsUse } from '../settings/clone-lfs-url.js';
import { type SettingSources, type SettingTexts, stallSecondsOf } from '../settings/setting-sources.js';
import { conflictWithClone } from '../settings/settings.js';
import { createSmallFileCount } from '../small-files.js';
import { authorizationOf, findService } from '../transfer/find-service.js';
import type { Action } from '../transfer/message.js';
import { runTransfer } from '../transfer/run-transfer.js';
import { findSharedMode, findStorage, makeTemporaryFolder, objectPath, temporaryPath } from '../transfer/lfs-storage.js';
import { linkExisting } from '../transfer/link-existing.js';
import { createFindLocal, type FindLocal } from '../transfer/find-local.js';
import { offeredEntry, offeredPlace } from '../transfer/whole-offer.js';
import { openTransferContext, type OpenTransferContext, type TransferContext } from '../transfer-context.js';
import { createWholeRoute } from '../whole-route.js';
import type { CommandDependencies } from './command-dependencies.js';
import { atPlace } from './at-place.js';

/** What git-lfs starts. Problems with settings are answers to its requests: it shows those, and nothing that is said on stderr. */
export const transfer = async (dependencies: CommandDependencies, flags: SettingTexts): Promise<void> => {
  const { environment, signal, abort, stdout, stderr, runGit } = dependencies;
  const contexts = createContexts(dependencies, {
    codecOptions: codecChoice(environment),
    readSources: async (use) => resolveNames(await readSettingSources(flags, dependencies, runGit, use), dependencies),
    // git-lfs shows it to those who ask it with GIT_TRACE what it does.
    onStall: createStallTeller(stderr),
    onMended: (mended) => stderr(`svc: ${mendedLine(mended)}\n`),
  });
  const isOneOfMany = createSmallFileCount();
  const whole = createWholeRoute();
  const previousOf = createVersionsOfOid(runGit);
  const openStorage = async (): Promise<LfsStorage> => {
    const root = await findStorage(runGit, dependencies.folder);
    const permissions = await findSharedMode(runGit);
    const folder = await makeTemporaryFolder(root, permissions);
    const findLocal = createFindLocal(createVersionsAround(runGit), root);
    return { root, folder, findLocal, partOptions: permissions === undefined ? {} : { permissions } };
  };
  let storage: Promise<LfsStorage> | undefined;
  try {
    await runTransfer({
      input: dependencies.stdin(),
      write: stdout,
      signal,
      abort,
      now: () => performance.now(),
      mover: {
        begin: async (init) => {
          const sources = await contexts.begin(init);
          const conflict = conflictWithClone(sources);
          if (conflict === undefined) return;
          // Where the server is asked, it says itself where the objects go.
          if (await isStandaloneFor(runGit, conflict.cloneUrl)) throw new AgentProblem(conflict.message, 'setting');
        },
        upload: async ({ oid, path, size, action }, onProgress) => {
          const context = await contexts.of(action, onProgress);
          const expectedOid = checked(oid);
          const entry = offeredEntry(expectedOid, size, action);
          const push = () => pushWhole(context, [path], { expectedOid, entry });
          await atPlace(context, async () => {
            const isSent = (entry !== undefined || isOneOfMany(size)) && (await whole.attempt(push));
            // An action is there for what the service lacks alone.
            const isLacking = action !== undefined;
            if (!isSent) await pushFile(context, path, { expectedOid, isLacking, previous: previousOf(expectedOid) });
          });
        },
        download: async ({ oid, size, action }, onProgress) => {
          const context = await contexts.of(action, onProgress);
          const { root, folder, findLocal, partOptions } = await (storage ??= openStorage());
          const destination = temporaryPath(folder, oid);
          const pull = (options: PullOptions) =>
            pullObject(context, checked(oid), destination, { expectedBytes: size, ...partOptions, ...options });
          const permission = offeredPlace(checked(oid), size, action);
          const pullWhole = () => pull({ whole: { permission } });
          try {
            await atPlace(context, async () => {
              const isThere = (permission !== undefined || isOneOfMany(size)) && (await whole.attempt(pullWhole));
              if (!isThere) await pull({ local: await findLocal(checked(oid), size) });
            });
          } catch (fault) {
            // Another git-lfs, as of another worktree, may have fetched it meanwhile; it clears away what is being written here for an object that is there.
            if (!(await linkExisting(objectPath(root, checked(oid)), checked(oid), destination, signal))) throw fault;
          }
          return destination;
        },
      },
    });
  } finally {
    await contexts.close();
  }
};

/** What lies in the clone. */
interface LfsStorage {
  readonly root: string;
  /** For what is being fetched. */
  readonly folder: string;
  readonly findLocal: FindLocal;
  /** For whom it is. */
  readonly partOptions: Pick<PullOptions, 'permissions'>;
}

const checked = (oid: string): Oid => {
  if (isOid(oid)) return oid;
  throw new AgentProblem('the oid is no SHA-256 in lower-case hex');
};

interface Place {
  /** The same for all objects, since it remembers whether the service has answered. */
  readonly client: Client;
  readonly repositoryId: string;
}

const openPlace = async (
  action: Action | undefined,
  sources: SettingSources,
  onStall: (stall: Stall) => void,
  dependencies: CommandDependencies,
): Promise<Place> => {
  const { repositoryId, ...service } = await findService(action, sources, dependencies);
  const client = await openClient({ ...service, stallSeconds: stallSecondsOf(sources), onStall }, dependencies);
  return { client, repositoryId };
};

interface Contexts {
  /** Reads the settings for what follows. */
  begin(use: LfsUse): Promise<SettingSources>;
  of(action: Action | undefined, onProgress: (bytesSoFar: number) => void): Promise<TransferContext>;
  close(): Promise<void>;
}

interface ContextsOptions {
  readonly codecOptions: NodeCodecOptions;
  readonly readSources: (use: LfsUse) => Promise<SettingSources>;
  readonly onStall: (stall: Stall) => void;
  readonly onMended: TransferContext['onMended'];
}

/** One set of threads for all objects; the settings are read once, and the credential is looked for once for each place that the server names. */
const createContexts = (
  dependencies: CommandDependencies,
  { codecOptions, readSources, onStall, onMended }: ContextsOptions,
): Contexts => {
  const { folder, signal } = dependencies;
  let sources: SettingSources | undefined;
  let opened: Promise<OpenTransferContext> | undefined;
  const places = new Map<string, Promise<Place>>();
  const placeOf = (action: Action | undefined): Promise<Place> => {
    const name = JSON.stringify(action === undefined ? null : [action.href, authorizationOf(action)]);
    const known = places.get(name);
    if (known !== undefined) return known;
    invariant(sources !== undefined, 'init comes before every object');
    const found = openPlace(action, sources, onStall, dependencies);
    places.set(name, found);
    return found;
  };
  return {
    begin: async (use) => {
      sources = await readSources(use);
      return sources;
    },
    of: async (action, onProgress) => {
      const { client, repositoryId } = await placeOf(action);
      opened ??= openTransferContext({
        client,
        repositoryId,
        folder,
        threads: availableParallelism(),
        codecOptions,
        onMended,
        signal,
      });
      return { ...(await opened), client, repositoryId, onProgress: ({ doneBytes }) => onProgress(doneBytes) };
    },
    close: async () => {
      await (await opened)?.close();
    },
  };
};
