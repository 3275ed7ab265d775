import { spawn } from 'node:child_process';
import type { Environment } from '../settings/environment.js';

/** What opens a page, and what it is told before the URL. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  // No shell, which would take an & in a URL for its own.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Whether somebody can see a browser here: not on a server that is reached by SSH. */
export const hasBrowser = (environment: Environment, platform: NodeJS.Platform = process.platform): boolean =>
  platform === 'darwin' ||
  platform === 'win32' ||
  ['DISPLAY', 'WAYLAND_DISPLAY'].some((name) => (environment[name] ?? '') !== '');

/** Has the system open an http(s) URL; whether it has begun to. */
export const openPage = (url: string, environment: Environment): Promise<boolean> => {
  const [program, ...parameters] = openers[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(program, [...parameters, url], { stdio: 'ignore', detached: true, env: { ...environment } });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
};
