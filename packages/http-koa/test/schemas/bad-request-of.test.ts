import { expect } from 'chai';
import { z } from 'zod';
import { errorMessage } from '../../src/endpoint/error-message.js';
import { parse } from '../../src/schemas/parse.js';

const schema = z.strictObject({
  role: z.enum(['OWNER', 'VIEWER']),
  scopes: z.array(z.enum(['repo:read', 'repo:write'])).optional(),
  kind: z.literal('push').optional(),
  code: z.enum(Array.from({ length: 51 }, (_, at) => `code ${at}`)).optional(),
});

const refusalOf = (value: unknown) => parse(schema, value, 'body')._unsafeUnwrapErr();

describe('what is refused of a list of values', () => {
  it('is told with the values that are allowed', () => {
    const role = refusalOf({ role: 'owner' });
    expect(role).to.deep.equal({
      kind: 'bad_request',
      field: 'role',
      problem: 'unsupported',
      allowed: ['OWNER', 'VIEWER'],
    });
    expect(errorMessage(role)).to.equal('`role` has a value that is not supported; allowed: `OWNER`, `VIEWER`.');
    expect(errorMessage(refusalOf({}))).to.equal('`role` is missing; allowed: `OWNER`, `VIEWER`.');
    expect(refusalOf({ role: 'OWNER', scopes: ['repo:read', 'all'] })).to.include({ field: 'scopes.1' });
    expect(refusalOf({ role: 'OWNER', scopes: ['all'] }).allowed).to.deep.equal(['repo:read', 'repo:write']);
    expect(refusalOf({ role: 'OWNER', kind: 'pull' }).allowed).to.deep.equal(['push']);
  });

  it('is told without them where nobody would read them all, and where there is no list', () => {
    expect(refusalOf({ role: 'OWNER', code: 'other' })).to.not.have.property('allowed');
    expect(refusalOf({ role: 'OWNER', unknown: 1 })).to.not.have.property('allowed');
    expect(errorMessage(refusalOf({ role: 'OWNER', unknown: 1 }))).to.equal('`unknown` is not known here.');
  });
});
