import { expect } from 'chai';
import { uploadName } from '../app/uploads/upload-name.js';

describe('uploadName', () => {
  it('leaves names as they are that the service takes', () => {
    expect(uploadName('trip/day one/Brücke 🌉.jpg')).to.equal('trip/day one/Brücke 🌉.jpg');
  });

  it('replaces what nobody should be shown', () => {
    expect(uploadName('a\tb/new\nline/\u202etxt.exe')).to.equal('a?b/new?line/?txt.exe');
    expect(uploadName('\u200e\u200f\u061c\u202a\u2066\u2069')).to.equal('??????');
  });

  it('leaves the last segment of a path that is too long for a name, or nothing where that is too long itself', () => {
    const folders = 'folder/'.repeat(150);
    expect(uploadName(`${folders}bridge.jpg`)).to.equal('bridge.jpg');
    expect(uploadName(`${'x'.repeat(1020)}.jpg`)).to.equal(`${'x'.repeat(1020)}.jpg`);
    expect(uploadName(`${folders}${'x'.repeat(1021)}.jpg`)).to.equal(undefined);
  });
});
