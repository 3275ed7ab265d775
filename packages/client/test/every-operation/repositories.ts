import { okAsync } from 'neverthrow';
import { type Calls, nobody } from './scene.js';

const repository = '/api/v1/repositories/{repoID}';
const uploads = `${repository}/uploads` as const;
const indexSessions = `${repository}/index/sessions` as const;
const object = `${uploads}/{sessionID}/objects/{oid}` as const;
const lfs = `${repository}/lfs` as const;
const manifest = `manifests/${'c'.repeat(64)}`;

export const ofRepositories = {
  'repositories.list': [
    200,
    ({ owner, orgID }) => owner.api.GET('/api/v1/organizations/{orgID}/repositories', { params: { path: { orgID } } }),
  ],
  'repositories.get': [200, ({ owner, repoID }) => owner.api.GET(repository, { params: { path: { repoID } } })],
  'lfs.repository': [200, ({ owner, repoID }) => owner.api.GET(lfs, { params: { path: { repoID } } })],
  'repositories.update': [
    200,
    ({ owner, repoID }) => owner.api.PATCH(repository, { params: { path: { repoID } }, body: { description: 'Weights' } }),
  ],
  'repositories.usage': [200, ({ owner, repoID }) => owner.api.GET(`${repository}/usage`, { params: { path: { repoID } } })],
  'repositories.connect': [200, ({ owner, repoID }) => owner.api.GET(`${repository}/connect`, { params: { path: { repoID } } })],
  'repositories.health': [200, ({ owner, repoID }) => owner.api.GET(`${repository}/health`, { params: { path: { repoID } } })],
  'uploads.open': [
    201,
    (scene) =>
      scene.owner.api
        .POST(uploads, {
          params: { path: { repoID: scene.repoID }, header: { 'idempotency-key': 'once' } },
          body: { expected_objects: 1 },
        })
        .map((answer) => {
          scene.sessionID = answer.data.session.id;
          return answer;
        }),
  ],
  'uploads.authorize': [
    200,
    ({ owner, repoID, sessionID, oid, bytes }) =>
      owner.api
        .POST(`${uploads}/{sessionID}/objects`, {
          params: { path: { repoID, sessionID } },
          body: { objects: [{ oid, size: bytes.byteLength }] },
        })
        .andThen((answer) => {
          const [object] = answer.data.objects;
          const sent = object !== undefined && 'upload_url' in object ? owner.uploads.put(object.upload_url, bytes) : okAsync();
          return sent.map(() => answer);
        }),
  ],
  // An object that comes whole has no parts.
  'uploads.presignParts': [
    400,
    ({ owner, repoID, sessionID, oid }) =>
      owner.api.POST(`${object}/parts`, { params: { path: { repoID, sessionID, oid } }, body: { part_numbers: [1] } }),
  ],
  'uploads.listParts': [
    400,
    ({ owner, repoID, sessionID, oid }) => owner.api.GET(`${object}/parts`, { params: { path: { repoID, sessionID, oid } } }),
  ],
  'storage.upload': [
    403,
    ({ owner, bytes }) =>
      owner.api.PUT('/storage/{wildcard}', {
        params: { path: { wildcard: 'a/b c' }, query: { expires: 1, kid: 'k1', size: bytes.byteLength } },
        body: bytes,
      }),
  ],
  'storage.download': [
    403,
    ({ owner }) =>
      owner.api.GET('/storage/{wildcard}', { params: { path: { wildcard: 'a/b c' }, query: { expires: 1, kid: 'k1' } } }),
  ],
  'agent.download': [404, ({ owner }) => owner.api.GET('/downloads/svc-agent.tgz')],
  'uploads.complete': [
    204,
    ({ owner, repoID, sessionID, oid, bytes }) =>
      owner.api.POST(`${object}/complete`, {
        params: { path: { repoID, sessionID, oid } },
        body: { size: bytes.byteLength },
      }),
  ],
  'uploads.finalize': [
    200,
    ({ owner, repoID, sessionID }) =>
      owner.api.POST(`${uploads}/{sessionID}/finalize`, { params: { path: { repoID, sessionID } } }),
  ],
  'uploads.list': [200, ({ owner, repoID }) => owner.api.GET(uploads, { params: { path: { repoID } } })],
  // It is finalized.
  'uploads.abort': [
    409,
    ({ owner, repoID, sessionID }) => owner.api.DELETE(`${uploads}/{sessionID}`, { params: { path: { repoID, sessionID } } }),
  ],
  'index.state': [
    200,
    ({ owner, repoID }) => owner.api.GET(`${repository}/index/state`, { params: { path: { repoID }, query: { limit: 10 } } }),
  ],
  'index.open': [
    201,
    (scene) =>
      scene.owner.api
        .POST(indexSessions, { params: { path: { repoID: scene.repoID } }, body: { object_format: 'sha1' } })
        .map((answer) => {
          scene.indexSessionID = answer.data.session.id;
          return answer;
        }),
  ],
  'index.commits': [
    200,
    ({ owner, repoID, indexSessionID: sessionID }) =>
      owner.api.POST(`${indexSessions}/{sessionID}/commits`, {
        params: { path: { repoID, sessionID } },
        body: { commits: [] },
      }),
  ],
  'index.tree': [
    200,
    ({ owner, repoID, indexSessionID: sessionID }) =>
      owner.api.POST(`${indexSessions}/{sessionID}/tree`, {
        params: { path: { repoID, sessionID } },
        body: { objects: [{ id: '0'.repeat(40), size: 1 }], trees: [] },
      }),
  ],
  'index.finalize': [
    200,
    ({ owner, repoID, indexSessionID: sessionID }) =>
      owner.api.POST(`${indexSessions}/{sessionID}/finalize`, {
        params: { path: { repoID, sessionID } },
        body: { refs: [], complete: true },
      }),
  ],
  // Its index has no branch.
  'browsing.tree': [
    404,
    ({ owner, repoID }) =>
      owner.api.GET(`${repository}/tree`, { params: { path: { repoID }, query: { recursive: true, limit: 10 } } }),
  ],
  'browsing.overview': [200, ({ owner, repoID }) => owner.api.GET(`${repository}/overview`, { params: { path: { repoID } } })],
  'browsing.branches': [
    200,
    ({ owner, repoID }) => owner.api.GET(`${repository}/branches`, { params: { path: { repoID }, query: { limit: 10 } } }),
  ],
  'browsing.file': [
    404,
    ({ owner, repoID }) =>
      owner.api.GET(`${repository}/file`, { params: { path: { repoID }, query: { ref: 'main', path: 'README.md' } } }),
  ],
  'browsing.commits': [
    404,
    ({ owner, repoID }) =>
      owner.api.GET(`${repository}/commits`, { params: { path: { repoID }, query: { ref: 'main', limit: 10 } } }),
  ],
  'browsing.commit': [
    404,
    ({ owner, repoID }) => owner.api.GET(`${repository}/commits/{sha}`, { params: { path: { repoID, sha: 'main' } } }),
  ],
  'browsing.versions': [
    404,
    ({ owner, repoID }) =>
      owner.api.GET(`${repository}/file/history`, { params: { path: { repoID }, query: { path: 'model.bin', limit: 10 } } }),
  ],
  'browsing.compare': [
    404,
    ({ owner, repoID }) =>
      owner.api.GET(`${repository}/compare`, { params: { path: { repoID }, query: { base: 'main', limit: 10 } } }),
  ],
  // Its index has no tag.
  'releases.list': [200, ({ owner, repoID }) => owner.api.GET(`${repository}/releases`, { params: { path: { repoID } } })],
  'releases.get': [
    404,
    ({ owner, repoID }) => owner.api.GET(`${repository}/releases/{tag}`, { params: { path: { repoID, tag: 'release/v1' } } }),
  ],
  'releases.update': [
    404,
    ({ owner, repoID }) =>
      owner.api.PATCH(`${repository}/releases/{tag}`, {
        params: { path: { repoID, tag: 'release/v1' } },
        body: { notes: 'The first release.' },
      }),
  ],
  'lineage.read': [
    200,
    ({ owner, repoID }) => owner.api.GET(`${repository}/graph`, { params: { path: { repoID }, query: { limit: 10 } } }),
  ],
  // No edge leads from a thing to itself.
  'lineage.add': [
    400,
    ({ owner, repoID, oid }) =>
      owner.api.POST(`${repository}/graph/edges`, {
        params: { path: { repoID } },
        body: { type: 'derived_from', from: { kind: 'artifact', id: oid }, to: { kind: 'artifact', id: oid } },
      }),
  ],
  'lineage.remove': [
    404,
    ({ owner, repoID }) =>
      owner.api.DELETE(`${repository}/graph/edges/{edgeID}`, { params: { path: { repoID, edgeID: nobody } } }),
  ],
  'snapshots.list': [200, ({ owner, repoID }) => owner.api.GET(`${repository}/snapshots`, { params: { path: { repoID } } })],
  // Its index has no branch.
  'snapshots.create': [
    404,
    ({ owner, repoID }) =>
      owner.api.POST(`${repository}/snapshots`, {
        params: { path: { repoID }, header: { 'idempotency-key': 'snapshot' } },
        body: { name: 'first' },
      }),
  ],
  'snapshots.get': [
    404,
    ({ owner, repoID }) =>
      owner.api.GET(`${repository}/snapshots/{snapshotID}`, { params: { path: { repoID, snapshotID: nobody } } }),
  ],
  'downloads.authorize': [
    200,
    ({ owner, repoID, oid }) =>
      owner.api.POST(`${repository}/downloads/authorize`, { params: { path: { repoID } }, body: { objects: [{ oid }] } }),
  ],
  'lfs.batch': [
    200,
    ({ owner, repoID, oid, bytes }) =>
      owner.api.POST(`${lfs}/objects/batch`, {
        params: { path: { repoID } },
        body: { operation: 'download', transfers: ['basic'], objects: [{ oid, size: bytes.byteLength }] },
      }),
  ],
  'lfs.verify': [
    403,
    ({ owner, repoID, oid, bytes }) =>
      owner.api.POST(`${lfs}/objects/{oid}/verify`, {
        params: { path: { repoID, oid } },
        body: { oid, size: bytes.byteLength },
      }),
  ],
  'locks.create': [
    201,
    (scene) =>
      scene.owner.api
        .POST(`${lfs}/locks`, { params: { path: { repoID: scene.repoID } }, body: { path: 'weights/a b.bin' } })
        .map((answer) => {
          scene.lockID = answer.data.lock.id;
          return answer;
        }),
  ],
  'locks.list': [
    200,
    ({ owner, repoID }) =>
      owner.api.GET(`${lfs}/locks`, { params: { path: { repoID }, query: { path: 'weights/a b.bin', limit: 1 } } }),
  ],
  'locks.verify': [
    200,
    ({ owner, repoID }) => owner.api.POST(`${lfs}/locks/verify`, { params: { path: { repoID } }, body: { limit: 10 } }),
  ],
  'locks.unlock': [
    200,
    ({ owner, repoID, lockID }) =>
      owner.api.POST(`${lfs}/locks/{lockID}/unlock`, { params: { path: { repoID, lockID } }, body: { force: true } }),
  ],
  'tree.put': [
    201,
    ({ owner, repoID, bytes }) => owner.api.PUT(`${lfs}/{path}`, { params: { path: { repoID, path: manifest } }, body: bytes }),
  ],
  'tree.head': [200, ({ owner, repoID }) => owner.api.HEAD(`${lfs}/{path}`, { params: { path: { repoID, path: manifest } } })],
  'tree.get': [200, ({ owner, repoID }) => owner.api.GET(`${lfs}/{path}`, { params: { path: { repoID, path: manifest } } })],
  'tree.lookUp': [
    200,
    ({ owner, repoID, oid }) => owner.api.POST(`${lfs}/objects/chunks`, { params: { path: { repoID } }, body: { oids: [oid] } }),
  ],
  'tree.declare': [
    200,
    ({ owner, repoID }) =>
      owner.api.POST(`${lfs}/objects/announce`, {
        params: { path: { repoID } },
        body: { push: 'p', from: 0, packs: ['b'.repeat(64)], chunks: [['c'.repeat(64), 0, 8, 10, 20, 0]] },
      }),
  ],
  'tree.convert': [
    200,
    ({ owner, repoID, oid }) => owner.api.POST(`${lfs}/objects/convert`, { params: { path: { repoID } }, body: { oid } }),
  ],
  'tree.finalize': [
    200,
    ({ owner, repoID, oid, bytes }) =>
      owner.api.POST(`${lfs}/finalize`, {
        params: { path: { repoID } },
        body: { objects: [{ oid, size: bytes.byteLength }], stats: { duration_ms: 5 } },
      }),
  ],
  'transfers.report': [
    201,
    ({ owner, repoID }) =>
      owner.api.POST(`${lfs}/transfers`, { params: { path: { repoID } }, body: { kind: 'pull', duration_ms: 5 } }),
  ],
  'repositories.objects': [
    200,
    ({ owner, repoID }) => owner.api.GET(`${repository}/objects`, { params: { path: { repoID }, query: { sort: 'size' } } }),
  ],
  // An object of one block has no names.
  'downloads.blockNames': [
    404,
    ({ owner, repoID, oid }) => owner.api.GET(`${repository}/objects/{oid}/blocks`, { params: { path: { repoID, oid } } }),
  ],
  'objects.remove': [
    204,
    ({ owner, repoID, oid }) =>
      owner.api.DELETE(`${repository}/objects/{oid}`, { params: { path: { repoID, oid }, query: { force: true } } }),
  ],
  'objects.listRemoved': [
    200,
    ({ owner, repoID }) => owner.api.GET(`${repository}/removed-objects`, { params: { path: { repoID }, query: { limit: 10 } } }),
  ],
  'objects.restore': [
    200,
    ({ owner, repoID, oid }) =>
      owner.api.POST(`${repository}/removed-objects/{oid}/restore`, { params: { path: { repoID, oid } } }),
  ],
  'repositories.transfers': [
    200,
    ({ owner, repoID }) => owner.api.GET(`${repository}/transfers`, { params: { path: { repoID }, query: { kind: 'pull' } } }),
  ],
  'repositories.storageSeries': [
    200,
    ({ owner, repoID }) => owner.api.GET(`${repository}/storage/series`, { params: { path: { repoID }, query: { days: 7 } } }),
  ],
  'repositories.storageSummary': [
    200,
    ({ owner, repoID }) => owner.api.GET(`${repository}/storage/summary`, { params: { path: { repoID } } }),
  ],
  'repositories.storageFolders': [
    200,
    ({ owner, repoID }) => owner.api.GET(`${repository}/storage/folders`, { params: { path: { repoID } } }),
  ],
  'activity.listOfRepository': [
    200,
    ({ owner, repoID }) => owner.api.GET(`${repository}/activity`, { params: { path: { repoID }, query: { limit: 2 } } }),
  ],
  'recommendations.listOfRepository': [
    200,
    ({ owner, repoID }) => owner.api.GET(`${repository}/recommendations`, { params: { path: { repoID } } }),
  ],
  'recommendations.dismiss': [
    404,
    ({ owner, repoID }) =>
      owner.api.POST(`${repository}/recommendations/{recID}/dismiss`, { params: { path: { repoID, recID: nobody } } }),
  ],
  'artifacts.get': [
    200,
    ({ owner, repoID, oid }) => owner.api.GET(`${repository}/artifacts/{oid}`, { params: { path: { repoID, oid } } }),
  ],
  'artifacts.timeline': [
    200,
    ({ owner, repoID, oid }) => owner.api.GET(`${repository}/artifacts/{oid}/timeline`, { params: { path: { repoID, oid } } }),
  ],
  'artifacts.references': [
    200,
    ({ owner, repoID, oid }) =>
      owner.api.GET(`${repository}/artifacts/{oid}/references`, {
        params: { path: { repoID, oid }, query: { kind: 'ref', limit: 10 } },
      }),
  ],
  'artifacts.sharing': [
    200,
    ({ owner, repoID, oid }) =>
      owner.api.GET(`${repository}/artifacts/{oid}/sharing`, { params: { path: { repoID, oid }, query: { limit: 5 } } }),
  ],
  // Nothing has changed in one and the same object.
  'artifacts.compare': [
    400,
    ({ owner, repoID, oid }) =>
      owner.api.GET(`${repository}/artifacts/{oid}/compare/{other}`, {
        params: { path: { repoID, oid, other: oid }, query: { status: 'changed', limit: 10 } },
      }),
  ],
} satisfies Calls;
