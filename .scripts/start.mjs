import { join } from 'node:path';
import { run } from './run.mjs';
import { root } from './workspaces.mjs';

// Bundled from today's sources, then run in this very process, so that a signal to it reaches the server.
const server = join(root, 'examples/reference-server');
await run(process.execPath, [join(root, 'node_modules/tsup/dist/cli-default.js'), '--silent'], server);

process.argv = [process.execPath, join(server, 'dist/svc-server.js'), 'serve'];
await import(process.argv[1]);
