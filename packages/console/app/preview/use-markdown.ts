import type { Token } from 'marked';
import { useEffect, useState } from 'preact/hooks';
import { startWorker } from '../own-worker.js';

/** What each of some texts consists of; undefined of one that is shown as it is written. */
type ReadTexts = readonly (readonly Token[] | undefined)[];

/** Far more than a text that people have written takes, on a busy machine too. */
const limitMs = 10_000;

/** Calls back with nothing read where that takes too long or fails. */
const readInWorker = (texts: readonly string[], onRead: (read: ReadTexts) => void): (() => void) => {
  const worker = startWorker('markdown');
  const answer = (read: ReadTexts): void => {
    end();
    onRead(read);
  };
  const giveUp = (): void => answer([]);
  const timer = setTimeout(giveUp, limitMs);
  const end = (): void => {
    clearTimeout(timer);
    worker.terminate();
  };
  worker.addEventListener('error', giveUp);
  worker.addEventListener('message', ({ data }: MessageEvent<ReadTexts>) => answer(data));
  worker.postMessage(texts);
  return end;
};

/** What some texts of Markdown consist of, of which the list has to stay the same; undefined until they are read. */
export const useMarkdown = (texts: readonly string[]): ReadTexts | undefined => {
  const [found, setFound] = useState<{ readonly texts: readonly string[]; readonly read: ReadTexts }>();
  useEffect(() => readInWorker(texts, (read) => setFound({ texts, read })), [texts]);
  return found?.texts === texts ? found.read : undefined;
};
