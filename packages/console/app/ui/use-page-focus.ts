import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Gives the focus to the content of a page that has come where it went with the page before, so that the keyboard and readers of the screen go on there.
 * A link that has stayed keeps it. Whatever the person does meanwhile counts more.
 */
export const usePageFocus = (main: RefObject<HTMLElement>, url: string): void => {
  const shown = useRef(url);
  useLayoutEffect(() => {
    const { current } = main;
    if (current === null || shown.current === url) return;
    shown.current = url;
    const end = (): void => {
      changes.disconnect();
      for (const type of ['keydown', 'pointerdown']) removeEventListener(type, end, true);
    };
    const look = (): void => {
      if (document.activeElement !== document.body) return;
      end();
      current.focus({ preventScroll: true });
    };
    const changes = new MutationObserver(look);
    changes.observe(current, { childList: true, subtree: true });
    for (const type of ['keydown', 'pointerdown']) addEventListener(type, end, true);
    look();
    return end;
  }, [main, url]);
};
