/** The number of the server's process behind a connection. The driver knows it, its types do not. */
export const pidOf = (client: object): number | undefined =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : undefined;
