const asked = new WeakMap<object, number>();

/** What the driver was told when it connected, which its types do not know. */
const toldPidOf = (client: object): number | undefined =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : undefined;

/** Notes what the server's process behind a connection calls itself. */
export const notePid = (client: object, pid: number): void => void asked.set(client, pid);

/** The number of the server's process behind a connection. */
export const pidOf = (client: object): number | undefined => asked.get(client) ?? toldPidOf(client);

/** Whether a pooler lies in between, which tells a number of its own. */
export const isPooled = (client: object): boolean => pidOf(client) !== toldPidOf(client);
