// Loaded into a server before it starts: the jobs that wait for ten minutes, the collector of chunk trees among them, wait for a moment.
const { setTimeout: wait } = globalThis;
const [least, most] = [8 * 60_000, 12 * 60_000];
const momentMs = 50;

globalThis.setTimeout = Object.assign(
  (act, milliseconds, ...parameters) =>
    wait(act, milliseconds >= least && milliseconds <= most ? momentMs : milliseconds, ...parameters),
  wait,
);
