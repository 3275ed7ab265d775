import { bucketConnectorCases, runCases } from '@svc/conformance';
import { startStandIn } from '@svc/test-services/s3';
import { createBucketConnector } from '../../src/index.js';
import { contentOf } from './rigs/bucket-content.js';
import { egressTo, loginTo, loopback } from './rigs/connect.js';

const connector = createBucketConnector({ egress: egressTo(loopback) });

describe('createBucketConnector', () => {
  runCases(describe, it, bucketConnectorCases, async () => {
    const [standIn, gone] = [await startStandIn({ mode: 'strict' }), await startStandIn({ mode: 'strict' })];
    await gone.stop();
    const bucket = await standIn.newBucket();
    return {
      connector,
      login: loginTo(standIn, bucket),
      refused: loginTo(standIn, bucket, {}, { ...standIn, secretAccessKey: 'x'.repeat(40) }),
      unanswered: loginTo(gone, bucket),
      keys: () => contentOf(standIn, bucket),
      close: () => standIn.stop(),
    };
  });
});
