import { openApiDocument } from '../../src/endpoint/openapi.js';
import { permissionsTable } from '../../src/endpoint/permissions-table.js';
import { endpoints } from '../../src/endpoints/index.js';

const docs = new URL('../../../../docs/', import.meta.url);

/** The documents that are written from the rows, and what must stand in them. */
export const generatedDocuments = [
  { url: new URL('http/openapi.json', docs), text: `${JSON.stringify(openApiDocument(endpoints), null, 2)}\n` },
  { url: new URL('permissions.md', docs), text: permissionsTable(endpoints) },
];
