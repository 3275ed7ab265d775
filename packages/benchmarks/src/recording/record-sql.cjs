'use strict';

/**
 * Loaded into the server before everything else: writes down each statement that its database drivers execute, in order, so that a bare server can
 * execute the same ones. Hashes are written as hex digits.
 */
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');

const target = process.env.RECORD_SQL_TO;
const packages = join(__dirname, '../../..');
const load = (name, folder) => require(require.resolve(name, { paths: [join(packages, folder)] }));
const plain = (value) =>
  Buffer.isBuffer(value) || value instanceof Uint8Array ? { hex: Buffer.from(value).toString('hex') } : value;
const record = (sql, values) => appendFileSync(target, `${JSON.stringify({ sql, values: values.map(plain) })}\n`);

const Database = load('better-sqlite3', 'persistence-sqlite');
const { prepare } = Database.prototype;
Database.prototype.prepare = function recorded(sql) {
  const statement = prepare.call(this, sql);
  for (const name of ['all', 'get', 'run', 'iterate']) {
    const execute = statement[name].bind(statement);
    Object.defineProperty(statement, name, {
      value: (...values) => {
        record(sql, values.flat());
        return execute(...values);
      },
    });
  }
  return statement;
};

const { Client } = load('pg', 'persistence-postgres');
const { query } = Client.prototype;
Client.prototype.query = function recorded(config, values, ...rest) {
  if (typeof config === 'string') record(config, Array.isArray(values) ? values : []);
  else if (typeof config?.text === 'string') record(config.text, config.values ?? (Array.isArray(values) ? values : []));
  return query.call(this, config, values, ...rest);
};
