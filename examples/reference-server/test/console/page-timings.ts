import type { Page } from 'playwright-core';
import { z } from 'zod';

/** How long each of many things took, in milliseconds. */
export interface Spread {
  readonly count: number;
  readonly medianMs: number;
  /** 95 of 100 took no longer. */
  readonly lateMs: number;
  readonly longestMs: number;
  /** How many took longer than 50 ms, which people see. */
  readonly slow: number;
}

const slowMs = 50;

const spreadOf = (durations: readonly number[]): Spread => {
  const sorted = durations.toSorted((one, other) => one - other);
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return {
    count: sorted.length,
    medianMs: at(0.5),
    lateMs: at(0.95),
    longestMs: at(1),
    slow: sorted.filter((duration) => duration > slowMs).length,
  };
};

export const spreadText = ({ count, medianMs, lateMs, longestMs, slow }: Spread): string =>
  `${String(count)}: median ${medianMs.toFixed(0)} ms, 95 % ${lateMs.toFixed(0)} ms, longest ${longestMs.toFixed(0)} ms, ${String(slow)} over ${String(slowMs)} ms`;

const milliseconds = z.array(z.number());

/** Has the pages that are loaded from now on note when the first row of files is in them. */
export const noteFirstRow = (page: Page): Promise<unknown> =>
  page.addInitScript(`new MutationObserver((_, observer) => {
    if (document.querySelector('.file-space .file-row') === null) return;
    window.firstRowMs = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true })`);

const loadTimes = z.object({ firstPaint: z.number(), largestPaint: z.number(), firstRow: z.number() });

/** What the browser knows of how a page came, in milliseconds since it was asked for; the largest paint is known until somebody does something. */
export const loadTimesOf = async (page: Page): Promise<z.infer<typeof loadTimes>> =>
  loadTimes.parse(
    await page.evaluate(`new Promise((resolve) => new PerformanceObserver((list) => resolve({
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
      largestPaint: list.getEntries().at(-1).startTime,
      firstRow: window.firstRowMs,
    })).observe({ type: 'largest-contentful-paint', buffered: true }))`),
  );

/** Scrolls a list to the end of what is there or still comes, two screens each frame, and tells how long the frames took. */
export const scrollThrough = async (page: Page): Promise<Spread> =>
  spreadOf(
    milliseconds.parse(
      await page.evaluate(`new Promise((resolve) => {
        const list = document.querySelector('.file-rows');
        const frames = [];
        let last = performance.now();
        const step = () => {
          const now = performance.now();
          frames.push(now - last);
          last = now;
          const end = list.scrollHeight - list.clientHeight;
          const isWhole = !document.querySelector('.file-foot').textContent.includes('so far');
          if (isWhole && list.scrollTop >= end - 1) return resolve(frames);
          list.scrollTop = Math.min(end, list.scrollTop + list.clientHeight * 2);
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      })`),
    ),
  );

/** Notes how long it takes from each key and click to the frame that answers it. */
export const watchInteractions = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    window.interactions = new Map();
    const note = ({ interactionId, duration }) => {
      if (interactionId > 0) interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
    };
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: 'event', durationThreshold: 16 });
  })()`);

/** Those since `watchInteractions` that took 16 ms or more. */
export const interactionsOf = async (page: Page): Promise<Spread> =>
  spreadOf(
    milliseconds.parse(
      await page.evaluate(`new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(() => resolve([...window.interactions.values()])));
      })`),
    ),
  );
