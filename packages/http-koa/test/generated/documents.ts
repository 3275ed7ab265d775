import { errorsReference } from '../../src/endpoint/errors-reference.js';
import { openApiDocument } from '../../src/endpoint/openapi.js';
import { permissionsTable } from '../../src/endpoint/permissions-table.js';
import { endpoints } from '../../src/endpoints/index.js';
import { recordExamples } from '../examples/record-examples.js';

const docs = new URL('../../../../docs/', import.meta.url);

/** The documents that are written from the rows, and what must stand in them. */
export const generatedDocuments = async () => [
  {
    url: new URL('http/openapi.json', docs),
    text: `${JSON.stringify(openApiDocument(endpoints, await recordExamples()), null, 2)}\n`,
  },
  { url: new URL('permissions.md', docs), text: permissionsTable(endpoints) },
  { url: new URL('errors.md', docs), text: errorsReference(endpoints) },
];
