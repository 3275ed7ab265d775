import markdownWorker from './preview/markdown-worker.ts?worker&url';
import hashWorker from './uploads/hash-worker.ts?worker&url';

const scripts = { hash: hashWorker, markdown: markdownWorker } as const;

const isOwn = (url: string): boolean => Object.values(scripts).some((script) => script === url);

/** The scripts besides those of the page. */
const policy = window.trustedTypes?.createPolicy('svc-console-worker', {
  createScriptURL: (url) => {
    if (!isOwn(url)) throw new TypeError('no other script is a worker of the console');
    return url;
  },
});

/** Starts a script of the console's own that works away from the page. */
export const startWorker = (name: keyof typeof scripts): Worker =>
  new Worker(policy?.createScriptURL(scripts[name]) ?? scripts[name], { type: 'module' });
