import type { ApiSchema } from '@svc/client';
import { expect } from 'chai';
import { readTensorChanges } from '../app/history/read-tensor-changes.js';

type Comparison = ApiSchema<'artifacts.compare.200'>;
type Status = Comparison['tensors'][number]['status'];

const none = { tensors: 0, bytes: 0 };
const totals = { same: none, moved: none, changed: none, undecided: none, added: none, removed: none };

const pageOf = (statuses: readonly Status[], next?: string): Comparison => ({
  format: 'safetensors',
  has_chunk_maps: true,
  tensors: statuses.map((status) => ({ name: status, status, dtype: 'F32', shape: [1], bytes: 4 })),
  totals,
  ...(next !== undefined && { next_cursor: next }),
});

describe('readTensorChanges', () => {
  const pages: Readonly<Record<string, Comparison>> = {
    '': pageOf(['same', 'changed'], '2'),
    2: pageOf(['same', 'same'], '4'),
    4: pageOf(['same', 'removed'], '6'),
    6: pageOf(['same']),
  };
  const read = (cursor: string | undefined): Promise<Comparison> =>
    readTensorChanges(async (at = '') => pages[at] ?? pageOf([]), cursor);
  const namesOf = ({ tensors }: Comparison): readonly string[] => tensors.map(({ name }) => name);

  it('leaves out what is the same, and passes over pages with nothing else', async () => {
    const first = await read(undefined);
    expect(namesOf(first)).to.deep.equal(['changed']);
    const second = await read(first.next_cursor);
    expect(namesOf(second)).to.deep.equal(['removed']);
    expect(second.next_cursor).to.equal('6');
    const last = await read(second.next_cursor);
    expect(namesOf(last)).to.deep.equal([]);
    expect(last.next_cursor).to.equal(undefined);
  });
});
