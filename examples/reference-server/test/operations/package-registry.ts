import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { freePort } from '@svc/test-services/free-port';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** Where a package lies in the checkout, and what npm has written down about it. */
const lockfile = z.object({
  packages: z.record(z.string(), z.looseObject({ version: z.string().optional(), link: z.boolean().optional() })),
});

/** A registry for npm that has what is installed in the checkout, with what was compiled there, and nothing else. */
export interface PackageRegistry {
  readonly url: string;
  close(): Promise<void>;
}

/** The places of the checkout at which each package of others lies, by its name. */
const readPlaces = (): ReadonlyMap<string, readonly string[]> => {
  const { packages } = lockfile.parse(JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')));
  const places = new Map<string, string[]>();
  for (const [place, { link }] of Object.entries(packages)) {
    const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place)?.[1];
    if (name === undefined || link === true || !existsSync(`${root}/${place}`)) continue;
    places.set(name, [...(places.get(name) ?? []), place]);
  }
  return places;
};

const manifest = z.looseObject({ name: z.string(), version: z.string() });

export const startPackageRegistry = async (): Promise<PackageRegistry> => {
  const places = readPlaces();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;

  const documentOf = (name: string): unknown => {
    const versions = Object.fromEntries(
      (places.get(name) ?? []).map((place) => {
        const read = manifest.parse(JSON.parse(readFileSync(`${root}/${place}/package.json`, 'utf8')));
        return [read.version, { ...read, dist: { tarball: `${url}/-/${place}` } }];
      }),
    );
    return { name, versions, 'dist-tags': { latest: Object.keys(versions).at(-1) } };
  };

  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const place = path.slice('-/'.length);
    if (places.has(path)) {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(documentOf(path)));
    } else if (path.startsWith('-/') && [...places.values()].flat().includes(place)) {
      const parameters = [
        '--use-compress-program=gzip -1',
        '-cf',
        '-',
        '--exclude=./node_modules',
        '--transform=s,^\\.,package,',
        '.',
      ];
      const tar = spawn('tar', parameters, { cwd: `${root}/${place}`, stdio: ['ignore', 'pipe', 'inherit'] });
      tar.stdout.pipe(response);
    } else {
      response.writeHead(404).end();
    }
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
