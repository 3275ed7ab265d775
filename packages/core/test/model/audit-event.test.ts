import { expect } from 'chai';
import { auditChanges, auditFacts } from '../../src/model/audit-event.js';

describe('the details of an audit event', () => {
  it('have what differs, with what was before and what is since', () => {
    expect(auditChanges({ role: 'VIEWER', name: 'same' }, { role: 'ADMIN', name: 'same' })).to.deep.equal({
      role: { old: 'VIEWER', new: 'ADMIN' },
    });
    expect(auditChanges({ active: true, count: 0 }, { active: false, count: 1 })).to.deep.equal({
      active: { old: true, new: false },
      count: { old: 0, new: 1 },
    });
    expect(auditChanges({ scopes: ['a', 'b'], events: ['*'] }, { scopes: ['a'], events: ['*'] })).to.deep.equal({
      scopes: { old: ['a', 'b'], new: ['a'] },
    });
  });

  it('have nothing before of what is new, and nothing since of what is gone', () => {
    expect(auditChanges({}, { name: 'a', description: undefined })).to.deep.equal({ name: { new: 'a' } });
    expect(auditChanges({ name: 'a', level: undefined }, {})).to.deep.equal({ name: { old: 'a' } });
    expect(auditChanges({ level: undefined }, { level: 'READ' })).to.deep.equal({ level: { new: 'READ' } });
  });

  it('have the facts that are known', () => {
    expect(auditFacts({ email: undefined, name: 'Ann', objects: 0 })).to.deep.equal({ name: 'Ann', objects: 0 });
  });
});
