/** A server that a test has caused to be started. */
export interface RunningService {
  /** What it is, and its version, in a few words. */
  readonly name: string;
  stop(): Promise<void>;
}

const running = new Set<RunningService>();

/** Has the service stopped when the tests are over, and says in their output which one answers them. */
export const registerService = (service: RunningService): void => {
  running.add(service);
  process.stdout.write(`service for tests: ${service.name}\n`);
};

/** Stops everything that was registered. */
export const stopServices = async (): Promise<void> => {
  const services = [...running];
  running.clear();
  await Promise.all(services.map((service) => service.stop()));
};
