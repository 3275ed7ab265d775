import type { ServerResponse } from 'node:http';
import { packPath } from '@svc/core/model';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import type { Result } from 'neverthrow';
import type { Client } from '../src/index.js';
import { type ClientRig, nameOf, repository, startClientRig } from './rigs/client-rig.js';

/** More than lies in the buffers of a connection. */
const largeBytes = 32 * 1024 * 1024;
const path = packPath(nameOf('a'));

interface Refused {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly status: number;
  readonly ask: (client: Client, baseUrl: string) => Promise<Result<unknown, unknown>>;
}

/** Answers that are refused by their headers. */
const refused: Readonly<Record<string, Refused>> = {
  'a part of a file from another place on': {
    status: 206,
    headers: { 'content-range': `bytes 5-${largeBytes + 4}/${2 * largeBytes}` },
    ask: async (client) =>
      client.tree.get(repository, path, { range: { begin: 10, end: 10 + largeBytes }, maxBytes: largeBytes }),
  },
  'a whole file in place of a part': {
    status: 200,
    headers: {},
    ask: async (client) => client.tree.get(repository, path, { range: { begin: 10, end: 14 }, maxBytes: 4 }),
  },
  'a file that is longer than any': {
    status: 200,
    headers: { 'content-length': largeBytes },
    ask: async (client) => client.tree.get(repository, path, { maxBytes: 1000 }),
  },
  'a download from another place on': {
    status: 206,
    headers: { 'content-range': `bytes 5-${largeBytes + 4}/${2 * largeBytes}` },
    ask: async (client, baseUrl) => client.downloads.open(`${baseUrl}/storage/object`, 10),
  },
  'a download that does not say where it begins': {
    status: 206,
    headers: {},
    ask: async (client, baseUrl) => client.downloads.open(`${baseUrl}/storage/object`, 10),
  },
  'a status that the operation does not have': {
    status: 203,
    headers: {},
    ask: async (client) => client.repositories.get(repository),
  },
  'a download of a part that nobody has asked for': {
    status: 206,
    headers: { 'content-range': `bytes 5-${largeBytes + 4}/${2 * largeBytes}` },
    ask: async (client, baseUrl) => client.downloads.open(`${baseUrl}/storage/object`, 0),
  },
};

describe('an answer that is refused', () => {
  let rig: ClientRig;
  before(async () => {
    rig = await startClientRig();
  });
  after(() => rig.close());

  for (const [what, { status, headers, ask }] of Object.entries(refused)) {
    it(`holds no connection: ${what}`, async () => {
      const answers: ServerResponse[] = [];
      rig.server.script = [
        (response) => {
          answers.push(response);
          response.writeHead(status, headers).end(Buffer.alloc(largeBytes));
        },
      ];
      expect((await ask(rig.open(), rig.server.baseUrl)).isErr()).to.equal(true);
      expect(answers.length).to.be.at.least(1);
      await waitUntil('every answer has ended', () => answers.every(({ closed }) => closed));
    });
  }
});
