import { freePort } from '@svc/test-services/free-port';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface PgBouncer {
  /** The given URL, by way of the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Debian's configuration, but for where it listens and whom it lets in. */
const configuration = ({ hostname, port, username, password }: URL, ownPort: number, mode: string): string => `
[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`;

/** Starts a real PgBouncer between a client and PostgreSQL. */
export const startPgBouncer = async (target: string, mode: 'session' | 'transaction' | 'statement'): Promise<PgBouncer> => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, configuration(new URL(target), port, mode));
  // /usr/sbin is on no path but root's, as whom it refuses to run.
  const env = { PATH: [process.env['PATH'] ?? '', '/usr/sbin'].join(delimiter) };
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', [...asNobody, file], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const kill = (): void => void child.kill('SIGTERM');
  process.once('exit', kill);
  const ended = once(child, 'close');
  let said = '';
  const ready = new Promise<boolean>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('process up')) resolve(true);
    });
  });
  if (!(await Promise.race([ready, ended.then(() => false)]))) throw new Error(`PgBouncer does not start: ${said}`);
  const url = new URL(target);
  url.port = String(port);
  return {
    url: url.href,
    stop: async () => {
      // At once, also while somebody is connected.
      kill();
      await ended;
      process.off('exit', kill);
      await rm(folder, { recursive: true, force: true });
    },
  };
};
