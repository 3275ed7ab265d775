import Sqlite12 from 'better-sqlite3';
import { createRequire } from 'node:module';
import { codeOf } from './error-code.js';

/** The first Node that better-sqlite3 13 works on; an older one it ends. */
const firstNode = 22;

const takesNewer = (nodeVersion: string): boolean => Number.parseInt(nodeVersion, 10) >= firstNode;

/**
 * What to do where no driver is fit for this Node. npm leaves the newer one out on a Node that it does not work on, so after an update of Node it is missing;
 * to compile the older one for the new Node would end the process on some versions, as is said below.
 */
export const howToInstall = (nodeVersion: string): string =>
  takesNewer(nodeVersion)
    ? 'run npm ci, or npm install, with this Node where the service is installed, and leave out no optional dependencies (no --omit=optional)'
    : 'run npm rebuild better-sqlite3 where it is installed, with install scripts allowed (no --ignore-scripts)';

/** npm has not installed it, or it has no binary for this platform. */
const isAbsent = (fault: unknown): boolean => ['MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED'].includes(codeOf(fault) ?? '');

/** The newer one where Node is new enough and it can be loaded. */
export const chooseDriver = <Driver>(nodeVersion: string, older: Driver, loadNewer: () => Driver): Driver => {
  if (!takesNewer(nodeVersion)) return older;
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
