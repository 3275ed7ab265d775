import { fileURLToPath } from 'node:url';
import { freePort, type ProcessUnderTest, startProcess } from './process-under-test.js';

/** Starts one of the bare peers; it gets its port and its parameter through the environment. */
export const startBareServer = async (
  name: 'bare-file-server' | 'bare-koa-server' | 'bare-sql-server',
  parameter: string,
): Promise<ProcessUnderTest> => {
  const port = await freePort();
  const script = fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
  return startProcess([process.execPath, '--import=tsx', script], {
    environment: { PORT: String(port), PARAMETER: parameter },
    port,
    readyPath: '/ready',
  });
};
