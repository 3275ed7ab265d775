import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeModel } from '../data/model.js';
import { type Bench, below, type Outcome, rounded } from '../measure/bench.js';
import { median } from '../measure/median.js';
import { svc, type SvcPeer } from '../peers/svc.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

const seed = 20_261_122;
const sizeBytes = 2 ** 30;
const rounds = 8;

interface Round {
  readonly push: number;
  readonly pull: number;
}

/** What a push into a new repository and a pull out of it cost the server, in seconds of processor time. */
const measureRound = async (peer: SvcPeer, path: string, folder: string): Promise<Round> => {
  await peer.create();
  await peer.store('v1', path);
  const { server: push } = peer.lastSides();
  const target = join(folder, 'pulled');
  await mkdir(target);
  await peer.restore('v1', target);
  const { server: pull } = peer.lastSides();
  await rm(target, { recursive: true });
  return { push, pull };
};

const measure = async (folder: string): Promise<Outcome> => {
  const path = join(folder, 'model');
  await writeModel(path, sizeBytes, seed);
  const peer = await svc(folder);
  const all: Round[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await measureRound(peer, path, folder));
  const { server } = peer.mostMb();
  await peer.stop();
  const half = rounds / 2;
  const growth = (of: (round: Round) => number): number => median(all.slice(half).map(of)) / median(all.slice(0, half).map(of));
  return {
    rows: all.map(({ push, pull }, round) => ({ round, 'push, s': rounded(push), 'pull, s': rounded(pull) })),
    goals: [
      below(
        'pushes of the second half against the first',
        growth(({ push }) => push),
        1.3,
      ),
      below(
        'pulls of the second half against the first',
        growth(({ pull }) => pull),
        1.3,
      ),
      below('MB of the server', server, 250),
    ],
  };
};

export const longRunning: Bench = {
  name: 'long-running',
  about: `processor time of one server for ${rounds} pushes of ${sizeBytes / 2 ** 30} GiB and as many pulls: it must not grow with what the server has done before`,
  run: () => withTemporaryFolder(measure),
};
