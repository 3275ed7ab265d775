import { expect } from 'chai';
import * as core from '@svc/core';
import type { Caller, RepositoryGrant, SignedDownload, SignedIn } from '@svc/core';
import { trusted, type ObjectKey } from '@svc/core/model';

type IsAssignable<From, To> = From extends To ? true : false;
const expectType = <T>(value: T): T => value;

/** What somebody who embeds the service may try in place of `application.authorize`. The compiler refuses each; lint runs it over the tests. */
type ForgedSignedIn = { readonly caller: Caller };
type ForgedDownload = { readonly key: ObjectKey };

describe('the public entry', () => {
  it('holds no maker of grants', () => {
    expect(Object.keys(core).filter((name) => /grant|demand|strengthen/i.test(name))).to.deep.equal([]);
  });

  it('lets a stranger assemble no grant: the compiler says so', () => {
    expect(expectType<IsAssignable<ForgedSignedIn, SignedIn>>(false)).to.equal(false);
    expect(expectType<IsAssignable<ForgedDownload, SignedDownload>>(false)).to.equal(false);
    expect(expectType<IsAssignable<SignedIn, RepositoryGrant<'repository.pull'>>>(false)).to.equal(false);
    expect(expectType<IsAssignable<RepositoryGrant<'repository.pull'>, RepositoryGrant<'repository.push'>>>(false)).to.equal(
      false,
    );
    // @ts-expect-error -- a branded value of the service's own is no grant either
    expect(() => trusted<SignedIn>('signed-in')).not.to.throw();
  });
});
