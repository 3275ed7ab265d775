import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { NextPage } from '../api/next-page.js';
import { useVirtualRows } from '../ui/use-virtual-rows.js';
import { FileRow } from './file-row.js';
import type { Entry } from './folder.js';

/** As `--row` in the style sheet. */
const rowRem = 2.5;

/** How high a row is, for letters of the size that people have told their browser. */
const rowPxOf = (page: Element): number => rowRem * Number.parseFloat(getComputedStyle(page).fontSize);

/** Rows before the end at which the next page is fetched. */
const ahead = 400;

interface FileListProps {
  readonly repository: string;
  readonly gitRef: string | undefined;
  readonly entries: readonly Entry[];
  /** What comes after; undefined where nothing does. */
  readonly more: NextPage | undefined;
}

/** The arrow keys go from row to row. */
const walk = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.file-name a')];
  const row = event.target.closest('[role="row"]');
  const at = links.findIndex((link) => row?.contains(link) === true);
  const next = links[at + step];
  if (at === -1 || next === undefined) return;
  event.preventDefault();
  next.focus();
};

/** A folder's entries, as many as there are: only those in sight are in the page. */
export const FileList = ({ repository, gitRef, entries, more }: FileListProps) => {
  const [rowPx] = useState(() => rowPxOf(document.documentElement));
  const { scroller, items, totalPx } = useVirtualRows(entries.length, rowPx);
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last + ahead >= entries.length && more?.fault === undefined) more?.fetch?.();
  }, [last, entries.length, more]);
  return (
    <div role="table" aria-label="Files" aria-rowcount={more === undefined ? entries.length + 1 : -1}>
      <div role="rowgroup">
        <div class="file-row titles" role="row" aria-rowindex={1}>
          <span role="columnheader">Name</span>
          <span role="columnheader" class="number">
            Size
          </span>
          <span role="columnheader">Last commit</span>
          <span role="columnheader" class="number">
            When
          </span>
        </div>
      </div>
      <div class="file-rows" ref={scroller} role="presentation" onKeyDown={walk}>
        <div class="file-space" role="rowgroup" style={{ height: `${String(totalPx)}px` }}>
          {items.map(({ index, start, key }) => {
            const entry = entries[index];
            return entry === undefined ? null : (
              <div
                key={key}
                class="file-row"
                role="row"
                aria-rowindex={index + 2}
                style={{ transform: `translateY(${String(start)}px)` }}
              >
                <FileRow repository={repository} gitRef={gitRef} entry={entry} />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
};
