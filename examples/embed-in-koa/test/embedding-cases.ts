import { bundleSources, scriptFromInput } from '@svc/test-services/bundle-sources';
import { freePort } from '@svc/test-services/free-port';
import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createApiClient } from '../../reference-server/test/client/api-client.js';
import { read } from '../../reference-server/test/client/exchange.js';
import { objectNamed } from '../../reference-server/test/client/test-object.js';
import { authorizeAnswer, finalizeAnswer, sessionAnswer } from '../../reference-server/test/client/wire.js';

const mountPath = '/files';

interface Example {
  readonly script: string;
  readonly cwd: string;
}

/** Runs the example, and resolves when it is ready, with the credential that it has shown. */
const start = async ({ script, cwd }: Example, flags: readonly string[], env: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, [...scriptFromInput, ...flags], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(script);
  let credential = '';
  for await (const line of createInterface(child.stdout)) {
    credential = /signs in with (\S+)/.exec(line)?.[1] ?? credential;
    if (line.endsWith('is the service')) return { child, credential };
  }
  throw new Error('the example has ended by itself');
};

/** What every example holds to that embeds the service, wherever it keeps things. */
export const describeEmbedding = (name: string, main: URL): void => {
  describe(name, () => {
    const cwd = fileURLToPath(new URL('..', main));
    let example: Example;
    before('bundle the example', async () => {
      example = { cwd, script: await bundleSources(`import ${JSON.stringify(fileURLToPath(main))};`, cwd) };
    });

    for (const [storage, flags] of [
      ['SQLite and files', []],
      ['memory', ['--memory']],
    ] as const) {
      describe(`over ${storage}`, () => {
        const folder = mkdtempSync(join(tmpdir(), 'svc-embedded-'));
        let origin: string;
        let port: number;
        let env: Readonly<Record<string, string>>;
        let running: Awaited<ReturnType<typeof start>>;
        before(async () => {
          port = await freePort();
          origin = `http://127.0.0.1:${port}`;
          env = { PORT: String(port), DATA_DIR: folder };
          running = await start(example, flags, env);
        });
        after(() => {
          running.child.kill('SIGKILL');
          rmSync(folder, { recursive: true });
        });

        it('leaves the other paths to the application', async () => {
          expect(await (await fetch(origin)).text()).to.equal('An application of your own');
          expect((await fetch(`${origin}/api/v1/plans`)).status).to.equal(404);
        });

        it('answers below its path, and says so in the form of its own errors', async () => {
          expect((await fetch(`${origin}${mountPath}/readyz`)).status).to.equal(200);
          const refused = await fetch(`${origin}${mountPath}/api/v1/users/me`);
          expect(refused.status).to.equal(401);
          expect(await refused.json()).to.have.nested.property('error.code', 'unauthorized');
        });

        it('takes an object by a signed URL below its path and gives the same bytes back', async () => {
          // As browsers open connections ahead, and may never ask anything on them.
          const silent = connect(port, '127.0.0.1').on('error', () => undefined);
          const api = createApiClient(origin + mountPath, running.credential);
          const repository = await api.createRepository('Models');
          const object = objectNamed('weights', 300_000);
          const { session } = read(await repository.open(), 201, sessionAnswer);
          const [upload] = read(await repository.authorize(session.id, [object]), 200, authorizeAnswer).objects;
          const uploadUrl = upload?.upload_url ?? '';
          expect(uploadUrl.startsWith(`${origin}${mountPath}/`)).to.equal(true);
          expect((await repository.put(uploadUrl, object.bytes)).status).to.equal(200);
          expect((await repository.complete(session.id, object)).status).to.equal(204);
          expect(read(await repository.finalize(session.id), 200, finalizeAnswer).generation).to.equal(1);
          expect(await repository.download(object.oid)).to.deep.equal(object.bytes);

          api.close();
          running.child.kill('SIGTERM');
          expect(await once(running.child, 'exit'), 'ends in good order').to.deep.equal([0, null]);
          silent.destroy();
          if (storage === 'memory') return;
          running = { ...(await start(example, flags, env)), credential: running.credential };
          expect(await repository.download(object.oid), 'after a restart').to.deep.equal(object.bytes);
          api.close();
        });
      });
    }
  });
};
