import type { ComponentChildren } from 'preact';
import type { List } from '../api/use-list.js';
import { Loaded } from './loaded.js';
import { MoreButton } from './more-button.js';

interface ListedProps<T> {
  readonly list: List<T>;
  /** What is shown in place of a list with nothing in it. */
  readonly empty: ComponentChildren;
  readonly children: (items: readonly T[]) => ComponentChildren;
}

/** A list in a card, with a button for what comes after. */
export const Listed = <T,>({ list, empty, children }: ListedProps<T>) => (
  <Loaded query={{ data: list.items, error: list.error, refetch: list.refetch }}>
    {(items) => (
      <section class="card">
        {items.length === 0 ? empty : children(items)}
        <MoreButton more={list.more} />
      </section>
    )}
  </Loaded>
);
