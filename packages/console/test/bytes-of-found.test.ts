import { expect } from 'chai';
import { bytesOfFound } from '../app/preview/bytes-of-found.js';

describe('bytesOfFound', () => {
  const refetch = () => undefined;
  const waiting = { data: undefined, error: null, refetch };

  it('is why the file cannot be found, to try that again', () => {
    const lost = { data: undefined, error: new Error('the connection broke'), refetch: () => 'found' };
    expect(bytesOfFound(lost, waiting)).to.deep.equal(lost);
  });

  it('is on its way until the file is found, and then what the bytes are', () => {
    expect(bytesOfFound(waiting, waiting)).to.include({ data: undefined, error: null });
    const bytes = { data: new Uint8Array(1), error: null, refetch };
    expect(bytesOfFound({ data: {}, error: null, refetch }, bytes)).to.equal(bytes);
  });
});
