import { expect } from 'chai';
import { createApplication } from '../src/application.js';
import { createWorld } from './builders/world.js';

const { ports } = createWorld();
const required = ['unitOfWork', 'blobs', 'clock', 'random', 'hasher', 'codec', 'settings'] as const;

/** As JavaScript without types may call it. */
const applicationWith = (changed: Readonly<Record<string, unknown>>) => () =>
  createApplication(Object.assign({}, ports, changed));

describe('createApplication', () => {
  it('names the port that is lacking', () => {
    for (const port of required)
      for (const given of [undefined, null])
        expect(applicationWith({ [port]: given }), port).to.throw(`the port ${port} is given, and no promise of it`);
  });

  it('names the port that was not waited for', () => {
    for (const port of required)
      expect(applicationWith({ [port]: Promise.resolve(ports[port]) }), port).to.throw(
        `the port ${port} is given, and no promise of it`,
      );
  });
});
