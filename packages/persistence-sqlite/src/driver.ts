import Sqlite12 from 'better-sqlite3';
import { createRequire } from 'node:module';
import { codeOf } from './error-code.js';

/** The first Node that better-sqlite3 13 works on; an older one it ends. */
const firstNode = 22;

/** npm has not installed it, or it has no binary for this platform. */
const isAbsent = (fault: unknown): boolean => ['MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED'].includes(codeOf(fault) ?? '');

/** The newer one where Node is new enough and it can be loaded. */
export const chooseDriver = <Driver>(nodeVersion: string, older: Driver, loadNewer: () => Driver): Driver => {
  if (Number.parseInt(nodeVersion, 10) < firstNode) return older;
  try {
    return loadNewer();
  } catch (fault) {
    if (isAbsent(fault)) return older;
    throw fault;
  }
};

/** In CommonJS, which a bundler may make of this module, `import.meta` is empty. */
const thisFile = typeof __filename === 'string' ? __filename : import.meta.url;

// At once, since databases are opened so; an import that may fail is a promise.
const requireHere: (name: string) => typeof Sqlite12 = createRequire(thisFile);

const loadNewer = (): typeof Sqlite12 => {
  const Newer = requireHere('better-sqlite3-node-api');
  // Its binary is loaded for the first database.
  new Newer(':memory:').close();
  return Newer;
};

/**
 * SQLite for this process: of two in one, each drops the locks that the other has on a file. better-sqlite3 12 works on each Node but those from 24.19 on:
 * what their headers compile into it ends the process when a statement is collected while no JavaScript runs (nodejs/node issue 65446). 13 uses Node-API.
 */
export const Sqlite: typeof Sqlite12 = chooseDriver(process.versions.node, Sqlite12, loadNewer);
