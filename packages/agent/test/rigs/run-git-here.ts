import { openConnections } from '../../src/connections.js';
import { createRunGit } from '../../src/git/run-git.js';

const here = { folder: undefined, environment: process.env };

/** Git as this process would start it. */
export const runGitHere = createRunGit(here);

/** Connections of this process, to hosts that its git and Node trust. */
export const connectionsHere = openConnections({ ...here, runGit: runGitHere });
