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

  it('leaves the line of a request as it is', () => {
    const line = '{"level":"info","requestId":"0b8f","endpoint":"users.me","path":"/api/v1/users/me","ms":0.4,"msg":"request"}\n';
    expect(withoutSecrets(line)).to.equal(line);
  });
});
