import manifest from '../package.json' with { type: 'json' };

/** Of this command. */
export const { version } = manifest;

/** What servers are told of the program that asks. */
export const userAgent = `svc/${version}`;
