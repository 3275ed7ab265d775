import { expect } from 'chai';
import { configureServer } from '@svc/http-koa';
import { createServer, type Server } from 'node:http';
import { createApiClient } from '../../reference-server/test/client/api-client.js';
import { read } from '../../reference-server/test/client/exchange.js';
import { objectNamed } from '../../reference-server/test/client/test-object.js';
import { authorizeAnswer, finalizeAnswer, sessionAnswer } from '../../reference-server/test/client/wire.js';
import { freePort } from '@svc/test-services/free-port';
import { createApp, mountPath } from '../src/app.js';
import { createInMemoryApplication } from '../src/in-memory-application.js';

describe('the service inside of an Express application', () => {
  let origin: string;
  let server: Server;
  let credential: string;
  before(async () => {
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    const application = await createInMemoryApplication(origin + mountPath);
    const email = 'ada@example.org';
    (await application.operator.addUser({ email }))._unsafeUnwrap();
    credential = (await application.operator.createSession({ email, lifetimeMs: 3_600_000 }))._unsafeUnwrap().secret;
    server = configureServer(createServer(createApp(application, origin)));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  });
  after(() => {
    server.closeAllConnections();
    server.close();
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

  it('takes an object by a signed URL below its path and gives it back', async () => {
    const api = createApiClient(origin + mountPath, credential);
    const repository = await api.createRepository('Models');
    const object = objectNamed('weights', 300_000);
    const { session } = read(await repository.open(), 201, sessionAnswer);
    const [upload] = read(await repository.authorize(session.id, [object]), 200, authorizeAnswer).objects;
    const uploadUrl = upload?.upload_url ?? '';
    expect(uploadUrl.startsWith(`${origin}${mountPath}/`)).to.equal(true);
    expect((await repository.put(uploadUrl, object.bytes)).status).to.equal(200);
    expect((await repository.complete(session.id, object)).status).to.equal(204);
    expect(read(await repository.finalize(session.id), 200, finalizeAnswer).generation).to.equal(1);
    await repository.expectDownload(object);
    api.close();
  });
});
