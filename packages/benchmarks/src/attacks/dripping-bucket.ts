import { startStandIn } from '@svc/test-services/s3';
import { chunkOf, inventedOid } from '../data/repeated-chunk.js';
import { repeatedObject } from '../data/repeated-object.js';
import { textAt } from '../server/api.js';
import type { Attack } from './attack.js';
import { finalizeAll } from './finalize-all.js';
import { startSlowProxy } from './slow-proxy.js';
import { sendFiles } from './tenant.js';

const objectCount = 20;

/** A customer's bucket that was healthy when it was connected; since then what it is asked for comes a byte a second. */
export const drippingBucket: Attack = {
  name: `${objectCount} finalizes in a dripping BYOS bucket`,
  settings: { EGRESS_ALLOW: '127.0.0.0/8' },
  prepare: async ({ server, codec, newTenant }) => {
    const standIn = await startStandIn({ mode: 'strict' });
    const proxy = await startSlowProxy(standIn.endpoint);
    const attacker = await newTenant();
    const organizationId = await attacker.newOrganization();
    const connection = await attacker.api('POST', `/organizations/${organizationId}/storage/connections`, {
      name: 'Ours',
      provider: 'minio',
      endpoint: proxy.endpoint,
      region: standIn.region,
      bucket: await standIn.newBucket(),
      auth_method: 'access_keys',
      access_key_id: standIn.accessKeyId,
      secret_access_key: standIn.secretAccessKey,
    });
    const repositoryId = await attacker.newRepository(organizationId, {
      storage_mode: 'byos',
      storage_connection_id: textAt(connection, 'connection', 'id'),
    });
    const chunks = [chunkOf(0)];
    const objects = Array.from({ length: objectCount }, () =>
      repeatedObject(codec, { oid: inventedOid(), chunks, segments: [1] }),
    );
    for (const object of objects) await sendFiles(attacker, repositoryId, object);
    return {
      strike: async (signal) => {
        proxy.drip();
        const sent = await finalizeAll(server.baseUrl, attacker, repositoryId, objects, signal);
        return `${sent}, ${proxy.drippingCount()} reads of the bucket`;
      },
      close: async () => {
        await proxy.stop();
        await standIn.stop();
      },
    };
  },
};
