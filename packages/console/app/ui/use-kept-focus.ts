import { type RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

const controls = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')];

const isThere = (control: HTMLElement): boolean => control.isConnected;

/** The control that has come in the place of what went, such as the button that opened a form; else the next one that has stayed, or the last one before. */
const nextOf = (before: readonly HTMLElement[], at: number): HTMLElement | undefined => {
  const known = new Set(before);
  return (
    controls().find((control) => !known.has(control)) ?? before.slice(at).find(isThere) ?? before.slice(0, at).findLast(isThere)
  );
};

/**
 * Has the keyboard go on near an element that goes while it has the focus, and not at the beginning of the page. One who has gone to another page is left
 * where they are.
 */
export const useKeptFocus = (element: RefObject<HTMLElement>): void => {
  useLayoutEffect(() => {
    const page = location.href;
    return () => {
      // Preact ends what a component has begun before it lets go of the component's elements.
      const { current } = element;
      if (current === null || !current.contains(document.activeElement)) return;
      const before = controls();
      const at = before.findIndex((control) => current.contains(control));
      // Before anything else sees the page: a key that is pressed at once is for the control that has come.
      queueMicrotask(() => {
        if (document.activeElement === document.body && location.href === page) nextOf(before, at)?.focus();
      });
    };
  }, [element]);
};
