import { createHash, randomFillSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, type Bench, below, type Outcome, rounded } from '../measure/bench.js';
import { median } from '../measure/median.js';
import { processorSeconds } from '../measure/processor-time.js';
import { residentMb, watchMemory } from '../measure/resident-memory.js';
import { type Api, createApi, createRepositoryPath, textAt } from '../server/api.js';
import { startBareServer } from '../server/bare-server.js';
import { startSvcServer } from '../server/svc-server.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';
import { getInRanges, getWhole, putRepeated } from '../server/transfer.js';

const blockBytes = 64 * 2 ** 20;
const repeats = 16;
const sizeBytes = blockBytes * repeats;
const rounds = 7;
/** The first files of a process meet memory that nobody has touched for a while. */
const warmUps = 2;
const settleMs = 1500;
const rangeBytes = 2 ** 20;

interface SignedUrls {
  readonly put: string;
  /** Completes and finalizes what was put; resolves with the download URL. */
  publish(): Promise<string>;
}

const beginUpload = async (api: Api, oid: string): Promise<SignedUrls> => {
  const repository = await createRepositoryPath(api);
  const session = `${repository}/uploads/${textAt(await api('POST', `${repository}/uploads`, {}), 'session', 'id')}`;
  const authorized = await api('POST', `${session}/objects`, { objects: [{ oid, size: sizeBytes }] });
  return {
    put: textAt(authorized, 'objects', 0, 'upload_url'),
    publish: async () => {
      await api('POST', `${session}/objects/${oid}/complete`, { size: sizeBytes });
      await api('POST', `${session}/finalize`);
      return textAt(await api('POST', `${repository}/downloads/authorize`, { objects: [{ oid }] }), 'objects', 0, 'download_url');
    },
  };
};

interface Peer {
  readonly pid: number;
  readonly url: string;
}

interface Transfer {
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly mostMb: number;
}

const watched = async ({ pid, url }: Peer, act: (url: string) => Promise<number>): Promise<Transfer> => {
  const before = processorSeconds(pid);
  const stopWatching = watchMemory(pid);
  const seconds = await act(url);
  return { seconds, mostMb: stopWatching(), processorSeconds: processorSeconds(pid) - before };
};

/** Both in turn, in changing order, the first rounds thrown away. */
const race = async (svc: Peer, bare: Peer, act: (url: string) => Promise<number>) => {
  const own: Transfer[] = [];
  const peer: Transfer[] = [];
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const svcFirst = round % 2 === 0;
    if (svcFirst) own.push(await watched(svc, act));
    peer.push(await watched(bare, act));
    if (!svcFirst) own.push(await watched(svc, act));
  }
  return { svc: summary(own), bare: summary(peer) };
};

const summary = (all: readonly Transfer[]): Transfer => {
  const transfers = all.slice(warmUps);
  return {
    seconds: median(transfers.map(({ seconds }) => seconds)),
    processorSeconds: median(transfers.map(({ processorSeconds: busy }) => busy)),
    mostMb: Math.max(...all.map(({ mostMb }) => mostMb)),
  };
};

const oidOf = (block: Buffer): string => {
  const hash = createHash('sha256');
  for (let at = 0; at < repeats; at += 1) hash.update(block);
  return hash.digest('hex');
};

const measure = async (folder: string): Promise<Outcome> => {
  const block = randomFillSync(Buffer.alloc(blockBytes));
  const svc = await startSvcServer(folder);
  const bare = await startBareServer('bare-file-server', folder);
  const api = createApi(svc.baseUrl, svc.credential);
  const upload = await beginUpload(api, oidOf(block));
  await sleep(settleMs);
  const idleMb = { svc: residentMb(svc.pid), bare: residentMb(bare.pid) };

  const bareFile: Peer = { pid: bare.pid, url: `${bare.baseUrl}/file` };
  const put = await race({ pid: svc.pid, url: upload.put }, bareFile, (url) => putRepeated(url, block, repeats));
  const begun = performance.now();
  const download = await upload.publish();
  const publishMs = performance.now() - begun;
  const get = await race({ pid: svc.pid, url: download }, bareFile, (url) => getWhole(url, sizeBytes));
  const ranges: Transfer[] = [];
  for (let round = 0; round < warmUps + rounds; round += 1) {
    ranges.push(await watched({ pid: svc.pid, url: download }, (url) => getInRanges(url, sizeBytes, rangeBytes)));
  }
  await Promise.all([svc.stop(), bare.stop()]);

  const row = (what: string, server: string, { seconds, processorSeconds: busy, mostMb }: Transfer, idle: number) => ({
    what,
    server,
    seconds: rounded(seconds),
    'MB/s': Math.round(sizeBytes / 1e6 / seconds),
    'CPU seconds': rounded(busy),
    'MB above idle': Math.round(mostMb - idle),
  });
  return {
    rows: [
      row('PUT 1 GiB', 'svc, signed URL', put.svc, idleMb.svc),
      row('PUT 1 GiB', 'bare node:http', put.bare, idleMb.bare),
      row('GET 1 GiB', 'svc, signed URL', get.svc, idleMb.svc),
      row('GET 1 GiB', 'bare node:http', get.bare, idleMb.bare),
      row('GET 1 GiB in ranges of 1 MiB', 'svc, signed URL', summary(ranges), idleMb.svc),
      { what: 'complete, finalize', server: 'svc', seconds: rounded(publishMs / 1000) },
    ],
    goals: [
      atLeast('PUT against bare node:http', put.bare.seconds / put.svc.seconds, 0.9),
      atLeast('GET against bare node:http', get.bare.seconds / get.svc.seconds, 0.9),
      below('MB above idle during PUT', put.svc.mostMb - idleMb.svc, 150),
      below('MB above idle during GET', get.svc.mostMb - idleMb.svc, 150),
    ],
  };
};

export const signedTransfer: Bench = {
  name: 'signed-transfer',
  about: `PUT and GET of 1 GiB by signed URL, and its GET in ranges, filesystem store, median of ${rounds}, against a bare node:http server that writes (with fsync) or reads the same file and hashes it with SHA-256`,
  run: () => withTemporaryFolder(measure),
};
