import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { forEachConcurrent } from '../for-each-concurrent.mjs';
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
  const check = async (tarball) => {
    await runQuietly('publint', ['run', '--strict', tarball]);
    await runQuietly('attw', ['--profile', 'node16', tarball]);
  };
  await forEachConcurrent(
    availableParallelism(),
    [...tarballs.values()].map((tarball) => () => check(tarball)),
  );
  console.log(`${tarballs.size} tarballs pass publint and attw`);
};
