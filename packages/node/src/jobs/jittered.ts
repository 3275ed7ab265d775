/** Between 0.8 and 1.2 times as long, so that processes that were started together do not stay together. */
export const jittered = (milliseconds: number): number => milliseconds * (0.8 + 0.4 * Math.random());
