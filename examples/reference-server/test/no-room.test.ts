import { expect } from 'chai';
import { constants } from 'node:os';
import { getSystemErrorName } from 'node:util';
import { noRoomOf } from '../src/no-room.js';

/** As Node makes it. */
const systemFault = (name: 'EDQUOT' | 'EFBIG' | 'EIO' | 'ENOSPC' | 'EPIPE'): Error => {
  const errno = -constants.errno[name];
  return Object.assign(new Error(name), { code: getSystemErrorName(errno), errno });
};

describe('a file that may grow no more', () => {
  it('is told by the name of the fault, of a used-up quota too, for which Node has none', () => {
    expect(systemFault('EDQUOT')).to.have.property('code').that.contains('Unknown system error');
    for (const name of ['EDQUOT', 'EFBIG', 'ENOSPC'] as const) expect(noRoomOf(systemFault(name))).to.equal(name);
  });

  it('is nothing else that goes wrong', () => {
    for (const fault of [systemFault('EIO'), systemFault('EPIPE'), new Error('a bug'), undefined])
      expect(noRoomOf(fault)).to.equal(undefined);
  });
});
