import { type Answer, expectStatus, read } from '../client/exchange.js';
import type { RepositoryClient } from '../client/repository-client.js';
import type { TestObject } from '../client/test-object.js';
import { authorizeAnswer, finalizeAnswer, sessionAnswer } from '../client/wire.js';

type Named = Pick<TestObject, 'oid' | 'size'>;

/** An object on its way: its URL is given, its bytes are not sent yet. */
export interface BegunUpload {
  readonly url: string;
  /** What the URL's user must send with it. */
  readonly header: Readonly<Record<string, string>>;
  /** Sends bytes to the URL, as an honest client would if they were the right ones. */
  put(bytes: Uint8Array): Promise<Answer>;
  /** Asks the server to verify what was sent, of this size: `complete`, or the verify action of Git LFS. */
  verify(size?: number): Promise<Answer>;
  /** Makes what is verified visible; has to succeed. */
  publish(): Promise<void>;
}

/** One of the ways by which bytes come in. */
export interface UploadPath {
  readonly name: string;
  /** What `verify` answers when the bytes are right. */
  readonly verifiedStatus: number;
  /** What `verify` answers when no bytes of the right length have come. */
  readonly notUploadedStatus: number;
  begin(repository: RepositoryClient, object: Named): Promise<BegunUpload>;
}

export const viaSession: UploadPath = {
  name: 'an upload session',
  verifiedStatus: 204,
  notUploadedStatus: 409,
  begin: async (repository, object) => {
    const { session } = read(await repository.open(), 201, sessionAnswer);
    const [entry] = read(await repository.authorize(session.id, [object]), 200, authorizeAnswer).objects;
    const url = entry?.upload_url ?? '';
    return {
      url,
      header: {},
      put: (bytes) => repository.put(url, bytes),
      verify: (size = object.size) => repository.complete(session.id, { ...object, size }),
      publish: async () => {
        read(await repository.finalize(session.id), 200, finalizeAnswer);
      },
    };
  },
};

export const viaLfs: UploadPath = {
  name: 'Git LFS',
  verifiedStatus: 200,
  notUploadedStatus: 404,
  begin: async (repository, object) => {
    const { actions } = await repository.entry('upload', object);
    const upload = actions?.upload;
    const verify = actions?.verify;
    if (upload === undefined || verify === undefined) throw new Error('an object that is needed has upload and verify');
    const { href: url, header = {} } = upload;
    return {
      url,
      header,
      put: (bytes) => repository.put(url, bytes, header),
      verify: (size = object.size) => repository.verify(verify.href, { ...object, size }),
      publish: () => Promise.resolve(),
    };
  },
};

export const uploadPaths: readonly UploadPath[] = [viaSession, viaLfs];

/** Brings right bytes in, all the way to being visible. */
export const upload = async (path: UploadPath, repository: RepositoryClient, object: TestObject): Promise<void> => {
  const begun = await path.begin(repository, object);
  await finishUpload(path, begun, object);
};

/** Sends right bytes to an upload that has begun, whatever happened to it before. */
export const finishUpload = async (path: UploadPath, begun: BegunUpload, object: TestObject): Promise<void> => {
  expectStatus(await begun.put(object.bytes), 200);
  expectStatus(await begun.verify(), path.verifiedStatus);
  await begun.publish();
};
