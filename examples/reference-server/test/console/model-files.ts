/*
 * Files as people who train models have them, small enough for a test: what the console shows of each is known.
 */

/** 120 rows of `id`, `stars`, `text` and `seen`, compressed by gzip but for `stars`, which Snappy has. Written by hyparquet-writer. */
export const parquetTable = Buffer.from(
  'UEFSMRUGFcYHFaQDXBXwARUAFfABFQAVBhUAAADwAQEfiwgAAAAAAAADBcEDQgMAAADAq5aNLdtatm2urWXb/n53kIBEJCGAZKQgFWlIRwYykYVs5CAXechHAQpRhCBCKEYJSlGGclSg' +
    'ElWoRg1qUYd6NKARTWhGC1rRhnZ0oBNhdKEbPehFH/oxgEEMYRgjGMUYxjGBSUxhGjOYxRzmsYBFLGEZK1jFGtaxgU1sYRs72EUEe4gihn3EcYBDHOEYJzjFGc5xgUtc4Ro3uMUd7vGA' +
    'RzzhGS94xRve8YFPfOEbP/jFH/4BMZWymeABAAAVBBUoFSxMFQoVAAAAFEwAAAAAAQAAAAIAAAADAAAABAAAABUGFWQVMlwV8AEVABXwARUQFQYVAAAA8AEBL0ADH4hGRCOiEdGIaEQ0' +
    'IhoRjXYPABUEFfwCFYYBTBUUFQAAAB+LCAAAAAAAAAPjZ2BgKEoty0wtV8grzU1KLVIw4McQMsQUMsIUMsYUMsEUMsUUMsMUMscUssAUsgQAlE82G74AAAAVBhWCARVAXBXwARUAFfAB' +
    'FRAVBhUAAADwAQEfiwgAAAAAAAADY5EXMAopm0EmAQBj2NBTPgAAABUEFcADFcICTBU4FQAAAB+LCAAAAAAAAANjWHGrbDYjAwMDC2MNmE5QbwTTe3zbwLRESTeYLpk1AUxfODAVTOs8' +
    'nwWmO3gXgOknxkvBtEPUKjA9p2E9mP6xbAuYDjm7E0xv+LwPTPNIHQHTGQ4nwfSRtHNgWqH3Mpiu2XwDTN+4eRdMmzA8BtMT1F6A6Tc+b8G0R/EnML1k5ncwzXDgD5iOecY4B0gDAMTa' +
    'Fz3gAAAAFQYVoAEVgAFcFfABFQAV8AEVEBUGFQAAAPABAR+LCAAAAAAAAANjlVfocOyy1Fh5dFa1wSnP1XstXvM2SSyZ0Twpas1O9sVzttzq3nyPWCUA5ss+Q00AAAAVBBlcSARyb290' +
    'FQgAFQIlAhgCaWQAFQIlAhgFc3RhcnMAFQwlAhgEdGV4dCUAABUEJQIYBHNlZW4lEgAW8AEZHBlMJggcFQIZFQAZGAJpZBUEFvABFvgHFtYDJgg8NgAoBHcAAAAYBAAAAAAAGRwVBhUA' +
    'FQIAAAAm3gMcFQIZJQAQGRgFc3RhcnMVAhbwARbUARamASakBCbeAxw2ACgEBAAAABgEAAAAAAAZLBUEFQAVAgAVBhUQFQIAAAAmhAUcFQwZJQAQGRgEdGV4dBUEFvABFswEFpQCJqgG' +
    'JoQFHDYAKA9yZXZpZXcgbnVtYmVyIDkYD3JldmlldyBudW1iZXIgMAAZLBUEFQAVAgAVBhUQFQIAAAAmmAccFQQZJQAQGRgEc2VlbhUEFvABFrAFFpIEJvgJJpgHHDYAKAgAXOYBnAEA' +
    'ABgIAKjadpsBAAAAGSwVBBUAFQIAFQYVEBUCAAAAFsgTFvABNqILACgJaHlwYXJxdWV0GUwcAAAcAAAcAAAcAAAAhwEAAFBBUjE=',
  'base64',
);

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(bytes.length));
  return Buffer.concat([length, bytes]);
};

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

const u64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};

const textType = 8;
const f32 = 0;

/** A model in GGUF, version 3: two values of metadata, two tensors of 32-bit numbers. */
export const ggufModel = (): Buffer => {
  const header = Buffer.concat([
    Buffer.from('GGUF'),
    u32(3),
    u64(2),
    u64(2),
    ...[text('general.architecture'), u32(textType), text('llama')],
    ...[text('general.name'), u32(textType), text('Tiny sentiment')],
    ...[text('token_embd.weight'), u32(2), u64(32), u64(64), u32(f32), u64(0)],
    ...[text('output.bias'), u32(1), u64(64), u32(f32), u64(8192)],
  ]);
  const padded = Buffer.alloc(Math.ceil(header.length / 32) * 32);
  header.copy(padded);
  return Buffer.concat([padded, Buffer.alloc(8192 + 256, 7)]);
};

/** A notebook of Jupyter with text, code, what that has printed, an image and HTML that nobody must ever run. */
export const notebook = (image: Buffer): string =>
  JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { language_info: { name: 'python' } },
    cells: [
      { cell_type: 'markdown', source: ['# Explore\n', 'What do **kind** reviews say?'] },
      {
        cell_type: 'code',
        source: ['import pandas as pd\n', "print(pd.read_csv('data/reviews.csv').stars.mean())"],
        outputs: [{ output_type: 'stream', name: 'stdout', text: ['2.0\n'] }],
      },
      {
        cell_type: 'code',
        source: 'plot()',
        outputs: [{ output_type: 'display_data', data: { 'image/png': image.toString('base64'), 'text/plain': '<Figure>' } }],
      },
      {
        cell_type: 'code',
        source: 'frame',
        outputs: [{ output_type: 'execute_result', data: { 'text/html': "<img src=x onerror=alert('run')>" } }],
      },
    ],
  });
