import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { writeModel, writeSecondModel } from '../data/model.js';
import { writeSourceTar } from '../data/source-tar.js';
import { atMost, type Bench, type Outcome, rounded } from '../measure/bench.js';
import { processorSeconds } from '../measure/processor-time.js';
import { borg } from '../peers/borg.js';
import { folderBytes } from '../peers/folder-bytes.js';
import { versionedFile } from '../peers/git-lfs-versions.js';
import type { Peer } from '../peers/peer.js';
import { restic } from '../peers/restic.js';
import { svc } from '../peers/svc.js';
import { createApi, createRepositoryPath, numberAt } from '../server/api.js';
import { startSvcServer } from '../server/svc-server.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

const seed = 20_261_125;
const versions = 10;
const megabytes = Number(process.env['CONVERTED_MB'] ?? 50);
/** What is written at a time. */
const pieceBytes = 4 * 2 ** 20;
const fileBytes = Math.ceil((megabytes * 1e6) / pieceBytes) * pieceBytes;
const pollMs = 200;

type WriteVersions = (folder: string) => Promise<readonly string[]>;

const pathsIn = (folder: string): readonly string[] => Array.from({ length: versions }, (_, at) => join(folder, `version-${at}`));

const writeModels: WriteVersions = async (folder) => {
  const paths = pathsIn(folder);
  for (const [at, path] of paths.entries()) {
    const former = paths[at - 1];
    if (former === undefined) await writeModel(path, fileBytes, seed);
    else await writeSecondModel(former, path, seed + at, 0);
  }
  return paths;
};

const writeTars: WriteVersions = async (folder) => {
  const paths = pathsIn(folder);
  for (const [at, path] of paths.entries()) await writeSourceTar(path, { sizeBytes: fileBytes, seed, version: at + 1 });
  return paths;
};

interface Summary {
  readonly whole: number;
  readonly physicalBytes: number;
}

/** Pushes by git-lfs as it comes, then has the server convert all of it. */
const convert = async (folder: string, paths: readonly string[]) => {
  const environment = { GC_RECLAIM: 'true', DEDUPLICATE_BYTES_PER_SECOND: '1000000000000' };
  const server = await startSvcServer(folder, { environment });
  const api = createApi(server.baseUrl, server.credential);
  const repository = await createRepositoryPath(api);
  const file = await versionedFile(join(folder, 'home'), { ...server, repositoryId: repository.split('/').at(-1) ?? '' });
  for (const path of paths) await file.push(path);
  const before = await folderBytes(join(folder, 'data', 'blobs'));
  const summary = async (): Promise<Summary> => {
    const answer = await api('GET', `${repository}/storage/summary`);
    return {
      whole: numberAt(answer, 'storage', 'layouts', 'whole', 'object_count'),
      physicalBytes: numberAt(answer, 'storage', 'physical_bytes'),
    };
  };
  const cpuBefore = processorSeconds(server.pid);
  const begun = performance.now();
  await api('PATCH', repository, { deduplicate: 'all' });
  let found = await summary();
  for (; found.whole > 0; found = await summary()) await wait(pollMs);
  const seconds = (performance.now() - begun) / 1000;
  const cpuSeconds = processorSeconds(server.pid) - cpuBefore;
  await server.stop();
  return { before, after: found.physicalBytes, seconds, cpuSeconds };
};

const storeAll = async (make: (folder: string) => Peer | Promise<Peer>, paths: readonly string[]) =>
  withTemporaryFolder(async (folder) => {
    const peer = await make(folder);
    await peer.create();
    let [seconds, cpuSeconds] = [0, 0];
    for (const [at, path] of paths.entries()) {
      const spent = await peer.store(`v${at}`, path);
      seconds += spent.seconds;
      cpuSeconds += spent.cpuSeconds;
    }
    const storedBytes = await peer.storedBytes();
    await peer.stop();
    return { name: peer.name, storedBytes, seconds, cpuSeconds };
  });

const measureKind = (kind: string, write: WriteVersions): Promise<Outcome> =>
  withTemporaryFolder(async (folder) => {
    const paths = await write(folder);
    const gibibytes = (versions * fileBytes) / 2 ** 30;
    const own = await withTemporaryFolder((served) => convert(served, paths));
    const peers = [];
    for (const make of [restic, (at: string) => borg(at, 'borg'), (at: string) => svc(at)])
      peers.push(await storeAll(make, paths));
    const better = Math.min(...peers.slice(0, 2).map(({ storedBytes }) => storedBytes));
    const megabytesOf = (bytes: number): number => Math.round(bytes / 1e6);
    const converted = { name: 'git-lfs, converted', storedBytes: own.after, seconds: own.seconds, cpuSeconds: own.cpuSeconds };
    return {
      rows: [
        { versions: kind, tool: 'git-lfs, before', 'stored MB': megabytesOf(own.before), seconds: 0, 'CPU s a GiB': 0 },
        ...[converted, ...peers].map(({ name, storedBytes, seconds, cpuSeconds }) => ({
          versions: kind,
          tool: name,
          'stored MB': megabytesOf(storedBytes),
          seconds: rounded(seconds),
          'CPU s a GiB': rounded(cpuSeconds / gibibytes),
        })),
      ],
      goals: [atMost(`${kind}: stored after conversion / the better of restic and borg`, own.after / better, 1.1)],
    };
  });

const measure = async (): Promise<Outcome> => {
  const outcomes = [await measureKind('model', writeModels), await measureKind('tar', writeTars)];
  return { rows: outcomes.flatMap(({ rows }) => rows), goals: outcomes.flatMap(({ goals }) => goals) };
};

export const convertedVersions: Bench = {
  name: 'converted-versions',
  about: `${versions} versions of ${Math.round(fileBytes / 1e6)} MB of float32 weights (1 % of the 4 KiB blocks replaced each time), and of a tar of source text (a line changed in 5 % of the files), that git-lfs pushes and the server cuts into chunks, against restic, borg and svc push of the same`,
  run: measure,
};
