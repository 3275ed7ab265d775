import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { randomFillSync } from 'node:crypto';
import { type Bench, below, type Outcome, rounded } from '../measure/bench.js';
import { svc } from '../peers/svc.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

const sizeBytes = 8 * 2 ** 30;
const contentBytes = 8 * 2 ** 20;
const strideBytes = 256 * 2 ** 20;

/** Content of its own every 256 MiB, and holes between: a file whose size nobody can hold, at the price of a small one. */
const writeSparse = async (path: string): Promise<void> => {
  const file = await open(path, 'w');
  try {
    await file.truncate(sizeBytes);
    const content = Buffer.alloc(contentBytes);
    for (let at = 0; at < sizeBytes; at += strideBytes) await file.write(randomFillSync(content), 0, contentBytes, at);
  } finally {
    await file.close();
  }
};

const measure = async (folder: string): Promise<Outcome> => {
  const path = join(folder, 'large');
  await writeSparse(path);
  const peer = await svc(folder);
  await peer.create();
  const push = await peer.store('v1', path);
  const target = join(folder, 'pulled');
  await mkdir(target);
  const pull = await peer.restore('v1', target);
  const { agent, server } = peer.mostMb();
  await peer.stop();
  return {
    rows: [
      { what: 'svc push', seconds: rounded(push.seconds) },
      { what: 'svc pull', seconds: rounded(pull.seconds) },
    ],
    goals: [below('MB of the command', agent, 250), below('MB of the server', server, 250)],
  };
};

export const largeFile: Bench = {
  name: 'large-file',
  about: `svc push and svc pull of ${sizeBytes / 2 ** 30} GiB, of which ${(contentBytes * sizeBytes) / strideBytes / 2 ** 20} MiB are content and the rest holes: what command and server occupy at most`,
  run: () => withTemporaryFolder(measure),
};
