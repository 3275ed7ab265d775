import Database from 'better-sqlite3';

/** Begins a transaction in the file named on the command line, says so, and ends it after so many milliseconds. */
const [path = '', heldMs = ''] = process.argv.slice(2);
const database = new Database(path);
database.exec('begin immediate');
process.stdout.write('begun\n');
setTimeout(() => database.exec('commit'), Number(heldMs));
