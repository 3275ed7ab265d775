import { ggufBytes, ggufFile, safetensorsFile, safetensorsHeader } from '@svc/test-services/tensor-files';
import { expect } from 'chai';
import { ok } from 'neverthrow';
import { maxTensorHeaderBytes, maxTensors } from '../../../src/formats/tensors/limits.js';
import { readTensorFile } from '../../../src/formats/tensors/read-tensor-file.js';

const { u32, u64, text } = ggufBytes;

interface Read {
  readonly asked: number[];
  readonly outcome: unknown;
  readonly pauses: number;
}

/** Reads the file, and notes how much of it was asked for. */
const read = async (bytes: Uint8Array, fileBytes = bytes.byteLength): Promise<Read> => {
  const asked: number[] = [];
  let pauses = 0;
  const file = await readTensorFile(
    (length) => {
      asked.push(length);
      expect(length).to.be.at.most(fileBytes);
      const first = new Uint8Array(length);
      first.set(bytes.subarray(0, length));
      return Promise.resolve(ok(first));
    },
    fileBytes,
    () => {
      pauses += 1;
      return Promise.resolve();
    },
  );
  return { asked, outcome: file.isOk() ? file.value : file.error, pauses };
};

const outcomeOf = async (bytes: Uint8Array, fileBytes?: number): Promise<unknown> => (await read(bytes, fileBytes)).outcome;
const zeros = (length: number): Uint8Array => new Uint8Array(length);
const json = (header: unknown, dataBytes = 0): Uint8Array =>
  Buffer.concat([safetensorsHeader(typeof header === 'string' ? header : JSON.stringify(header)), zeros(dataBytes)]);

describe('the header of a file of safetensors', () => {
  it('tells name, type, shape and place of each tensor, in the order in which they lie', async () => {
    const file = safetensorsFile([
      { name: 'b', dtype: 'BF16', shape: [2, 3], bytes: zeros(12) },
      { name: 'a "quoted" \u00e4\u{1f600}', dtype: 'F32', shape: [], bytes: zeros(4) },
      { name: 'empty', dtype: 'I64', shape: [0, 7], bytes: zeros(0) },
      { name: 'packed', dtype: 'F4', shape: [4], bytes: zeros(2) },
      { name: 'new', dtype: 'F7_E9M9', shape: [3], bytes: zeros(5) },
    ]);
    expect(await outcomeOf(file)).to.deep.equal({
      format: 'safetensors',
      dataAt: file.byteLength - 23,
      tensors: [
        { name: 'b', dtype: 'BF16', shape: [2, 3], begin: 0, sizeBytes: 12 },
        { name: 'empty', dtype: 'I64', shape: [0, 7], begin: 16, sizeBytes: 0 },
        { name: 'a "quoted" \u00e4\u{1f600}', dtype: 'F32', shape: [], begin: 12, sizeBytes: 4 },
        { name: 'packed', dtype: 'F4', shape: [4], begin: 16, sizeBytes: 2 },
        { name: 'new', dtype: 'F7_E9M9', shape: [3], begin: 18, sizeBytes: 5 },
      ].toSorted((left, right) => left.begin - right.begin),
    });
  });

  it('may be empty, and have blanks behind it', async () => {
    const empty = { format: 'safetensors', dataAt: 16, tensors: [] };
    expect(await outcomeOf(json('{}      '))).to.deep.equal(empty);
  });

  it('is read alone, and in one piece where it is long', async () => {
    const tensors = Array.from({ length: 5000 }, (_, at) => ({
      name: `model.layers.${at}.weight`,
      dtype: 'U8',
      shape: [1000],
      bytes: zeros(1000),
    }));
    const file = safetensorsFile(tensors);
    const { asked, outcome } = await read(file);
    expect(outcome).to.have.property('tensors').with.length(5000);
    expect(asked).to.deep.equal([256 * 1024, file.byteLength - 5_000_000]);
  });

  const manyBytes = 1024 * 1024;
  const longHeaders: Readonly<Record<string, string>> = {
    'many metadata': `{"__metadata__":{${'"":"",'.repeat(manyBytes / 6)}"":""}}`,
    'a long text of metadata': `{"__metadata__":{"a":"${'\\n'.repeat(manyBytes / 2)}"}}`,
    'much white space behind it': `{}${' '.repeat(manyBytes)}`,
  };
  for (const [title, header] of Object.entries(longHeaders)) {
    it(`with ${title} is read with pauses`, async () => {
      const { outcome, pauses } = await read(json(header));
      expect(outcome).to.include({ format: 'safetensors' });
      expect(pauses).to.be.at.least(15);
    });
  }

  it('has names of 1,024 characters that are all escaped, and decodes none that is longer', async () => {
    const header = (length: number): Uint8Array =>
      json(`{"${'\\u0041'.repeat(length)}":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}}`, 4);
    const { outcome } = await read(header(1024));
    expect(outcome).to.have.nested.property('tensors[0].name', 'A'.repeat(1024));
    const long = header(5 * 1024 * 1024);
    const before = process.cpuUsage();
    expect(await outcomeOf(long)).to.equal('malformed');
    expect(process.cpuUsage(before).user / 1000, 'in milliseconds').to.be.below(400);
  });

  const tensor = { dtype: 'U8', shape: [4], data_offsets: [0, 4] };
  const wrong: Readonly<Record<string, unknown>> = {
    'no JSON': '{"a":',
    'something behind it': '{} {}',
    'a comma at its end': '{"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},}',
    'a name that comes twice':
      '{"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"a":{"dtype":"U8","shape":[0],"data_offsets":[4,4]}}',
    'a name with half of a character': '{"\\ud800":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}}',
    'a name that is too long': { ['n'.repeat(1025)]: tensor },
    'more white space than any writer puts there': `{"a":{"dtype":"U8",${' '.repeat(65_537)}"shape":[4],"data_offsets":[0,4]}}`,
    'a member that is missing': { a: { dtype: 'U8', shape: [4] } },
    'a member that nobody knows': { a: { ...tensor, more: 1 } },
    'another size than type and shape come to': { a: { ...tensor, shape: [5] } },
    'a shape beyond all numbers': { a: { ...tensor, shape: [2 ** 40, 2 ** 40] } },
    'a dimension below zero': { a: { ...tensor, shape: [-4] } },
    'a dimension that is no integer': '{"a":{"dtype":"U8","shape":[4e0],"data_offsets":[0,4]}}',
    'too many dimensions': { a: { ...tensor, shape: Array.from({ length: 17 }, () => 1).concat(4) } },
    'offsets that run backwards': { a: { ...tensor, data_offsets: [4, 0] } },
    'three offsets': { a: { ...tensor, data_offsets: [0, 4, 4] } },
    'tensors that overlap': { a: tensor, b: { dtype: 'U8', shape: [2], data_offsets: [2, 4] } },
    'a gap between tensors': {
      a: { ...tensor, shape: [1], data_offsets: [0, 1] },
      b: { ...tensor, shape: [2], data_offsets: [2, 4] },
    },
    'less than all data': { a: { ...tensor, shape: [3], data_offsets: [0, 3] } },
    'more than all data': { a: { ...tensor, shape: [5], data_offsets: [0, 5] } },
    'metadata that are no texts': { __metadata__: { step: 1 }, a: tensor },
    'metadata twice': '{"__metadata__":{},"__metadata__":{},"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}}',
  };
  for (const [title, header] of Object.entries(wrong)) {
    it(`with ${title} is malformed`, async () => {
      expect(await outcomeOf(json(header, 4))).to.equal('malformed');
    });
  }

  it('with a name of bytes that are no text is malformed', async () => {
    const header = Buffer.from('{"?":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}}').fill(0xff, 2, 3);
    expect(await outcomeOf(Buffer.concat([u64(header.byteLength), header, zeros(4)]))).to.equal('malformed');
  });

  it('that is longer than the file, or begins with no brace, is of no such file', async () => {
    const lying = Buffer.concat([u64(100), Buffer.from('{}')]);
    const huge = Buffer.concat([u64(2n ** 64n - 1n), Buffer.from('{}')]);
    for (const bytes of [lying, huge, json('[{}]'), Buffer.from('text that is long enough'), zeros(9), zeros(0)]) {
      expect(await outcomeOf(bytes)).to.equal('unknown_format');
    }
  });

  it('is not read when it is too long or has too many tensors', async () => {
    const long = Buffer.concat([u64(maxTensorHeaderBytes + 1), Buffer.from('{')]);
    const { asked, outcome } = await read(long, 2 ** 40);
    expect(outcome).to.equal('too_large');
    expect(asked).to.deep.equal([256 * 1024]);
    const many = Array.from({ length: maxTensors + 1 }, (_, at) => `"${at}":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}`);
    expect(await outcomeOf(json(`{${many.join(',')}}`))).to.equal('too_large');
  });
});

describe('the header of a GGUF file', () => {
  const tensors = [
    { name: 'output.weight', type: 12, shape: [256, 2], bytes: zeros(288) },
    { name: 'norm', type: 0, shape: [3], bytes: zeros(12) },
    { name: 'odd', type: 77, shape: [5], bytes: zeros(7) },
    { name: 'last', type: 30, shape: [2, 2], bytes: zeros(8) },
  ];
  const found = (dataAt: number) => ({
    format: 'gguf',
    dataAt,
    tensors: [
      { name: 'output.weight', dtype: 'Q4_K', shape: [256, 2], begin: 0, sizeBytes: 288 },
      { name: 'norm', dtype: 'F32', shape: [3], begin: 288, sizeBytes: 12 },
      { name: 'odd', dtype: 'type_77', shape: [5], begin: 320, sizeBytes: 32 },
      { name: 'last', dtype: 'BF16', shape: [2, 2], begin: 352, sizeBytes: 8 },
    ],
  });
  const texts = (count: number): Uint8Array =>
    Buffer.concat([u32(8), u64(count), ...Array.from({ length: count }, (_, at) => text(`token ${at}`))]);

  it('tells name, type, shape and place of each tensor, behind metadata of any type', async () => {
    for (const version of [2, 3]) {
      const nested = Buffer.concat([u32(9), u64(2), u32(5), u64(1), u32(7), texts(2)]);
      const metadata = [
        ['general.architecture', 8, text('llama')] as const,
        ['llama.block_count', 4, u32(1)] as const,
        ['llama.scale', 12, u64(0)] as const,
        ['general.flag', 7, Buffer.from([1])] as const,
        ['tokenizer.ggml.tokens', 9, texts(3)] as const,
        ['nested', 9, nested] as const,
      ];
      const file = ggufFile(tensors, metadata, { version });
      expect(await outcomeOf(file)).to.deep.equal(found(file.byteLength - 384));
    }
  });

  const emptyTexts = Buffer.concat([u32(8), u64(4096), zeros(4096 * 8)]);
  const longMetadata: Readonly<Record<string, Parameters<typeof ggufFile>[1]>> = {
    'many texts in the arrays of an array': [
      ['a', 9, Buffer.concat([u32(9), u64(64), ...Array.from({ length: 64 }, () => emptyTexts)])],
    ],
    'many long keys': Array.from({ length: 64 }, (_, at) => [String(at).padEnd(65_536, 'x'), 0, zeros(1)] as const),
  };
  for (const [title, metadata] of Object.entries(longMetadata)) {
    it(`with ${title} is read with pauses`, async () => {
      const { asked, outcome, pauses } = await read(ggufFile(tensors, metadata));
      expect(outcome).to.have.property('tensors').with.length(4);
      expect(pauses / asked.length).to.be.at.least(4);
    });
  }

  it('says how tensors are aligned', async () => {
    const file = ggufFile(tensors.slice(0, 2), [['general.alignment', 4, u32(64)]], { alignment: 64 });
    expect(await outcomeOf(file))
      .to.have.property('tensors')
      .deep.equal([found(0).tensors[0], { ...found(0).tensors[1], begin: 320 }]);
  });

  it('is read on until it ends', async () => {
    const file = ggufFile(tensors, [['tokenizer.ggml.tokens', 9, texts(100_000)]]);
    const { asked, outcome } = await read(file);
    expect(outcome).to.deep.equal(found(file.byteLength - 384));
    expect(asked).to.deep.equal([256 * 1024, 1024 * 1024, file.byteLength]);
  });

  const info = (name: string, shape: readonly (number | bigint)[], type: number, begin: number | bigint): Uint8Array =>
    Buffer.concat([text(name), u32(shape.length), ...shape.map(u64), u32(type), u64(begin)]);
  const header = (tensorCount: number | bigint, metadataCount: number | bigint, ...rest: Uint8Array[]): Uint8Array =>
    Buffer.concat([Buffer.from('GGUF'), u32(3), u64(tensorCount), u64(metadataCount), ...rest, zeros(64)]);
  const wrong: Readonly<Record<string, Uint8Array>> = {
    'more metadata than the file has room for': header(0, 2n ** 53n - 1n),
    'a count beyond all numbers': header(0, 2n ** 63n),
    'a text beyond the end of the file': header(0, 1, u64(60_000)),
    'a text beyond all numbers': header(0, 1, text('a'), u32(8), u64(2n ** 64n - 1n)),
    'an array beyond the end of the file': header(0, 1, text('a'), u32(9), u32(10), u64(2n ** 52n)),
    'an array of texts beyond the end of the file': header(0, 1, text('a'), u32(9), u32(8), u64(2n ** 52n)),
    'a type of metadata that nobody knows': header(0, 1, text('a'), u32(13), u64(0)),
    'an array of a type that nobody knows': header(0, 1, text('a'), u32(9), u32(13), u64(0)),
    'arrays in arrays without end': header(0, 1, text('a'), u32(9), ...Array.from({ length: 9 }, () => [u32(9), u64(1)]).flat()),
    'an alignment of 0': header(0, 1, text('general.alignment'), u32(4), u32(0)),
    'an alignment that is no power of two': header(0, 1, text('general.alignment'), u32(4), u32(48)),
    'an alignment beyond all sense': header(0, 1, text('general.alignment'), u32(4), u32(2 ** 31)),
    'an alignment that is no number': header(0, 1, text('general.alignment'), u32(8), text('32')),
    'two alignments': header(0, 2, ...[0, 1].flatMap(() => [text('general.alignment'), u32(4), u32(32)])),
    'a name that comes twice': header(2, 0, info('a', [1], 24, 0), info('a', [1], 24, 32)),
    'a name that is no text or too long': header(1, 0, u64(1), Buffer.from([0xff]), u32(0), u32(24), u64(0)),
    'a shape beyond all numbers': header(1, 0, info('a', [2n ** 40n, 2n ** 40n], 24, 0)),
    'too many dimensions': header(
      1,
      0,
      info(
        'a',
        Array.from({ length: 17 }, () => 1),
        24,
        0,
      ),
    ),
    'half a block in a row': header(1, 0, info('a', [16, 2], 2, 0)),
    'a place that is not aligned': header(1, 0, info('a', [1], 24, 8)),
    'a tensor behind the end of the file': header(1, 0, info('a', [1], 24, 2 ** 20)),
    'a tensor beyond the end of the file': header(1, 0, info('a', [2 ** 20], 24, 0)),
    'tensors that overlap': header(2, 0, info('a', [33], 24, 0), info('b', [1], 24, 32)),
    'fewer tensors than it says': Buffer.from(ggufFile([])).fill(9, 8, 9),
  };
  for (const [title, bytes] of Object.entries(wrong)) {
    it(`with ${title} is malformed`, async () => {
      expect(await outcomeOf(bytes)).to.equal('malformed');
    });
  }

  it('of another version, or in big-endian, is of no such file', async () => {
    for (const version of [0, 1, 4, 0x03000000]) {
      expect(await outcomeOf(ggufFile(tensors, [], { version }))).to.equal('unknown_format');
    }
  });

  it('is not read when it is too long or has too many tensors', async () => {
    expect(await outcomeOf(header(maxTensors + 1, 0))).to.equal('too_large');
    const { asked, outcome } = await read(header(0, 1, text('a'), u32(8), u64(2 ** 39)), 2 ** 40);
    expect(outcome).to.equal('too_large');
    expect(asked.at(-1)).to.equal(maxTensorHeaderBytes);
  });
});
