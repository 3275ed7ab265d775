import { readMarkdown } from './read-markdown.js';

/* Reads Markdown away from the page. Asked with a list of texts; answers with the tokens of each, undefined of those that a page cannot draw. */

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (Array.isArray(data)) postMessage(readMarkdown(data.map(String)));
});
