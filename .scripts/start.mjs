import { join } from 'node:path';
import { bundleCommand, keepWhileRunning } from './bundle.mjs';
import { root } from './workspaces.mjs';

// Bundled from today's sources, then run in this very process, so that a signal to it reaches the server.
const bundle = await bundleCommand(join(root, 'examples/reference-server'), (command) =>
  process.stderr.write(`Building ${command} from its sources, which takes about a minute in a new checkout.\n`),
);
keepWhileRunning(bundle);

process.argv = [process.execPath, join(bundle, 'svc-server.js'), 'serve'];
await import(process.argv[1]);
