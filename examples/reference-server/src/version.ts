import manifest from '../package.json' with { type: 'json' };

/** Of this server: what its package says. */
export const { version } = manifest;
