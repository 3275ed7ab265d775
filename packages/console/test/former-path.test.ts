import { expect } from 'chai';
import { formerPath } from '../app/history/former-path.js';

describe('formerPath', () => {
  it('is the same path of a file that was not renamed, also of one that is no UTF-8', () => {
    expect(formerPath({ path: 'a.png' })).to.deep.equal({ path: 'a.png' });
    expect(formerPath({ path: '', path_base64: '_w' })).to.deep.equal({ path: '', path_base64: '_w' });
  });

  it('is where a renamed one was, with nothing of where it is', () => {
    expect(formerPath({ path: 'b.png', previous_path: 'a.png' })).to.deep.equal({ path: 'a.png' });
    expect(formerPath({ path: '', path_base64: '_w', previous_path: 'a.png' })).to.deep.equal({ path: 'a.png' });
    const former = { path: 'b.png', previous_path: '', previous_path_base64: '_w' };
    expect(formerPath(former)).to.deep.equal({ path: '', path_base64: '_w' });
  });
});
