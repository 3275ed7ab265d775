import type { AgentPackage } from '@svc/http-koa';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** As npm names what it packs of `@svc/agent`. */
const tarballName = /^svc-agent-(\d.*)\.tgz$/;

/** The tarball of the agent that lies in a folder, which is the server's bundle; undefined where none does, as in the sources. */
export const findAgentPackage = async (folder: string): Promise<AgentPackage | undefined> => {
  for (const name of await readdir(folder)) {
    const version = tarballName.exec(name)?.[1];
    if (version !== undefined) return { version, tarball: await readFile(join(folder, name)) };
  }
  return undefined;
};
