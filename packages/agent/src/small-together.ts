import { groupSmall } from './small-files.js';
import { createWholeRoute } from './whole-route.js';

export interface Movers<T, R> {
  /** Moves small items whole. */
  readonly together: (items: readonly T[]) => Promise<readonly R[]>;
  readonly alone: (item: T) => Promise<R>;
}

/** Moves items in order: neighbours that are small together, as long as signed URLs lead somewhere, and all others one by one. */
export async function* smallTogether<T, R>(
  items: readonly T[],
  isSmall: (item: T) => boolean,
  { together, alone }: Movers<T, R>,
): AsyncGenerator<R, void, undefined> {
  const whole = createWholeRoute();
  for (const group of groupSmall(items, isSmall)) {
    const reports = group.every(isSmall) ? await whole.attempt(() => together(group)) : undefined;
    if (reports !== undefined) yield* reports;
    else for (const item of group) yield await alone(item);
  }
}
