import { expect } from 'chai';
import type { Access } from '../../src/endpoint/access.js';
import { routeParts } from '../../src/endpoint/route.js';
import { endpoints } from '../../src/endpoints/index.js';
import { notYet } from './not-yet.js';
import { additions, type SpecEndpoint, specEndpoints } from './spec-endpoints.js';

/** How the spec writes what a row demands. Sessions are credentials: the spec says "authenticated" of them too. */
const permissionOf = (access: Access): string => {
  if ('permission' in access) return access.permission;
  return access.kind === 'signed-in' || access.kind === 'session' ? 'authenticated' : access.kind;
};

const rows: readonly SpecEndpoint[] = endpoints.map(({ route, base, access }) => {
  const { method, path } = routeParts(route, base ?? 'api');
  return { method, path, permission: permissionOf(access) };
});

const nameOf = ({ method, path }: SpecEndpoint): string => `${method} ${path}`;
const textOf = (endpoint: SpecEndpoint): string => `${nameOf(endpoint)} ${endpoint.permission}`;

describe('the endpoints of the spec', () => {
  const missing = new Set(notYet);

  it('each have a row with the same permission, or stand in the list of what is missing', () => {
    const expected = [...specEndpoints.filter((endpoint) => !missing.has(nameOf(endpoint))), ...additions];
    expect(rows.map(textOf).sort()).to.deep.equal(expected.map(textOf).sort());
  });

  it('are 113, each once', () => {
    expect(specEndpoints).to.have.length(113);
    expect(new Set(specEndpoints.map(nameOf)).size).to.equal(specEndpoints.length);
  });

  it('that are listed as missing stand in the spec, have no row, and are listed once', () => {
    const known = new Set(specEndpoints.map(nameOf));
    const present = new Set(rows.map(nameOf));
    expect(notYet.filter((name) => !known.has(name))).to.deep.equal([]);
    expect(notYet.filter((name) => present.has(name))).to.deep.equal([]);
    expect(missing.size).to.equal(notYet.length);
  });
});
