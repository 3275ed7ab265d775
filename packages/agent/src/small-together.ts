import { groupSmall } from './small-files.js';
import { createWholeRoute } from './whole-route.js';

export type OnMoved<R> = (at: number, report: R) => void;

export interface Movers<T, R> {
  /** Moves small items whole; tells of each that has been moved, and where it stands among them, whatever becomes of the others. */
  readonly together: (items: readonly T[], onMoved: OnMoved<R>) => Promise<void>;
  /** Undefined when the item was left out. */
  readonly alone: (item: T) => Promise<R | undefined>;
}

/**
 * Moves items in order: neighbours that are small together, as long as signed URLs lead somewhere, and all others one by one. Before
 * it throws it yields what of a group has been moved.
 */
export async function* smallTogether<T, R>(
  items: readonly T[],
  isSmall: (item: T) => boolean,
  { together, alone }: Movers<T, R>,
): AsyncGenerator<R, void, undefined> {
  const whole = createWholeRoute();
  for (const group of groupSmall(items, isSmall)) {
    const moved = new Map<number, R>();
    const ordered = (): readonly R[] => [...group.keys()].flatMap((at) => moved.get(at) ?? []);
    let isMoved = false;
    try {
      isMoved = group.every(isSmall) && (await whole.attempt(() => together(group, (at, report) => moved.set(at, report))));
    } catch (fault) {
      yield* ordered();
      throw fault;
    }
    if (isMoved) yield* ordered();
    else {
      for (const [at, item] of group.entries()) {
        const report = moved.get(at) ?? (await alone(item));
        if (report !== undefined) yield report;
      }
    }
  }
}
