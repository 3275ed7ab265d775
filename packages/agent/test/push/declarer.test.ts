import { createClient, type TransportRequest } from '@svc/client';
import { expect } from 'chai';
import { createDeclarer } from '../../src/push/declarer.js';
import type { Placement } from '../../src/push/placement.js';
import { chunkAt } from '../rigs/chunk-locations.js';

const packBytes = 32 * 1024 * 1024;

describe('the declarer of a push', () => {
  let requests: TransportRequest[];
  let signal: AbortSignal;
  beforeEach(() => {
    requests = [];
    ({ signal } = new AbortController());
  });

  /** To a service that does not answer. */
  const declarer = () =>
    createDeclarer(
      {
        client: createClient({
          baseUrl: 'https://svc.test',
          credential: 'token',
          transport: (request) => {
            requests.push(request);
            return new Promise(() => undefined);
          },
        }),
        repositoryId: 'repository',
      },
      { fileBytes: 2 ** 40, packBytes, signal },
    );

  const found = (number: number): Placement => ({
    name: chunkAt(1, number, 1).name,
    rawBytes: 1,
    found: chunkAt(1, number, 1),
    own: undefined,
  });

  it('tells of chunks that are there already, also where no pack arrives', () => {
    const { add, stop } = declarer();
    for (let number = 0; number < 4095; number += 1) add(found(number));
    expect(requests).to.deep.equal([]);
    add(found(4095));
    expect(requests.map(({ url }) => url)).to.deep.equal([
      'https://svc.test/api/v1/repositories/repository/lfs/objects/announce',
    ]);
    stop();
  });

  it('stops where the service stays too far behind, since what waits for it is memory', () => {
    const { add } = declarer();
    const placement = found(1);
    for (let number = 0; number < 270_000; number += 1) add(placement);
    expect(requests.map((request) => request.signal?.aborted)).to.deep.equal([true]);
  });
});
