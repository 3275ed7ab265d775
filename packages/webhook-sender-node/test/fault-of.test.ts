import { EgressForbidden } from '@svc/egress-guard';
import { expect } from 'chai';
import { faultOf } from '../src/fault-of.js';

const coded = (code: string): Error => Object.assign(new Error('what the receiver has said'), { code });

describe('faultOf', () => {
  it('tells a certificate that does not go, whatever OpenSSL calls it', () => {
    const codes = [
      ...['CERT_HAS_EXPIRED', 'CRL_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERROR_IN_CERT_NOT_AFTER_FIELD', 'EPROTO'],
      ...['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH', 'INVALID_CA', 'INVALID_PURPOSE'],
      ...['PATH_LENGTH_EXCEEDED', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ];
    for (const code of codes) expect(faultOf(coded(code)), code).to.equal('tls_invalid');
  });

  it('tells what is not answered from what is answered badly', () => {
    for (const code of ['ETIMEDOUT', 'ETIMEOUT']) expect(faultOf(coded(code)), code).to.equal('timeout');
    expect(faultOf(coded('HPE_INVALID_CONSTANT'))).to.equal('invalid_answer');
    for (const code of ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', ''])
      expect(faultOf(coded(code)), code).to.equal('unreachable');
  });

  it('tells a forbidden address, also as one of several', () => {
    const forbidden = new EgressForbidden();
    expect(faultOf(forbidden)).to.equal('address_forbidden');
    expect(faultOf(new AggregateError([coded('ECONNREFUSED'), forbidden]))).to.equal('address_forbidden');
  });
});
