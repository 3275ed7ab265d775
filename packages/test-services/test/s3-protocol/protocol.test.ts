import { type S3Service, startCeph, startStandIn } from '../../src/s3.js';
import { newBench, type ProtocolCase, type ServerFacts } from '../rigs/s3-bench.js';
import { conditionCases } from './condition-cases.js';
import { listCases } from './list-cases.js';
import { multipartCases } from './multipart-cases.js';
import { objectCases } from './object-cases.js';
import { signatureCases } from './signature-cases.js';

const subjects: Readonly<Record<string, readonly ProtocolCase[]>> = {
  objects: objectCases,
  conditions: conditionCases,
  buckets: listCases,
  'multipart uploads': multipartCases,
  signatures: signatureCases,
};

interface Subject {
  readonly name: string;
  readonly facts: ServerFacts;
  start(): Promise<S3Service & { stop(): Promise<void> }>;
}

const standIn: Subject = {
  name: 'the stand-in in strict mode',
  facts: {
    checksChecksums: true,
    conditionsEverywhere: true,
    replacesNamedVersions: true,
    checksCopySource: true,
    copyAnswersChecksum: true,
    endsUploadsExactly: true,
    missesUploads: true,
    refusesUnsignedFields: true,
    takesTrailers: true,
    checksRegion: true,
  },
  start: () => startStandIn({ mode: 'strict' }),
};

/** Ceph 16, of Debian 12. */
const ceph: Subject = {
  name: 'Ceph',
  facts: {
    checksChecksums: false,
    conditionsEverywhere: false,
    replacesNamedVersions: false,
    checksCopySource: false,
    copyAnswersChecksum: false,
    endsUploadsExactly: false,
    missesUploads: false,
    refusesUnsignedFields: false,
    takesTrailers: false,
    checksRegion: false,
  },
  start: startCeph,
};

for (const { name, facts, start } of [standIn, ceph]) {
  describe(`S3 as ${name} speaks it`, () => {
    let server: Awaited<ReturnType<Subject['start']>>;
    before(async () => {
      server = await start();
    });
    after(() => server.stop());
    for (const [subject, cases] of Object.entries(subjects)) {
      describe(subject, () => {
        for (const { title, run } of cases) it(title, async () => run(await newBench(server, facts)));
      });
    }
  });
}
