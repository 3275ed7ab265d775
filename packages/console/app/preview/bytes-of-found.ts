interface Asked<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** The bytes of a file that has to be found before they are asked for: why it cannot be found is why there are none. */
export const bytesOfFound = <T>(found: Asked<unknown>, bytes: Asked<T>): Asked<T> =>
  found.data === undefined ? { data: undefined, error: found.error, refetch: found.refetch } : bytes;
