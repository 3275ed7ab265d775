import { spawn } from 'node:child_process';

/** Runs a program with its output shown; rejects, naming the command, unless it ends with 0. `settings` come on top of the environment. */
export const run = (command, parameters, cwd, settings = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { cwd, stdio: 'inherit', env: { ...process.env, ...settings } });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${[command, ...parameters].join(' ')} ended with ${code ?? signal} in ${cwd}`));
    });
  });
