import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/** A folder with one of the bundled commands in it. */
export interface Installation {
  /** The file that Node is started with. */
  readonly program: string;
  remove(): Promise<void>;
}

const commands = { svc: 'packages/agent', 'svc-server': 'examples/reference-server' } as const;

/**
 * A command as npm installs it without a part: without `scripts` (`--ignore-scripts`, pnpm) nothing that has to be compiled is; without `optional` packages
 * (`--omit=optional`, or a platform that there is none for) whatever is of one platform is not there at all.
 */
export const installWithout = async (
  part: 'scripts' | 'optional',
  command: keyof typeof commands = 'svc',
): Promise<Installation> => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bare-'));
  const place = (name: string): string => join(folder, 'node_modules', name);
  const installed = (name: string): string => join(checkout, 'node_modules', name);
  const home = place('@svc/command');
  await mkdir(home, { recursive: true });
  for (const each of ['bin', 'dist', 'package.json']) {
    await cp(join(checkout, commands[command], each), join(home, each), { recursive: true });
  }
  // A copy finds what lies beside it, a link what lies beside the original.
  const copied = ['better-sqlite3', 'zstd-napi', '@napi-rs'];
  const own = join(checkout, commands[command], 'node_modules');
  const ofItsOwn = existsSync(own) ? await readdir(own) : [];
  for (const name of ofItsOwn) await symlink(join(own, name), place(name));
  for (const name of await readdir(installed('.'))) {
    if (![...ofItsOwn, ...copied, '@svc'].includes(name)) await symlink(installed(name), place(name));
  }
  if (part === 'optional') {
    await cp(installed('@napi-rs/blake-hash'), place('@napi-rs/blake-hash'), { recursive: true });
  } else {
    await symlink(installed('@napi-rs'), place('@napi-rs'));
    for (const name of ['better-sqlite3', 'zstd-napi']) {
      const compiled = join(installed(name), 'build');
      await cp(installed(name), place(name), { recursive: true, filter: (path) => !path.startsWith(compiled) });
    }
  }
  return { program: join(home, `bin/${command}.js`), remove: () => rm(folder, { recursive: true, force: true }) };
};
