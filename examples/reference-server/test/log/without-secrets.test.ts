import { expect } from 'chai';
import { withoutSecrets } from '../../src/log/without-secrets.js';

describe('withoutSecrets', () => {
  const lines: readonly (readonly [string, string])[] = [
    ['svc_pat_0123', '[secret]'],
    ['rk_test_0123', '[secret]'],
    ['whsec_0123', '[secret]'],
    ['Bearer opaque', '[credential]'],
    ['basic\topaque\n', '[credential]\n'],
    ['eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.', '[token]'],
    ['postgres://svc:opaque@db', 'postgres://svc:[secret]@db'],
    ['https://svc.example.org/a?b', 'https://svc.example.org/a?[query]'],
    ['PASSWORD=opaque', 'PASSWORD:[secret]'],
  ];
  for (const [line, expected] of lines) {
    it(`finds the one in a line of nothing else: ${JSON.stringify(line)}`, () => {
      expect(withoutSecrets(line)).to.equal(expected);
    });
  }

  for (const text of lines.map(([line]) => line)) {
    it(`finds the one behind a line break or a tab in a line of JSON: ${JSON.stringify(text)}`, () => {
      const opaque = /0123|opaque|eyJ|\?b/;
      for (const blank of ['\n', '\r', '\t']) {
        expect(withoutSecrets(JSON.stringify({ msg: `no answer:${blank}${text}` }))).not.to.match(opaque);
      }
    });
  }

  it('finds the credential behind a tab in a line of JSON', () => {
    expect(withoutSecrets('{"msg":"Authorization:\\tBearer\\topaque"}')).to.equal('{"msg":"Authorization:\\t[credential]"}');
  });

  it('leaves the line of a request as it is', () => {
    const line = '{"level":"info","requestId":"0b8f","endpoint":"users.me","path":"/api/v1/users/me","ms":0.4,"msg":"request"}\n';
    expect(withoutSecrets(line)).to.equal(line);
  });
});
