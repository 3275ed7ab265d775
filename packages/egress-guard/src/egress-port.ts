/** Below these are the ports of other protocols, such as mail and remote shells, which would be spoken to in HTTP. */
const firstUnprivilegedPort = 1024;

/** Whether a port may be one of HTTP: 80, 443, or one that needs no privilege. */
export const isEgressPort = (port: number): boolean =>
  port === 80 || port === 443 || (port >= firstUnprivilegedPort && port <= 65_535);
