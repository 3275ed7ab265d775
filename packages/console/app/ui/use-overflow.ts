import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Whether what is in an element is wider than the element, as it is now. */
export const useOverflow = <E extends Element>(): { readonly place: RefObject<E>; readonly isOverflowing: boolean } => {
  const place = useRef<E>(null);
  const [isOverflowing, setOverflowing] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const look = (): void => setOverflowing(element.scrollWidth > element.clientWidth);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return { place, isOverflowing };
};
