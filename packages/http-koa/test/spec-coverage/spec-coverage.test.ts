import { expect } from 'chai';
import type { Access } from '../../src/endpoint/access.js';
import { routeParts } from '../../src/endpoint/route.js';
import { endpoints } from '../../src/endpoints/index.js';
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
  it('each have a row with the same permission, and nothing else has one but the additions', () => {
    const expected = [...specEndpoints, ...additions];
    expect(rows.map(textOf).sort()).to.deep.equal(expected.map(textOf).sort());
  });

  it('are 113, each once', () => {
    expect(specEndpoints).to.have.length(113);
    expect(new Set(specEndpoints.map(nameOf)).size).to.equal(specEndpoints.length);
  });
});
