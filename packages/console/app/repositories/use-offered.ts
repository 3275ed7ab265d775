import { useRef } from 'preact/hooks';

/**
 * Whether a tab offers something: once it does, it does as long as it is open. A form whose change was refused is still there then, with what was typed and
 * why it was refused.
 */
export const useOffered = (mayNow: boolean): boolean => {
  const isOffered = useRef(mayNow);
  isOffered.current ||= mayNow;
  return isOffered.current;
};
