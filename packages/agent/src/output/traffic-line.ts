import { secondsText, sizeText } from './size-text.js';

/** Counts the bytes that a command has moved for files, and how long it takes. */
export interface TrafficLine {
  add(movedBytes: number, fileBytes: number): void;
  /** For people: `sent 37 kB of 200 MB, 11.3 s`. */
  text(): string;
}

export const createTrafficLine = (
  moved: 'sent' | 'received' | 'would send at most' | 'would receive at most',
  now: () => number = () => performance.now(),
): TrafficLine => {
  const startedAt = now();
  let [movedBytes, fileBytes] = [0, 0];
  return {
    add: (moving, of) => {
      movedBytes += moving;
      fileBytes += of;
    },
    text: () => `${moved} ${sizeText(movedBytes)} of ${sizeText(fileBytes)}, ${secondsText((now() - startedAt) / 1000)}`,
  };
};
