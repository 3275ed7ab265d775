import { expect } from 'chai';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { leaveGoneTerminals } from '../src/leave-gone-terminals.js';

describe('leaveGoneTerminals', () => {
  it('closes a device that is no terminal, and neither a file nor what is closed', () => {
    const device = openSync('/dev/null', 'r');
    const file = openSync(fileURLToPath(import.meta.url), 'r');
    try {
      leaveGoneTerminals([device, file, 1_000_000]);
      expect(() => fstatSync(device)).to.throw('EBADF');
      expect(fstatSync(file).isFile()).to.equal(true);
    } finally {
      closeSync(file);
    }
  });
});
