import type { IncomingMessage, ServerResponse } from 'node:http';
import { isTreePath } from '@svc/core/model';
import { expect } from 'chai';
import { pushFile } from '../../src/push/push-file.js';
import { pushFiles } from '../../src/push/push-files.js';
import { pushWhole } from '../../src/push/push-whole.js';
import { problemIn } from '../rigs/problem-in.js';
import { startTransferRig, type TransferRig } from '../rigs/transfers.js';

const isPost = ({ method, url = '' }: IncomingMessage, end: string): boolean =>
  method === 'POST' && new URL(url, 'http://service').pathname.endsWith(end);

const answerJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const refuse = (response: ServerResponse, status: number, code: string, reason: string): void =>
  answerJson(response, status, { error: { code, message: `It is ${reason}.`, request_id: 'r', details: { reason } } });

describe('a push that is not verified yet', () => {
  let rig: TransferRig;
  beforeEach(async () => {
    rig = await startTransferRig('a push that is not verified yet');
  });
  afterEach(() => rig.close());

  /** Stores what comes along with a finalize. */
  const storeFiles = async (body: string): Promise<void> => {
    for (const [, path = '', content = ''] of body.matchAll(/"path":"([^"]+)","content":"([^"]*)"/g)) {
      if (!isTreePath(path)) throw new Error(`${path} is no path of the tree`);
      const put = await rig.context.client.tree.put(rig.service.repositoryId, path, Buffer.from(content, 'base64'));
      expect(put.isOk(), path).to.equal(true);
    }
  };

  /** The service says so often that it has not finished to verify, and does what it is asked for after that. */
  const verifyLate = (times: number, after?: (response: ServerResponse) => void): (() => number) => {
    let asked = 0;
    rig.service.intercept = (request, response) => {
      if (!isPost(request, '/finalize')) return false;
      asked += 1;
      if (asked > times) {
        after?.(response);
        return after !== undefined;
      }
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const body = Buffer.concat(pieces).toString();
        const oid = /"oid":"([0-9a-f]{64})"/.exec(body)?.[1];
        void storeFiles(body).then(() => answerJson(response, 200, { generation: 0, objects: 0, pending: [oid] }));
      });
      return true;
    };
    return () => asked;
  };

  it('is waited for until the service has verified the object, and only then told of', async () => {
    const path = await rig.file('large', rig.random.bytes(10_000));
    const asked = verifyLate(2);
    const { oid } = await pushFile(rig.context, path);
    expect(asked()).to.equal(3);
    const stored = await rig.context.client.downloads.authorize(rig.service.repositoryId, [oid]);
    expect(stored._unsafeUnwrap()[0]?.kind).to.equal('url');
  });

  for (const reason of ['checksum_mismatch', 'manifest_invalid', 'pack_invalid']) {
    it(`is a problem when the service finds in the background that it is ${reason}`, async () => {
      const path = await rig.file('large', rig.random.bytes(10_000));
      verifyLate(1, (response) => refuse(response, 409, 'conflict', reason));
      expect(await problemIn(pushFile(rig.context, path))).to.include({ kind: 'http', status: 409 });
    });
  }

  it('is a problem, not a success, when the push is ended meanwhile', async () => {
    const end = new AbortController();
    const context = await rig.open({ signal: end.signal });
    const path = await rig.file('large', rig.random.bytes(10_000));
    const asked = verifyLate(1_000_000);
    const pushing = problemIn(pushFile(context, path));
    while (asked() < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    end.abort();
    expect((await pushing).kind).to.equal('aborted');
  });

  for (const [status, code, reason] of [
    [404, 'not_found', 'not_uploaded'],
    [409, 'conflict', 'checksum_mismatch'],
    [403, 'forbidden', 'invalid_signature'],
    [402, 'quota_exceeded', 'storage_quota'],
  ] as const) {
    it(`of small files is told of none that the service has not verified: ${status}`, async () => {
      const paths: string[] = [];
      for (let number = 0; number < 10; number += 1)
        paths.push(await rig.file(`small-${number}`, rig.random.bytes(100 + number)));
      const told = new Set<string>();
      const verified = new Set<string>();
      let refused = 0;
      rig.service.intercept = (request, response) => {
        if (!isPost(request, '/verify')) return false;
        const oid = /objects\/([0-9a-f]{64})\/verify/.exec(request.url ?? '')?.[1] ?? '';
        if (verified.size >= 3) {
          refused += 1;
          refuse(response, status, code, reason);
          return true;
        }
        verified.add(oid);
        return false;
      };
      const push = pushWhole(rig.context, paths, { onPushed: (_at, { oid }) => told.add(oid) });
      expect(await problemIn(push)).to.include({ kind: 'http', status });
      expect(refused).to.be.greaterThan(0);
      for (const oid of told) expect(verified.has(oid), oid).to.equal(true);
    });
  }

  it('of small files asks to have each one verified', async () => {
    const paths: string[] = [];
    for (let number = 0; number < 10; number += 1) paths.push(await rig.file(`small-${number}`, rig.random.bytes(100 + number)));
    const verified = new Set<string>();
    rig.service.intercept = (request, response) => {
      if (isPost(request, '/verify')) response.once('finish', () => verified.add(request.url ?? ''));
      return false;
    };
    let count = 0;
    for await (const { oid } of pushFiles(rig.context, paths, {})) {
      count += 1;
      expect([...verified].some((url) => url.includes(oid))).to.equal(true);
    }
    expect([count, verified.size]).to.deep.equal([10, 10]);
  });
});
