import { expect } from 'chai';
import { attachmentNamed } from '../../src/signed-urls/attachment.js';

describe('attachmentNamed', () => {
  it('names no file when it is told none', () => {
    expect(attachmentNamed(undefined)).to.equal('attachment');
  });

  it('says a name twice: plain for old clients, and as RFC 8187 has it', () => {
    expect(attachmentNamed('base.bin')).to.equal(`attachment; filename="base.bin"; filename*=UTF-8''base.bin`);
    expect(attachmentNamed(`Größe (it's).bin`)).to.equal(
      `attachment; filename="Gr__e__it_s_.bin"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%28it%27s%29.bin`,
    );
  });

  it('lets no name end the header field or its value', () => {
    expect(attachmentNamed('a"; x\r\nSet-Cookie: b')).to.match(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.%-]+$/);
    expect(attachmentNamed(`${'a'.repeat(400)}\ud800.bin`)).to.match(/^attachment; filename="a{250}\.bin"/);
  });
});
