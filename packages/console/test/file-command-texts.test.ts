import { expect } from 'chai';
import { lfsCommand, svcCommand } from '../app/file/file-command-texts.js';

describe('lfsCommand', () => {
  it('names a plain path as it is', () => {
    expect(lfsCommand('weights/base.bin')).to.equal('git lfs pull --include=weights/base.bin');
  });

  it('takes from signs what they mean in a pattern, and from the shell what they mean there', () => {
    expect(lfsCommand('arr[1].bin')).to.equal(String.raw`git lfs pull --include='arr\[1\].bin'`);
    expect(lfsCommand('a,b.bin')).to.equal(`git lfs pull --include='a?b.bin'`);
    expect(lfsCommand(' lead.bin')).to.equal(`git lfs pull --include='?lead.bin'`);
    expect(lfsCommand(String.raw`what?\*.bin`)).to.equal(String.raw`git lfs pull --include='what\?\\\*.bin'`);
    expect(lfsCommand(`it's.bin`)).to.equal(String.raw`git lfs pull --include='it'\''s.bin'`);
  });
});

describe('svcCommand', () => {
  it('keeps a name from being taken for an option', () => {
    expect(svcCommand('-dash.bin', 'main')).to.equal('svc pull -o ./-dash.bin -- -dash.bin@main');
    expect(svcCommand('my weights/base 1.bin', 'v1.0')).to.equal(`svc pull -o './base 1.bin' -- 'my weights/base 1.bin@v1.0'`);
  });

  it('names a branch or a tag with an @ in it apart from the path', () => {
    expect(svcCommand('weights/base.bin', '@acme/models@1.2.0')).to.equal(
      'svc pull -o ./base.bin --ref=@acme/models@1.2.0 -- weights/base.bin',
    );
    expect(svcCommand('a@b.bin', '@')).to.equal('svc pull -o ./a@b.bin --ref=@ -- a@b.bin');
  });
});
