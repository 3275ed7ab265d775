import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bundle = fileURLToPath(new URL('../../dist/svc-server.js', import.meta.url));

/** A folder in which `svc-server` is a command. */
export interface OperatorsMachine {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  drop(): void;
}

export const operatorsMachine = (settings: Readonly<Record<string, string>>): OperatorsMachine => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-operator-'));
  const commands = join(folder, '.bin');
  mkdirSync(commands);
  writeFileSync(join(commands, 'svc-server'), `#!/bin/sh\nexec '${process.execPath}' '${bundle}' "$@"\n`);
  chmodSync(join(commands, 'svc-server'), 0o755);
  const env = { PATH: `${commands}${delimiter}${process.env['PATH'] ?? ''}`, HOME: folder, ...settings };
  return { folder, env, drop: () => rmSync(folder, { recursive: true, force: true }) };
};
