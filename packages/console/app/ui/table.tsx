import type { ComponentChildren } from 'preact';

interface Title {
  readonly label: string;
  /** Whether the column has numbers, which end at the right. */
  readonly isNumber?: boolean;
  /** Whether the title is for screen readers alone. */
  readonly isHidden?: boolean;
}

/** Rows under titles; `children` are the rows. */
export const Table = ({ titles, children }: { readonly titles: readonly Title[]; readonly children: ComponentChildren }) => (
  <div class="table-scroll">
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
