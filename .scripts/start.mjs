import { join } from 'node:path';
import { bundleCommand, keepWhileRunning } from './bundle.mjs';
import { root } from './workspaces.mjs';

// Bundled from today's sources, then run in this very process, so that a signal to it reaches the server.
const bundle = await bundleCommand(join(root, 'examples/reference-server'));
keepWhileRunning(bundle);

process.argv = [process.execPath, join(bundle, 'svc-server.js'), 'serve'];
await import(process.argv[1]);
