import { expect } from 'chai';
import type { QuotaReason } from '../../../src/model/app-error.js';
import { defaultLimits } from '../../../src/model/quotas/limits.js';
import { plans } from '../../../src/model/quotas/plan.js';
import { isPlanLimit } from '../../../src/model/quotas/plan-limit.js';

const at = (reason: QuotaReason, limit = 1) => isPlanLimit({ kind: 'quota_exceeded', reason, limit, current: limit });

describe('isPlanLimit', () => {
  for (const reason of [
    'max_repositories',
    'max_members',
    'max_object_size',
    'storage_quota',
    'max_storage_connections',
  ] as const) {
    it(`says of ${reason} that a plan has set it`, () => {
      expect(at(reason)).to.equal(true);
    });
  }

  for (const reason of ['max_owned_organizations', 'max_locks', 'max_session_objects', 'max_tree_files'] as const) {
    it(`says of ${reason} that it holds on every plan`, () => {
      expect(at(reason)).to.equal(false);
    });
  }

  it('tells the tokens of a plan from those of every plan', () => {
    expect(at('max_tokens', plans.free.maxTokens)).to.equal(true);
    expect(at('max_tokens', defaultLimits.tokensPerOrganization)).to.equal(false);
  });
});
