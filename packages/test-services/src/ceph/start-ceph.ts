import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { makeBucket } from '../make-bucket.js';
import type { S3Service } from '../s3-service.js';
import { freePort } from '../free-port.js';

const gateway = 'radosgw';
const programs = ['ceph', 'ceph-mon', 'ceph-osd', gateway, 'radosgw-admin'];

/** Whether everything that a node of Ceph with an S3 gateway needs is installed. */
export const cephIsInstalled = (): boolean =>
  programs.every((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0);

/** Below the ports that the kernel gives away by itself, so that only another Ceph could take them; it looks for free ones among a hundred. */
const storePort = (): number => 10_000 + 100 * Math.floor(Math.random() * 200);

const script = fileURLToPath(new URL('one-node.sh', import.meta.url));

const versionOf = (): string => spawnSync(gateway, ['--version'], { encoding: 'utf8' }).stdout.replace(/ \(.*/s, '').trim();

export interface Ceph extends S3Service {
  /** Where it keeps everything. */
  readonly folder: string;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

/** Starts a Ceph of one's own, which takes a few seconds. It ends with this process, however that ends, and does not keep it alive. */
export const startCeph = async (): Promise<Ceph> => {
  const key = { accessKeyId: randomBytes(10).toString('hex').toUpperCase(), secretAccessKey: randomBytes(20).toString('hex') };
  const folder = join(tmpdir(), `ceph-${randomBytes(6).toString('hex')}`);
  const [gatewayPort, monitorPort] = [await freePort(), await freePort()];
  const keeper = spawn(script, [folder, String(gatewayPort), String(monitorPort), String(storePort())], {
    env: { ...process.env, S3_ACCESS_KEY_ID: key.accessKeyId, S3_SECRET_ACCESS_KEY: key.secretAccessKey },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(keeper, 'exit');
  const complaint = text(keeper.stderr);
  const ready = once(createInterface(keeper.stdout), 'line').then(() => true);
  if (!(await Promise.race([ready, ended.then(() => false)]))) throw new Error(`Ceph did not start:\n${await complaint}`);
  keeper.unref();
  const server = { ...key, endpoint: `http://127.0.0.1:${String(gatewayPort)}`, region: 'us-east-1' };
  return {
    ...server,
    folder,
    name: `S3 of ${versionOf()}`,
    newBucket: () => makeBucket(server),
    stop: async () => {
      keeper.ref();
      keeper.stdin.end();
      await ended;
    },
  };
};
