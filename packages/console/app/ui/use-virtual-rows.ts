import { elementScroll, observeElementOffset, observeElementRect, type VirtualItem, Virtualizer } from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

/** Rows drawn above and below those that are seen, so that fast scrolling meets no gap. */
const overscan = 12;

export interface VirtualRows {
  readonly scroller: RefObject<HTMLDivElement>;
  /** Where the rows are that are to be drawn. */
  readonly items: readonly VirtualItem[];
  readonly totalPx: number;
}

/** Which of many rows of one height are seen. */
export const useVirtualRows = (count: number, rowPx: number): VirtualRows => {
  const scroller = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((drawn: number, _change: undefined) => drawn + 1, 0);
  const options = {
    count,
    overscan,
    estimateSize: () => rowPx,
    getScrollElement: () => scroller.current,
    scrollToFn: elementScroll<HTMLDivElement>,
    observeElementRect: observeElementRect<HTMLDivElement>,
    observeElementOffset: observeElementOffset<HTMLDivElement>,
    onChange: () => redraw(undefined),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLDivElement, HTMLDivElement>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  return { scroller, items: virtualizer.getVirtualItems(), totalPx: virtualizer.getTotalSize() };
};
