import { testCertificate } from '@svc/test-services/certificate';
import { waitUntil } from '@svc/test-services/wait-until';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A request that nginx has answered, as its access log has it. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** A real nginx that ends TLS in front of a server on loopback, for clients that know its certificate. */
export interface Nginx {
  /** The file with the certificate that it shows. */
  readonly certificate: string;
  requests(): readonly LoggedRequest[];
  /** All that it has logged, of errors too. */
  logged(): string;
  stop(): Promise<void>;
}

export interface NginxOptions {
  /** As a file of its `conf.d`: of `svc.example.org` on port 443, in front of port 8080. */
  readonly configuration: string;
  readonly port: number;
  readonly serverPort: number;
}

/** What Debian's own configuration has around a file of `conf.d`. */
const around = (folder: string, configuration: string): string => `
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder}/${each};`).join('\n  ')}
  ${configuration}
}
`;

const replaceEach = (text: string, replacements: Readonly<Record<string, string>>): string =>
  Object.entries(replacements).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`the configuration does not say ${from}`);
    return changed.replaceAll(from, to);
  }, text);

const running = new Set<ChildProcess>();

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Starts nginx with this configuration, in a folder and on a port of its own. */
export const startNginx = async ({ configuration, port, serverPort }: NginxOptions): Promise<Nginx> => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-nginx-'));
  // Its workers run as another user where it was started by root.
  chmodSync(folder, 0o755);
  const certificate = join(folder, 'certificate.pem');
  writeFileSync(certificate, testCertificate.cert);
  writeFileSync(join(folder, 'key.pem'), testCertificate.key);
  const own = replaceEach(configuration, {
    'listen 443': `listen 127.0.0.1:${port}`,
    'server 127.0.0.1:8080': `server 127.0.0.1:${serverPort}`,
    'svc.example.org': '127.0.0.1',
    '/etc/ssl/svc': folder,
    '/var/log/nginx': folder,
  });
  writeFileSync(join(folder, 'nginx.conf'), around(folder, own));
  // /usr/sbin is on no path but root's.
  const env = { PATH: [process.env['PATH'] ?? '', '/usr/sbin'].join(delimiter) };
  const child = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.setEncoding('utf8').on('data', (text: string) => (said += text));
  const end = once(child, 'close').then(() => running.delete(child));

  const logged = (...names: readonly string[]): string =>
    names.map((name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '')).join('');
  await waitUntil('nginx listens', () => {
    if (child.exitCode !== null) throw new Error(`nginx has ended with ${child.exitCode}: ${said}`);
    return listens(port);
  });
  return {
    certificate,
    requests: () =>
      [...logged('svc.log').matchAll(/^\S+ (\S+) (.*) (\d{3}) \d+ \S+$/gm)].map(([, method = '', path = '', status]) => ({
        method,
        path,
        status: Number(status),
      })),
    logged: () => said + logged(...readdirSync(folder).filter((name) => name.endsWith('.log'))),
    stop: async () => {
      child.kill('SIGTERM');
      await end;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

// Whatever happens to the tests, no nginx outlives them. Its workers end when it does.
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});
