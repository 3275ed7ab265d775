import { randomInt } from 'node:crypto';
import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import {
  isIssuedSecret,
  newInvitationSecret,
  newSessionSecret,
  newTokenSecret,
  parseTokenSecret,
} from '../../src/access/token-secret.js';
import { createCountedRandom } from '../../src/memory/counted-random.js';
import { tokenKinds } from '../../src/model/api-token.js';
import type { RandomSource } from '../../src/ports/random-source.js';
import { seededIntegers } from '../builders/seeded-integers.js';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Gives the listed bytes, then zeros. */
const randomOf = (bytes: readonly number[]): RandomSource => {
  let given = 0;
  return {
    uuid: () => '00000000-0000-4000-8000-000000000000',
    bytes: (count) => Uint8Array.from({ length: count }, () => bytes[given++] ?? 0),
  };
};

const mutations = rounds({ property: 'no mutated token secret is taken for another', test: 20_000, proof: 1_000_000 });
const seed = randomInt(2 ** 31);

describe('newTokenSecret', () => {
  it('is the prefix of the kind, 30 digits of base 62 and 6 check digits', () => {
    const random = createCountedRandom();
    expect(newTokenSecret('PAT', random)).to.match(/^svc_pat_[0-9A-Za-z]{36}$/);
    expect(newTokenSecret('REPO', random)).to.match(/^svc_repo_[0-9A-Za-z]{36}$/);
    expect(newTokenSecret('CI', random)).to.match(/^svc_ci_[0-9A-Za-z]{36}$/);
    expect(newSessionSecret(random)).to.match(/^svc_ses_[0-9A-Za-z]{36}$/);
  });

  it('checks everything before the check digits with a CRC-32 in base 62', () => {
    expect(newTokenSecret('PAT', randomOf([]))).to.equal('svc_pat_0000000000000000000000000000002qhdx2');
  });

  it('draws a byte anew that would favour some digits', () => {
    const secret = newTokenSecret('PAT', randomOf([255, 248, 247, 61, 62]));
    expect(secret.slice('svc_pat_'.length, -6)).to.equal(`zz0${'0'.repeat(27)}`);
  });

  it('uses all digits equally often', () => {
    const counts = new Map<string, number>();
    const random = createCountedRandom(7);
    const secrets = 20_000;
    for (let made = 0; made < secrets; made++) {
      for (const digit of newTokenSecret('PAT', random).slice(8, -6)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    }
    const expected = (secrets * 30) / 62;
    const chiSquare = Array.from(alphabet).reduce((sum, digit) => sum + ((counts.get(digit) ?? 0) - expected) ** 2 / expected, 0);
    // 61 degrees of freedom: above 120 once in 100,000 runs, and the seed makes every run the same.
    expect(chiSquare).to.be.below(120);
  });

  it('never gives the same secret twice', () => {
    const random = createCountedRandom();
    const secrets = Array.from({ length: 1000 }, () => newTokenSecret('CI', random));
    expect(new Set(secrets).size).to.equal(1000);
  });
});

describe('parseTokenSecret', () => {
  it('recognises the kind of every secret that the service makes', () => {
    const random = createCountedRandom();
    for (const tokenKind of tokenKinds) {
      expect(parseTokenSecret(newTokenSecret(tokenKind, random))).to.deep.equal({ kind: 'token', tokenKind });
    }
    expect(parseTokenSecret(newSessionSecret(random))).to.deep.equal({ kind: 'session' });
  });

  it("takes what is not of the service's making for foreign", () => {
    for (const text of ['', 'svc', 'svc_', 'svc_pat', 'svc_admin_x', 'SVC_PAT_0', ' svc_pat_0', 'eyJhbGciOi.J9.x', 'ghp_abc']) {
      expect(parseTokenSecret(text), text).to.deep.equal({ kind: 'foreign' });
    }
  });

  it('takes a secret of the wrong length, alphabet or prefix for mistyped', () => {
    const secret = newTokenSecret('PAT', createCountedRandom());
    const digits = secret.slice('svc_pat_'.length);
    const mistypes = [
      'svc_pat_',
      secret.slice(0, -1),
      `${secret}0`,
      `${secret}\n`,
      `${secret} `,
      `svc_ci_${digits}`,
      `svc_ses_${digits}`,
      secret.replace(/.$/, '-'),
      secret.replace(/.$/, 'é'),
      `svc_pat_${'9'.repeat(100_000)}`,
    ];
    for (const mistype of mistypes) expect(parseTokenSecret(mistype).kind, mistype.slice(0, 60)).to.equal('mistyped');
  });

  it(`accepts none of ${mutations} mutated secrets (seed ${seed})`, () => {
    const next = seededIntegers(seed);
    const random = createCountedRandom(seed);
    const start = 'svc_repo_'.length;
    let accepted = 0;
    let secret = newTokenSecret('REPO', random);
    for (let mutation = 0; mutation < mutations; mutation++) {
      if (mutation % 1000 === 0) secret = newTokenSecret('REPO', random);
      const mutated = [...secret];
      const changes = 1 + next(3);
      for (let change = 0; change < changes; change++) {
        mutated[start + next(36)] = alphabet.charAt(next(62));
      }
      const text = mutated.join('');
      if (text !== secret && parseTokenSecret(text).kind !== 'mistyped') accepted += 1;
    }
    expect(accepted).to.equal(0);
  });

  it('notices every single wrong digit and every swap of neighbours', () => {
    const secret = newTokenSecret('CI', createCountedRandom(3));
    for (let at = 'svc_ci_'.length; at < secret.length; at++) {
      for (const digit of alphabet) {
        const wrong = secret.slice(0, at) + digit + secret.slice(at + 1);
        if (wrong !== secret) expect(parseTokenSecret(wrong).kind, wrong).to.equal('mistyped');
      }
      const swapped = secret.slice(0, at) + secret.charAt(at + 1) + secret.charAt(at) + secret.slice(at + 2);
      if (swapped !== secret) expect(parseTokenSecret(swapped).kind, swapped).to.equal('mistyped');
    }
  });
});

describe('isIssuedSecret', () => {
  it('is true of tokens and sessions, and of nothing else', () => {
    const random = createCountedRandom();
    const secret = newTokenSecret('REPO', random);
    for (const issued of [secret, newSessionSecret(random)]) expect(isIssuedSecret(issued), issued).to.equal(true);
    for (const text of ['', 'x-oauth-basic', 'eyJhbGciOi.J9.x', secret.slice(0, -1), newInvitationSecret(random)]) {
      expect(isIssuedSecret(text), text).to.equal(false);
    }
  });
});
