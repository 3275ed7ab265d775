import { repository } from '../endpoint/access.js';
import { endpoint } from '../endpoint/endpoint.js';
import { reply } from '../endpoint/reply.js';
import { repositoryHealthReply, repositoryHealthView } from '../schemas/repository-health.js';
import {
  foldersQuery,
  foldersReply,
  foldersView,
  storageDayView,
  storageSeriesQuery,
  storageSeriesReply,
  storageSummaryReply,
  storageSummaryView,
} from '../schemas/repository-storage.js';

/** Spec 4.9. */
export const repositoryStorageEndpoints = [
  endpoint({
    name: 'repositories.storageSeries',
    summary: 'What the repository has stored and moved day by day, in UTC, the oldest first',
    route: 'GET /repositories/{repoID}/storage/series',
    access: repository('repository.pull'),
    query: storageSeriesQuery,
    output: { 200: storageSeriesReply },
    errors: ['bad_request', 'unavailable'],
    handle: ({ application, grant, query }) =>
      application.repositories.storageSeries(grant, query).map((days) => reply(200, { series: days.map(storageDayView) })),
  }),
  endpoint({
    name: 'repositories.storageSummary',
    summary: 'What the repository holds and occupies, by layout and by type',
    route: 'GET /repositories/{repoID}/storage/summary',
    access: repository('repository.pull'),
    output: { 200: storageSummaryReply },
    errors: ['not_found', 'unavailable'],
    handle: ({ application, grant }) =>
      application.repositories.storageSummary(grant).map((summary) => reply(200, { storage: storageSummaryView(summary) })),
  }),
  endpoint({
    name: 'repositories.storageFolders',
    summary: 'The bytes of a folder, and of the folders directly in it, the greatest first',
    route: 'GET /repositories/{repoID}/storage/folders',
    access: repository('repository.pull'),
    query: foldersQuery,
    output: { 200: foldersReply },
    errors: ['not_found', 'unavailable'],
    handle: ({ application, grant, query: { path, ...page } }) =>
      application.repositories.listFolders(grant, { path, page }).map((listed) => reply(200, foldersView(listed))),
  }),
  endpoint({
    name: 'repositories.health',
    summary: 'How the repository fares, by what is written down of it',
    route: 'GET /repositories/{repoID}/health',
    access: repository('repository.pull'),
    output: { 200: repositoryHealthReply },
    errors: ['not_found', 'unavailable'],
    handle: ({ application, grant }) =>
      application.repositories.health(grant).map((health) => reply(200, { health: repositoryHealthView(health) })),
  }),
];
