import { expect } from 'chai';
import { withoutParameter, withParameter } from '../src/url-parameters.js';

describe('a parameter of a URL', () => {
  it('is taken out of it, and the others stay', () => {
    const url = 'postgres://svc:p%3Fss@host:1/db?sslmode=require&options=-c%20search_path%3Dmine&connect_timeout=3';
    expect(withoutParameter(url, 'options')).to.equal('postgres://svc:p%3Fss@host:1/db?sslmode=require&connect_timeout=3');
    expect(withoutParameter('postgres://host/db?options=-c+a%3Db', 'options')).to.equal('postgres://host/db');
  });

  it('that is not there leaves the URL as it is, whatever that is', () => {
    for (const url of ['postgres://host/db?sslmode=require', 'postgres://svc:s3cret@[bad/db', '/var/run/postgresql db']) {
      expect(withoutParameter(url, 'options')).to.equal(url);
    }
  });

  it('takes the place of another value, also where a socket has no host', () => {
    const url = 'postgres://svc:p%3Fss@/db?application_name=theirs&host=/run/postgresql';
    expect(withParameter(url, 'application_name', 'svc copy')).to.equal(
      'postgres://svc:p%3Fss@/db?host=%2Frun%2Fpostgresql&application_name=svc+copy',
    );
    expect(withParameter('postgres://host/db', 'application_name', 'svc')).to.equal('postgres://host/db?application_name=svc');
  });
});
