import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect } from 'chai';
import { type Bench, counted, expectRefusal, plain, type ProtocolCase, refusalOf } from '../rigs/s3-bench.js';

const key = 'some/key';
const smallest = 5 * 1024 * 1024;

/** An upload that has begun, and what can be done with it. */
const begin = async ({ client, bucket }: Bench) => {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: key }));
  const address = { Bucket: bucket, Key: key, UploadId };
  return {
    address,
    part: async (PartNumber: number, Body: Uint8Array): Promise<CompletedPart> => {
      const { ETag } = await client.send(new UploadPartCommand({ ...address, PartNumber, Body }));
      return { PartNumber, ETag };
    },
    complete: (Parts: CompletedPart[], IfNoneMatch?: string) =>
      client.send(new CompleteMultipartUploadCommand({ ...address, MultipartUpload: { Parts }, IfNoneMatch })),
    list: async (): Promise<readonly (readonly [number | undefined, number | undefined])[]> =>
      ((await client.send(new ListPartsCommand(address))).Parts ?? []).map(({ PartNumber, Size }) => [PartNumber, Size]),
  };
};

const bytesAt = async ({ client, bucket }: Bench): Promise<Buffer> => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
};

export const multipartCases: readonly ProtocolCase[] = [
  {
    title: 'parts that came in any order, and again, make up the object in the order of their numbers',
    run: async (bench) => {
      const upload = await begin(bench);
      const [first, last] = [counted(smallest), counted(1000, 2)];
      const second = await upload.part(2, last);
      await upload.part(1, counted(smallest, 3));
      const one = await upload.part(1, first);
      expect(await upload.list()).to.deep.equal([
        [1, smallest],
        [2, 1000],
      ]);
      await expectRefusal(bench.client.send(new HeadObjectCommand({ Bucket: bench.bucket, Key: key })), 404);
      const completed = await upload.complete([one, second]);
      const { ETag } = await bench.client.send(new HeadObjectCommand({ Bucket: bench.bucket, Key: key }));
      expect(ETag).to.match(/^"[0-9a-f]{32}-2"$/);
      if (bench.facts.endsUploadsExactly) expect(completed.ETag).to.equal(ETag);
      expect((await bytesAt(bench)).equals(Buffer.concat([first, last]))).to.equal(true);
      const across = new GetObjectCommand({ Bucket: bench.bucket, Key: key, Range: `bytes=${smallest - 3}-${smallest + 4}` });
      const { Body } = await bench.client.send(across);
      const expected = Buffer.concat([first.subarray(-3), last.subarray(0, 5)]);
      expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(expected)).to.equal(true);
    },
  },
  {
    title: 'parts that are left out are left out',
    run: async (bench) => {
      const upload = await begin(bench);
      const [one] = [await upload.part(1, Buffer.from('kept')), await upload.part(2, Buffer.from('dropped'))];
      if (!bench.facts.endsUploadsExactly) {
        await expectRefusal(upload.complete([one]), 400, 'InvalidPart');
        return;
      }
      await upload.complete([one]);
      expect((await bytesAt(bench)).toString()).to.equal('kept');
    },
  },
  {
    title: 'a part that is too small to be no last one is refused, and the upload stays',
    run: async (bench) => {
      const upload = await begin(bench);
      const parts = [await upload.part(1, counted(smallest - 1)), await upload.part(2, counted(10))];
      await expectRefusal(upload.complete(parts), 400, 'EntityTooSmall');
      expect(await upload.list()).to.have.length(2);
    },
  },
  {
    title: 'parts that were not sent, are named wrongly or are out of order are refused',
    run: async (bench) => {
      const upload = await begin(bench);
      const [one, two] = [await upload.part(1, counted(smallest)), await upload.part(2, counted(10))];
      await expectRefusal(upload.complete([one, { PartNumber: 3, ETag: two.ETag }]), 400, 'InvalidPart');
      await expectRefusal(upload.complete([one, { PartNumber: 2, ETag: one.ETag }]), 400, 'InvalidPart');
      await expectRefusal(upload.complete([]), 400, 'MalformedXML');
      if (bench.facts.endsUploadsExactly) await expectRefusal(upload.complete([two, one]), 400, 'InvalidPartOrder');
      await upload.complete([one, two]);
    },
  },
  {
    title: 'an upload that is given up, or never was, is not there',
    run: async (bench) => {
      const upload = await begin(bench);
      const one = await upload.part(1, counted(10));
      await bench.client.send(new AbortMultipartUploadCommand(upload.address));
      const missed = bench.facts.missesUploads ? [404] : [404, 500];
      expect((await refusalOf(upload.part(2, counted(10)))).status).to.be.oneOf(missed);
      expect((await refusalOf(upload.complete([one]))).status).to.be.oneOf(missed);
      expect((await refusalOf(upload.list())).status).to.be.oneOf(missed);
      await expectRefusal(bench.client.send(new HeadObjectCommand({ Bucket: bench.bucket, Key: key })), 404);
    },
  },
  {
    title: 'uploads under way are listed, those that are over are not',
    run: async (bench) => {
      const { client, bucket } = bench;
      const [first, second] = [await begin(bench), await begin(bench)];
      const listed = async () =>
        ((await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: 'some/' }))).Uploads ?? []).map(
          ({ UploadId }) => UploadId,
        );
      expect(await listed()).to.have.members([first.address.UploadId, second.address.UploadId]);
      await first.complete([await first.part(1, counted(10))]);
      expect(await listed()).to.deep.equal([second.address.UploadId]);
    },
  },
  {
    title: 'a part can be copied out of another object',
    run: async (bench) => {
      const { client, bucket } = bench;
      const source = counted(smallest + 5000);
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'source', Body: source }));
      const upload = await begin(bench);
      const copy = async (PartNumber: number, CopySourceRange: string): Promise<CompletedPart> => {
        const command = new UploadPartCopyCommand({
          ...upload.address,
          PartNumber,
          CopySource: `${bucket}/source`,
          CopySourceRange,
        });
        return { PartNumber, ETag: (await client.send(command)).CopyPartResult?.ETag };
      };
      const parts = [await copy(1, `bytes=1000-${smallest + 1999}`), await copy(2, 'bytes=0-9')];
      await upload.complete(parts);
      const expected = Buffer.concat([source.subarray(1000, smallest + 2000), source.subarray(0, 10)]);
      expect((await bytesAt(bench)).equals(expected)).to.equal(true);
    },
  },
  {
    title: 'an upload that may only create does not end over what is there',
    run: async (bench) => {
      const { client, bucket, facts } = bench;
      const upload = await begin(bench);
      const parts = [await upload.part(1, Buffer.from('second'))];
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: 'first' }));
      if (facts.conditionsEverywhere) await expectRefusal(upload.complete(parts, '*'), 412, 'PreconditionFailed');
      else await upload.complete(parts, '*');
      expect((await bytesAt(bench)).toString()).to.equal(facts.conditionsEverywhere ? 'first' : 'second');
    },
  },
  {
    title: 'a part is sent by its own URL, of the signed length only',
    run: async (bench) => {
      const upload = await begin(bench);
      const command = new UploadPartCommand({ ...upload.address, PartNumber: 1, ContentLength: 10 });
      const href = await getSignedUrl(bench.client, command, { signableHeaders: new Set(['content-length']) });
      expect((await plain(href, { method: 'PUT', body: counted(11) })).status).to.equal(403);
      expect((await plain(href, { method: 'PUT', body: counted(10) })).status).to.equal(200);
      expect((await plain(href.replace('partNumber=1', 'partNumber=2'), { method: 'PUT', body: counted(10) })).status).to.equal(
        403,
      );
      expect(await upload.list()).to.deep.equal([[1, 10]]);
    },
  },
];
