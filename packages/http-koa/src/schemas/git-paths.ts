import {
  type BadRequest,
  badRequest,
  type GitFolder,
  type GitPath,
  gitPathOfBytes,
  gitPathOfText,
  textOfGitPath,
} from '@svc/core/model';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';

/** The longest path in Base64. */
const maxPathParameter = 5600;
/** The same behind the ids of two commits, and all of that in Base64 once more. */
const maxHistoryCursor = 7500;

const base64Url = /^[A-Za-z0-9_-]*={0,2}$/;
const pathBase64 = z.string().max(maxPathParameter).regex(base64Url);

/** A path in a query: its text, or in `path_base64` its bytes. Neither is the outermost folder. */
export const pathParameters = {
  path: z.string().max(maxPathParameter).optional().meta({ description: 'Without slashes at its ends' }),
  path_base64: pathBase64.optional().meta({ description: 'In place of `path`: the bytes of the path in Base64 for URLs' }),
};

export const historyCursor = z.string().min(1).max(maxHistoryCursor);

interface PathInput {
  readonly path?: string | undefined;
  readonly path_base64?: string | undefined;
}

/** Text and bytes beside each other could say two paths. */
export const folderOf = ({ path = '', path_base64: bytes }: PathInput): Result<GitFolder, BadRequest> => {
  if (path !== '' && bytes !== undefined) return err(badRequest('path_base64', 'contradictory'));
  if (path === '' && (bytes ?? '') === '') return ok('');
  const [field, folder] =
    bytes === undefined ? ['path', gitPathOfText(path)] : ['path_base64', gitPathOfBytes(Buffer.from(bytes, 'base64'))];
  return folder === undefined ? err(badRequest(field, 'malformed')) : ok(folder);
};

/** The outermost folder is no file. */
export const fileOf = (query: PathInput): Result<GitPath, BadRequest> =>
  folderOf(query).andThen((path) => (path === '' ? err(badRequest('path', 'missing')) : ok(path)));

const textOrBytes = (path: GitPath): { readonly text: string; readonly bytes: string | undefined } => {
  const text = textOfGitPath(path);
  return text === undefined ? { text: '', bytes: Buffer.from(path, 'latin1').toString('base64url') } : { text, bytes: undefined };
};

export const bytesOfPath = {
  description: 'The bytes in Base64 for URLs, where they are no UTF-8; the text beside them is then empty',
};

/** A path as it goes out. */
export const pathView = (path: GitFolder): { readonly path: string; readonly path_base64: string | undefined } => {
  const { text, bytes } = path === '' ? { text: '', bytes: undefined } : textOrBytes(path);
  return { path: text, path_base64: bytes };
};
