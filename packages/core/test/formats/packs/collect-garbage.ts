import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collector: unknown = runInNewContext('gc');

/** How much memory is still taken when everything that nobody holds is gone, in bytes. What else the process has done before does not move it. */
export const takenBytes = (): number => {
  if (typeof collector === 'function') Reflect.apply(collector, undefined, []);
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};
