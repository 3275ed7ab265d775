import { configureServer } from '@svc/http-koa';
import { createServer } from 'node:http';
import { createApp, mountPath } from './app.js';
import { createInMemoryApplication } from './in-memory-application.js';
import { startJobs } from './jobs.js';

const port = Number(process.env['PORT'] ?? 8080);
const origin = `http://127.0.0.1:${port}`;
const application = await createInMemoryApplication(`${origin}${mountPath}`);
const listener = createApp(application, origin).callback();
startJobs(application, console.error);

configureServer(createServer((request, response) => void listener(request, response))).listen(port, '127.0.0.1', () => {
  console.log(`${origin} is yours, ${origin}${mountPath} is the service`);
});
