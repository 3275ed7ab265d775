import { expect } from 'chai';
import { findExtraHeaders } from '../../src/git/extra-headers.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';

const url = 'https://svc.example/acme/models.git/info/lfs';

describe('http.extraHeader', () => {
  let scratch: ScratchHome;
  beforeEach(async () => {
    scratch = await makeScratchHome();
  });
  afterEach(() => scratch.remove());

  const add = (key: string, value: string) => scratch.git(['config', '--add', key, value]);
  const found = (of = url) => findExtraHeaders(scratch.git, of);

  it('has nothing where nobody has said anything', async () => {
    expect(await found()).to.deep.equal({ authorization: undefined, others: {} });
  });

  it('holds for every URL, with all of its values', async () => {
    await add('http.extraHeader', 'X-Proxy-Pass: open sesame');
    await add('http.extraHeader', 'Authorization: Bearer one');
    expect(await found()).to.deep.equal({ authorization: 'Bearer one', others: { 'x-proxy-pass': 'open sesame' } });
  });

  it('is that of the URL that git matches best, and of no other host', async () => {
    await add('http.https://svc.example/acme/.extraHeader', 'Authorization: Bearer ours');
    await add('http.https://svc.example/acme/.extraHeader', 'X-One: 1');
    await add('http.https://svc.example/.extraHeader', 'Authorization: Bearer host');
    await add('http.https://*.example/.extraHeader', 'Authorization: Bearer wide');
    expect(await found()).to.deep.equal({ authorization: 'Bearer ours', others: { 'x-one': '1' } });
    expect((await found('https://svc.example/other.git/info/lfs')).authorization).to.equal('Bearer host');
    expect((await found('https://git.example/acme/models.git/info/lfs')).authorization).to.equal('Bearer wide');
    for (const other of ['https://svc.example.org/acme/', 'http://svc.example/acme/', 'https://svc.example:444/acme/']) {
      expect((await found(other)).authorization, other).to.equal(undefined);
    }
  });

  it('takes an empty value for the end of those before it, and leaves out what is no header or frames a message', async () => {
    await add('http.extraHeader', 'X-One: 1');
    await add('http.extraHeader', '');
    for (const value of ['no header', 'Content-Length: 9', 'Host: other.example', 'X-Two:2'])
      await add('http.extraHeader', value);
    expect(await found()).to.deep.equal({ authorization: undefined, others: { 'x-two': '2' } });
  });
});
