import { setImmediate } from 'node:timers/promises';

/** As many rows as one statement looks through in a few milliseconds. */
export const rowsPerWindow = 2000;

/** The rows of an index behind one place, or from its beginning, up to another one, or to its end. */
export interface IndexWindow<Place> {
  readonly after: Place | undefined;
  readonly upTo: Place | undefined;
}

/**
 * Looks through an index window by window, until its end or until `look` answers that it has enough. Between two windows everything else has its turn: on
 * SQLite one statement for all rows would hold the process. `findEnd` answers the place of the row that is `rowsPerWindow` rows behind another one; undefined when
 * fewer are left.
 */
export const inWindows = async <Place>(
  first: Place | undefined,
  findEnd: (after: Place | undefined) => Promise<Place | undefined>,
  look: (window: IndexWindow<Place>) => Promise<'enough' | 'go_on'>,
): Promise<void> => {
  let after = first;
  for (;;) {
    const upTo = await findEnd(after);
    if ((await look({ after, upTo })) === 'enough' || upTo === undefined) return;
    after = upTo;
    await setImmediate();
  }
};
