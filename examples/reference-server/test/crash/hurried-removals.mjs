// Loaded into a server before it starts: the jobs that wait for five minutes, the removal of what is in quarantine among them, wait for a moment.
const { setTimeout: wait } = globalThis;
const [least, most] = [4 * 60_000, 6 * 60_000];
const momentMs = 100;

globalThis.setTimeout = Object.assign(
  (act, milliseconds, ...parameters) =>
    wait(act, milliseconds >= least && milliseconds <= most ? momentMs : milliseconds, ...parameters),
  wait,
);
