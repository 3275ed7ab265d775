import { join } from 'node:path';
import { bundleCommand } from './bundle.mjs';
import { root } from './workspaces.mjs';
import './install-test-programs.mjs';

// The server and the command that tests start as processes of their own, from today's sources.
for (const folder of ['examples/reference-server', 'packages/agent']) await bundleCommand(join(root, folder));
