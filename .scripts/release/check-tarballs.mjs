import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../workspaces.mjs';

/** Says what the program has said only where it fails. */
const runQuietly = async (name, parameters) => {
  try {
    await promisify(execFile)(join(root, 'node_modules/.bin', name), parameters, { cwd: root, maxBuffer: 2 ** 24 });
  } catch ({ stdout, stderr }) {
    throw new Error(`${[name, ...parameters].join(' ')} failed:\n${stdout}${stderr}`);
  }
};

/** Whether each tarball is what it says, to those who import it and to those who require it. */
export const checkTarballs = async (tarballs) => {
  const queue = [...tarballs.values()];
  const work = async () => {
    for (let tarball = queue.shift(); tarball !== undefined; tarball = queue.shift()) {
      await runQuietly('publint', ['run', '--strict', tarball]);
      await runQuietly('attw', ['--profile', 'node16', tarball]);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  console.log(`${tarballs.size} tarballs pass publint and attw`);
};
