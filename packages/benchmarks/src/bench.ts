import { stopServices } from '@svc/test-services/running-services';
import { attacksBench } from './benches/attacks.js';
import { besideCollector } from './benches/beside-collector.js';
import { besideConversion } from './benches/beside-conversion.js';
import { browsing } from './benches/browsing.js';
import { chunkPrimitives } from './benches/chunk-primitives.js';
import { chunkSizes } from './benches/chunk-sizes.js';
import { collector } from './benches/collector.js';
import { controlPlane } from './benches/control-plane.js';
import { convertedVersions } from './benches/converted-versions.js';
import { endpointsBench } from './benches/endpoints.js';
import { gitIndex } from './benches/git-index.js';
import { growth } from './benches/growth.js';
import { largeFile } from './benches/large-file.js';
import { largeModel } from './benches/large-model.js';
import { lfsBatch } from './benches/lfs-batch.js';
import { longRunning } from './benches/long-running.js';
import { s3Batch } from './benches/s3-batch.js';
import { s3Signing } from './benches/s3-signing.js';
import { signedTransfer } from './benches/signed-transfer.js';
import { smallFiles } from './benches/small-files.js';
import { smallPush } from './benches/small-push.js';
import { sparseIndex } from './benches/sparse-index.js';
import { startUp } from './benches/start-up.js';
import { modelBucket } from './benches/model-bucket.js';
import { modelVersions, tarVersions } from './benches/versions.js';
import type { Bench } from './measure/bench.js';
import { describeMachine } from './measure/machine.js';

const benches: readonly Bench[] = [
  startUp,
  lfsBatch,
  signedTransfer,
  endpointsBench,
  controlPlane,
  s3Signing,
  s3Batch,
  chunkPrimitives,
  modelVersions,
  tarVersions,
  modelBucket,
  smallPush,
  chunkSizes,
  growth,
  largeModel,
  largeFile,
  longRunning,
  smallFiles,
  gitIndex,
  browsing,
  attacksBench,
  collector,
  besideCollector,
  besideConversion,
  convertedVersions,
  sparseIndex,
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(`there is no bench ${unknown.join(', ')}; there are ${benches.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}

const machine = describeMachine();
try {
  for (const bench of benches.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    console.log(`\n${bench.name}: ${bench.about}`);
    const { rows, goals } = await bench.run();
    console.table(rows);
    console.table(goals);
    console.log(JSON.stringify({ bench: bench.name, machine, rows, goals }));
  }
} finally {
  // The databases and buckets that the benches have caused to be started would keep this process from ending.
  await stopServices();
}
