import { useRef } from 'preact/hooks';

/**
 * Has what is begun by a click begin once where a second click comes before the first one is drawn as busy. What becomes busy is so by the time that a timer
 * set after it ends; the rest may be done again.
 */
export const useOnce = (isBusy: boolean): ((act: () => void) => void) => {
  const isBegun = useRef(false);
  return (act) => {
    if (isBusy || isBegun.current) return;
    act();
    isBegun.current = true;
    setTimeout(() => {
      isBegun.current = false;
    });
  };
};
