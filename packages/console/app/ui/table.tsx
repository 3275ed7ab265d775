import type { ComponentChildren } from 'preact';
import { useOverflow } from './use-overflow.js';

interface Title {
  readonly label: string;
  /** Whether the column has numbers, which end at the right. */
  readonly isNumber?: boolean;
  /** Whether the title is for screen readers alone. */
  readonly isHidden?: boolean;
}

/** Rows under titles; `children` are the rows. What is wider than its place is scrolled, by the keyboard too. */
export const Table = ({ titles, children }: { readonly titles: readonly Title[]; readonly children: ComponentChildren }) => {
  const { place, isOverflowing } = useOverflow<HTMLDivElement>();
  return (
    <div class="table-scroll" ref={place} {...(isOverflowing ? { tabIndex: 0, role: 'group', 'aria-label': 'Wide table' } : {})}>
      <table class="table">
        <thead>
          <tr>
            {titles.map(({ label, isNumber = false, isHidden = false }) => (
              <th key={label} scope="col" {...(isNumber ? { class: 'number' } : {})}>
                {isHidden ? <span class="for-readers">{label}</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
};
