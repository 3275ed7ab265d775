#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { leaveGoneTerminals } from './leave-gone-terminals.js';
import { runCommandLine } from './run-command-line.js';

const [, started = fileURLToPath(import.meta.url), ...parameters] = process.argv;
process.once('exit', () => leaveGoneTerminals());
const { env: environment, stdout, stderr, execPath: node } = process;
const code = await runCommandLine(parameters, {
  // Where the process is: the system finds paths from there that nobody could name.
  folder: undefined,
  environment,
  stdin: () => process.stdin,
  stdout,
  stderr,
  node,
  program: started,
  signals: process,
  onBug: (listener) => {
    process.on('uncaughtException', listener);
    process.on('unhandledRejection', listener);
  },
  exit: (code) => process.exit(code),
});
process.exit(code);
