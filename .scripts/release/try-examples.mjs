import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from '../run.mjs';
import { examples } from '../workspaces.mjs';
import { expectServer } from './expect-server.mjs';

const typescript = ['--import', 'tsx'];

const embedded = (folder) =>
  expectServer(process.execPath, [...typescript, 'src/index.ts'], folder, {
    paths: ['/files/readyz', '/files/api/v1/plans'],
  });

/** How each example is run where its sources lie beside our installed packages. */
const tries = {
  'reference-server': (folder) => expectServer('npx', ['--no', '@svc/server'], folder, { paths: ['/healthz', '/readyz'] }),
  'embed-in-koa': embedded,
  'embed-in-express': embedded,
  'verify-tool': async (folder) => {
    const oid = createHash('sha256')
      .update(readFileSync(join(folder, 'package.json')))
      .digest('hex');
    await run(process.execPath, [...typescript, 'src/index.ts', 'package.json', oid], folder);
  },
  'test-with-memory': (folder) => run('../node_modules/.bin/mocha', ['--import=tsx', 'test/**/*.test.ts'], folder),
};

/** Runs every example in `folder`, where the tarballs are installed, from nothing but its own sources and them. */
export const tryExamples = async (folder) => {
  for (const { folder: home, manifest } of examples()) {
    const name = basename(home);
    const place = join(folder, name);
    const parts = manifest.private === true ? ['package.json', 'src', 'test'] : [];
    for (const part of parts.filter((each) => existsSync(join(home, each))))
      cpSync(join(home, part), join(place, part), { recursive: true });
    if (tries[name] === undefined) throw new Error(`nothing here says how examples/${name} is run`);
    await tries[name](parts.length > 0 ? place : folder);
    console.log(`examples/${name} runs from the tarballs`);
  }
};

/** The command of the agent, where it is installed. */
export const tryAgent = async (folder) => {
  for (const parameters of [['--version'], ['doctor', '--help'], ['chunk', 'package.json']])
    await run('node_modules/.bin/svc', parameters, folder);
};
