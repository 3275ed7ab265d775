// For programs without types, and for values out of an environment: an option of another kind shows itself late otherwise, as a limit that nothing exceeds or
// as a connection that seems broken and is tried again. What is undefined has its default, and never comes here as a number.

const shown = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : String(value));

/** Throws a TypeError for anything but a number from 0 on: no comparison with it would ever hold. */
export const expectCount = (name: string, value: unknown): void => {
  if (typeof value !== 'number' || !(value >= 0)) {
    throw new TypeError(`${name} must be a number from 0 on, and is ${shown(value)}.`);
  }
};

/** The value is not told: it may be a secret. */
export const expectKind = (name: string, value: unknown, kind: 'string' | 'boolean' | 'function'): void => {
  if (typeof value !== kind) throw new TypeError(`${name} must be a ${kind}.`);
};

/** One of another realm is a signal as well, so it is known by what it has. */
const isSignal = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'aborted' in value && 'addEventListener' in value;

export const expectSignal = (value: unknown): void => {
  if (value !== undefined && !isSignal(value)) throw new TypeError('signal must be an AbortSignal.');
};
