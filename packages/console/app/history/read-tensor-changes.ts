import type { ApiSchema } from '@svc/client';

type Comparison = ApiSchema<'artifacts.compare.200'>;

/** The next page of a comparison with what differs in it. Of most models most tensors stay the same: pages on which all do are passed over. */
export const readTensorChanges = async (
  fetchPage: (cursor: string | undefined) => Promise<Comparison>,
  cursor: string | undefined,
): Promise<Comparison> => {
  const page = await fetchPage(cursor);
  const tensors = page.tensors.filter(({ status }) => status !== 'same');
  return tensors.length === 0 && page.next_cursor !== undefined
    ? readTensorChanges(fetchPage, page.next_cursor)
    : { ...page, tensors };
};
