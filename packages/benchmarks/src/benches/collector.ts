import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeUpTree } from '../data/chunk-tree.js';
import { below, type Bench, type Outcome, type Row, rounded } from '../measure/bench.js';
import { createApi, createRepositoryPath } from '../server/api.js';
import { startSvcServer } from '../server/svc-server.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

/** `COLLECTOR_CHUNKS` names other numbers. */
const sizes = (process.env['COLLECTOR_CHUNKS'] ?? '100000,1000000,10000000').split(',').map(Number);

const visitor = fileURLToPath(new URL('../measure/visit-tree.ts', import.meta.url));

/** What a visit has found, and what it took. */
interface Visited {
  readonly deadBytes: number;
  readonly seconds: number;
  readonly idleMb: number;
  readonly mostMb: number;
}

/** One visit in a process of its own, for a process never gives back all memory. */
const visit = async (data: string): Promise<Visited> => {
  const child = spawn(process.execPath, [...process.execArgv, visitor, data], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child, 'close');
  const [deadBytes = NaN, seconds = NaN, idleMb = NaN, mostMb = NaN] = output.split(' ').map(Number);
  return { deadBytes, seconds, idleMb, mostMb };
};

const visitOnce = async (folder: string, atLeastChunks: number): Promise<Row & { readonly grown: number }> => {
  const data = join(folder, 'data');
  const server = await startSvcServer(folder);
  const repositoryPath = await createRepositoryPath(createApi(server.baseUrl, server.credential));
  await server.stop();
  const { chunks, packs, deadBytes } = await makeUpTree(data, repositoryPath, atLeastChunks);
  const { seconds, idleMb, mostMb, ...visited } = await visit(data);
  if (visited.deadBytes !== deadBytes) throw new Error(`${visited.deadBytes} dead bytes were counted in place of ${deadBytes}`);
  const [idle, most] = [Math.round(idleMb), Math.round(mostMb)];
  return { chunks, packs, seconds: rounded(seconds), 'idle MB': idle, 'most MB': most, grown: most - idle };
};

const measure = async (): Promise<Outcome> => {
  const rows = [];
  for (const chunks of sizes) rows.push(await withTemporaryFolder((folder) => visitOnce(folder, chunks)));
  const grown = Math.max(...rows.map((row) => row.grown));
  return { rows, goals: [below('MB above idle, whatever the number of chunks', grown, 150)] };
};

export const collector: Bench = {
  name: 'collector',
  about: `a visit of the collector to a chunk tree of ${sizes.join(', ')} chunks on SQLite and files`,
  run: measure,
};
