/** Below the store's prefix, where no key of a blob can be: what is written there to find something out goes at once. */
export const probeFolder = '.probe';
