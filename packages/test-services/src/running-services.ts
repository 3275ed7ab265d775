import type { S3Service } from './s3-service.js';

/** A server that a test has caused to be started. */
export interface RunningService {
  /** What it is, and its version, in a few words. */
  readonly name: string;
  stop(): Promise<void>;
}

/** What a run of tests has started, each once. */
interface Services {
  readonly running: Set<RunningService>;
  postgres?: Promise<{ readonly url: string }>;
  s3?: Promise<S3Service>;
}

declare global {
  var svcTestServices: Services | undefined;
}

/** The process's, not this module's: a runner may load a module twice, once as CommonJS and once as ESM, and each would start servers of its own. */
export const services = (): Services => (globalThis.svcTestServices ??= { running: new Set() });

/** Has the service stopped when the tests are over, and says in their output which one answers them. */
export const registerService = (service: RunningService): void => {
  services().running.add(service);
  process.stdout.write(`service for tests: ${service.name}\n`);
};

/** Stops everything that was registered. */
export const stopServices = async (): Promise<void> => {
  const { running } = services();
  const stopping = [...running];
  running.clear();
  await Promise.all(stopping.map((service) => service.stop()));
};
