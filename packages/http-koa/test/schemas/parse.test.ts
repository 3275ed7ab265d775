import { expect } from 'chai';
import type { z } from 'zod';
import { finalizeIndexBody, takeCommitsBody, takeTreesBody } from '../../src/schemas/git-index.js';
import { lenientBatchBody, strictBatchBody } from '../../src/schemas/lfs-batch.js';
import { authorizeDownloadsBody } from '../../src/schemas/object.js';
import { parse } from '../../src/schemas/parse.js';
import { createTokenBody } from '../../src/schemas/token.js';
import {
  lenientFinalizeBody,
  strictConvertBody,
  strictDeclareBody,
  strictFinalizeBody,
  strictLookUpBody,
} from '../../src/schemas/tree.js';
import { presignPartsBody } from '../../src/schemas/upload-parts.js';
import { authorizeUploadsBody } from '../../src/schemas/upload.js';
import { createWebhookBody } from '../../src/schemas/webhook.js';

const oid = 'a'.repeat(64);

/** A list of one thing again and again, which counts how many of them were looked at. */
const counting = (item: unknown) => {
  let looks = 0;
  const list: unknown = new Proxy(
    Array.from({ length: 1000 }, () => item),
    {
      get: (target, name, receiver): unknown => {
        if (typeof name === 'string' && /^\d+$/.test(name)) looks += 1;
        return Reflect.get(target, name, receiver);
      },
    },
  );
  return { list, looks: () => looks };
};

describe('parse', () => {
  const commit = 'b'.repeat(40);
  const bodies: readonly (readonly [string, z.core.$ZodType, (list: unknown) => unknown, readonly unknown[]])[] = [
    ['chunks of a look-up', strictLookUpBody, (list) => ({ chunks: list }), [0, '']],
    ['sizes of a look-up', strictLookUpBody, (list) => ({ sizes: list }), ['', -1, 0.5, 1e99, -0]],
    ['oids of a look-up', strictLookUpBody, (list) => ({ oids: list }), [0, '']],
    ['chunks to convert', strictConvertBody, (list) => ({ oid, chunks: list }), [0, '']],
    ['packs of a declaration', strictDeclareBody, (list) => ({ packs: list, chunks: [] }), [0, '']],
    ['chunks of a declaration', strictDeclareBody, (list) => ({ packs: [], chunks: list }), [0, ['', 0, 0, 0, 0, 0]]],
    ['objects to finalize', strictFinalizeBody, (list) => ({ objects: list }), [0, {}, { oid: '-', size: 0 }]],
    ['objects that agents finalize', lenientFinalizeBody, (list) => ({ objects: list }), [0, {}, { oid: '-', size: -1 }]],
    ['objects of a batch', strictBatchBody, (list) => ({ operation: 'upload', objects: list }), [0, {}, { oid: '', size: 0 }]],
    ['objects of a batch of git-lfs', lenientBatchBody, (list) => ({ operation: 'upload', objects: list }), [0, {}]],
    ['transfers of a batch', strictBatchBody, (list) => ({ operation: 'upload', transfers: list, objects: [] }), [0]],
    ['objects to download', authorizeDownloadsBody, (list) => ({ objects: list }), [0, {}, { oid: '' }]],
    ['objects to upload', authorizeUploadsBody, (list) => ({ objects: list }), [0, {}, { oid: '', size: 0 }]],
    ['parts', presignPartsBody, (list) => ({ part_numbers: list }), ['', 0, 0.5, 1e99]],
    ['commits', takeCommitsBody, (list) => ({ commits: list }), [0, {}, { id: '', raw: '' }]],
    ['objects of Git', takeTreesBody, (list) => ({ objects: list }), [0, {}, { id: '', size: 0 }]],
    ['contents', takeTreesBody, (list) => ({ contents: list }), [0, {}, { id: '', oid: '' }]],
    ['changes', takeTreesBody, (list) => ({ trees: [{ commit, changes: list, is_last: true }] }), [0, [], ['', '', '']]],
    [
      'renames',
      takeTreesBody,
      (list) => ({ trees: [{ commit, changes: [], renames: list, is_last: true }] }),
      [0, [], ['a', 'b', -1], ['', '', 1]],
    ],
    [
      'tree objects',
      takeTreesBody,
      (list) => ({ trees: [{ commit, changes: [], raw_trees: list, is_last: true }] }),
      [0, {}, { folder: '/', raw: '' }],
    ],
    ['refs', finalizeIndexBody, (list) => ({ refs: list }), [0, {}, { name: '', target: null }]],
    ['scopes', createTokenBody, (list) => ({ name: 'ci', scopes: list }), [0, '']],
    ['events', createWebhookBody, (list) => ({ url: 'https://example.org', events: list }), [0, '']],
  ];

  for (const [name, schema, bodyOf, items] of bodies) {
    it(`looks at no more than the first item that is wrong: ${name}`, () => {
      for (const item of items) {
        const { list, looks } = counting(item);
        expect(parse(schema, bodyOf(list), 'body').isErr(), JSON.stringify(item)).to.equal(true);
        expect(looks(), JSON.stringify(item)).to.be.at.most(2);
      }
    });
  }

  it('says what is wrong first, and where', () => {
    const body = { objects: [{ oid }, { oid: 'no' }, 0] };
    expect(parse(authorizeDownloadsBody, body, 'body')._unsafeUnwrapErr()).to.include({
      field: 'objects.1.oid',
      problem: 'malformed',
    });
  });
});
