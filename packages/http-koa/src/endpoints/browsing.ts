import { repository } from '../endpoint/access.js';
import { endpoint } from '../endpoint/endpoint.js';
import { reply } from '../endpoint/reply.js';
import { branchesQuery, branchesReply, branchesView } from '../schemas/branches.js';
import {
  changesQuery,
  commitsQuery,
  compareQuery,
  compareReply,
  compareView,
  commitsReply,
  commitsView,
  fileQuery,
  fileReply,
  foundCommitReply,
  foundCommitView,
  foundFileView,
  notIndexed,
  orNotIndexed,
  treeQuery,
  treeReply,
  treeView,
  versionsQuery,
  versionsReply,
  versionsView,
} from '../schemas/browsing.js';
import { fileOf, folderOf } from '../schemas/git-paths.js';
import { noOverview, overviewReply, overviewView } from '../schemas/repository-overview.js';

/** Spec 4.9. */
export const browsingEndpoints = [
  endpoint({
    name: 'browsing.overview',
    summary: 'What there is in the Git history of a repository, and what its default branch has',
    route: 'GET /repositories/{repoID}/overview',
    access: repository('repository.pull'),
    output: { 200: overviewReply },
    errors: ['not_found', 'unavailable'],
    handle: ({ application, grant }) =>
      orNotIndexed(application.browsing.overview(grant).map(overviewView), noOverview).map((body) => reply(200, body)),
  }),
  endpoint({
    name: 'browsing.branches',
    summary: 'The branches, with the newest commit of each',
    route: 'GET /repositories/{repoID}/branches',
    access: repository('repository.pull'),
    query: branchesQuery,
    output: { 200: branchesReply },
    errors: ['not_found', 'unavailable'],
    handle: ({ application, grant, query: { limit, cursor } }) =>
      orNotIndexed(application.browsing.branches(grant, { limit, cursor }).map(branchesView), {
        ...notIndexed,
        branches: [],
      }).map((body) => reply(200, body)),
  }),
  endpoint({
    name: 'browsing.tree',
    summary: 'A folder of a commit, with sizes of what people get and the commit that changed each path last',
    route: 'GET /repositories/{repoID}/tree',
    access: repository('repository.pull'),
    query: treeQuery,
    output: { 200: treeReply },
    errors: ['not_found', 'not_found:unknown_ref', 'not_found:unknown_path', 'bad_request', 'unavailable'],
    handle: ({ application, grant, query: { ref, recursive, limit, cursor, ...path } }) =>
      folderOf(path)
        .asyncAndThen((folder) =>
          orNotIndexed(
            application.browsing.tree(grant, { ref, folder, isRecursive: recursive, page: { limit, cursor } }).map(treeView),
            { ...notIndexed, entries: [] },
          ),
        )
        .map((body) => reply(200, body)),
  }),
  endpoint({
    name: 'browsing.file',
    summary: 'A file of a commit, with a URL for its bytes, which counts as a download and has browsers keep them under its name',
    route: 'GET /repositories/{repoID}/file',
    access: repository('repository.pull'),
    query: fileQuery,
    output: { 200: fileReply },
    errors: [
      'not_found',
      'not_found:not_indexed',
      'not_found:unknown_ref',
      'not_found:unknown_path',
      'bad_request',
      'unavailable',
    ],
    handle: ({ application, grant, isHead, query: { ref, ...named } }) =>
      fileOf(named)
        .asyncAndThen((path) => application.browsing.file(grant, { ref, path, isCounted: !isHead }))
        .map((found) => reply(200, foundFileView(found))),
  }),
  endpoint({
    name: 'browsing.commits',
    summary: 'The history of a branch, a tag or a commit, as `git log` lists it',
    route: 'GET /repositories/{repoID}/commits',
    access: repository('repository.pull'),
    query: commitsQuery,
    output: { 200: commitsReply },
    errors: ['not_found', 'not_found:unknown_ref', 'bad_request', 'unavailable'],
    handle: ({ application, grant, query: { ref, limit, cursor } }) =>
      orNotIndexed(application.browsing.commits(grant, { ref, page: { limit, cursor } }).map(commitsView), {
        ...notIndexed,
        commits: [],
      }).map((body) => reply(200, body)),
  }),
  endpoint({
    name: 'browsing.commit',
    summary: 'A commit, by its id or the beginning of it, or by a branch or a tag, with the files that it changes',
    route: 'GET /repositories/{repoID}/commits/{sha}',
    access: repository('repository.pull'),
    query: changesQuery,
    output: { 200: foundCommitReply },
    errors: ['not_found', 'not_found:not_indexed', 'not_found:unknown_ref', 'bad_request', 'unavailable'],
    handle: ({ application, grant, params, query: { limit, cursor } }) =>
      application.browsing
        .commit(grant, { ref: params.sha, page: { limit, cursor } })
        .map((found) => reply(200, foundCommitView(found))),
  }),
  endpoint({
    name: 'browsing.versions',
    summary: 'The versions of a file, the newest first, under all names that it had',
    route: 'GET /repositories/{repoID}/file/history',
    access: repository('repository.pull'),
    query: versionsQuery,
    output: { 200: versionsReply },
    errors: ['not_found', 'not_found:unknown_ref', 'not_found:unknown_path', 'bad_request', 'unavailable'],
    handle: ({ application, grant, query: { ref, limit, cursor, ...query } }) =>
      fileOf(query)
        .asyncAndThen((path) =>
          orNotIndexed(application.browsing.versions(grant, { ref, path, page: { limit, cursor } }).map(versionsView), {
            ...notIndexed,
            versions: [],
          }),
        )
        .map((body) => reply(200, body)),
  }),
  endpoint({
    name: 'browsing.compare',
    summary: 'What differs between two branches, tags or commits',
    route: 'GET /repositories/{repoID}/compare',
    access: repository('repository.pull'),
    query: compareQuery,
    output: { 200: compareReply },
    errors: ['not_found', 'not_found:unknown_ref', 'bad_request', 'unavailable'],
    handle: ({ application, grant, query: { base, head, limit, cursor, ...query } }) =>
      folderOf(query)
        .asyncAndThen((path) =>
          orNotIndexed(application.browsing.compare(grant, { base, head, path, page: { limit, cursor } }).map(compareView), {
            ...notIndexed,
            files: [],
          }),
        )
        .map((body) => reply(200, body)),
  }),
];
