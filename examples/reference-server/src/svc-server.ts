#!/usr/bin/env -S node --enable-source-maps --min-semi-space-size=8 --max-semi-space-size=8 --heap-growing-percent=125
import { leaveGoneTerminals } from './leave-gone-terminals.js';
import { endByLostOutput, outliveOutput, outputTaken } from './log/outlive-output.js';
import { ownProcess } from './own-process.js';
import { runCommandLine } from './run-command-line.js';

process.once('exit', () => leaveGoneTerminals());

// Database, keys and blobs: nothing that is written here is for other users of the machine.
process.umask(0o077);
outliveOutput();
endByLostOutput();
const { env: environment, stdout, stderr } = process;
const terminal = { folder: process.cwd(), environment, stdout, stderr, life: ownProcess };
const { code, hasFailed } = await runCommandLine(process.argv.slice(2), terminal);
if (hasFailed) {
  await outputTaken([stdout, stderr]);
  process.exit(code);
}
process.exitCode = code;
