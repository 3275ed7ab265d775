import { expect } from 'chai';
import { takeParameter } from '../src/url-parameters.js';

describe('a parameter of a URL', () => {
  it('is taken out of it, and the others stay', () => {
    const url = 'postgres://svc:p%3Fss@host:1/db?sslmode=require&options=-c%20search_path%3Dmine&connect_timeout=3';
    expect(takeParameter(url, 'options')).to.deep.equal({
      rest: 'postgres://svc:p%3Fss@host:1/db?sslmode=require&connect_timeout=3',
      values: ['-c search_path=mine'],
    });
    expect(takeParameter('postgres://host/db?options=-c+a%3Db', 'options').rest).to.equal('postgres://host/db');
  });

  it('that is not there leaves the URL as it is, whatever that is', () => {
    for (const url of ['postgres://host/db?sslmode=require', 'postgres://svc:s3cret@[bad/db', '/var/run/postgresql db']) {
      expect(takeParameter(url, 'options')).to.deep.equal({ rest: url, values: [] });
    }
  });
});
