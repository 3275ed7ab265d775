import { invariant } from './model/app-error.js';
import type { Ports } from './ports/ports.js';

const required = ['unitOfWork', 'blobs', 'clock', 'random', 'hasher', 'codec', 'settings'] as const;

/** Throws for a port that is lacking, or that nobody has waited for: without types either would only show at some request. */
export const checkPorts = (ports: Ports): void => {
  const given = new Map<string, unknown>(Object.entries(ports));
  for (const name of required) {
    const port = given.get(name);
    const isThere = typeof port === 'object' && port !== null && !('then' in port);
    invariant(isThere, `the port ${name} is given, and no promise of it`);
  }
};
