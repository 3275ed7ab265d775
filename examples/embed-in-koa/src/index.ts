import { configureServer, createDrain } from '@svc/http-koa';
import { createServer } from 'node:http';
import { createApp, mountPath } from './app.js';
import { inFolder, inMemory } from './storage.js';

const port = Number(process.env['PORT'] ?? 8080);
const origin = `http://127.0.0.1:${port}`;
const storage = process.argv.includes('--memory') ? inMemory : inFolder(process.env['DATA_DIR'] ?? 'data');
const { app, operator, stop } = await createApp(origin, storage);

const owner = await operator.ensureOwner({ email: 'admin@localhost' });
if (owner.isOk() && owner.value.newSecret !== undefined) console.log(`The first user signs in with ${owner.value.newSecret}`);

const listener = app.callback();
const server = configureServer(createServer((request, response) => void listener(request, response)));
const drain = createDrain(server);
server.listen(port, '127.0.0.1', () => console.log(`${origin} is yours, ${origin}${mountPath} is the service`));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void drain(20_000).then(stop));
