import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../workspaces.mjs';
import { expectServer } from './expect-server.mjs';

const transpiled = (example, module) =>
  ts.transpileModule(example, { compilerOptions: { module, target: ts.ScriptTarget.ES2023 } }).outputText;

/** The service that the README begins with, as JavaScript in both kinds of modules, in plain Node. CommonJS waits for nothing outside of a function. */
export const tryReadme = async (folder) => {
  const [, example] = /```ts\n([^]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'));
  const programs = {
    'embedded.mjs': transpiled(example, ts.ModuleKind.ESNext),
    'embedded.cjs': `(async () => {\n${transpiled(example, ts.ModuleKind.CommonJS)}\n})();\n`,
  };
  for (const [file, program] of Object.entries(programs)) {
    writeFileSync(join(folder, file), program);
    const data = join(folder, `data of ${file}`);
    mkdirSync(data);
    const settings = { DATA_DIR: data, LINK_KEY: randomBytes(32).toString('base64') };
    await expectServer(process.execPath, [file], folder, { paths: ['/readyz', '/api/v1/plans'], settings });
    console.log(`the service of the README runs as ${file}`);
  }
};
