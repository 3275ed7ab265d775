import type { RepositoryId } from '@svc/core/model';
import { z } from 'zod';
import { agentPackagePath, type OfferedAgent } from '../endpoint/agent-package.js';
import { count } from './fields.js';
import { lfsUrl } from './lfs-batch.js';

/** The tarball of the command `svc`, where the service hands it out. `sha256`: of all its bytes, in hexadecimal digits. */
const agentPackage = z.strictObject({ url: z.string(), version: z.string(), sha256: z.string(), size: count });

/** How to set up each client, ready to paste into a shell. `$SVC_TOKEN` stands for an API token in all of them. */
export const connectReply = z.strictObject({
  connect: z.strictObject({
    repository_url: z.string(),
    git_lfs: z.strictObject({ url: z.string(), lfsconfig: z.string(), commands: z.string(), credentials: z.string() }),
    agent: z.strictObject({ commands: z.string(), package: agentPackage.optional() }),
    upload_session: z.strictObject({ commands: z.string() }),
    download: z.strictObject({ commands: z.string() }),
  }),
});

const lines = (...text: readonly string[]): string => text.map((line) => `${line}\n`).join('');

const gitLfs = (url: string) => ({
  url,
  lfsconfig: lines('[lfs]', `\turl = ${url}`),
  commands: lines(
    'git lfs install',
    `git config -f .lfsconfig lfs.url '${url}'`,
    "git lfs track '*.bin'",
    'git add .lfsconfig .gitattributes',
  ),
  credentials: lines(
    'git config credential.helper store',
    `printf 'url=%s\\nusername=token\\npassword=%s\\n\\n' '${new URL(url).origin}' "$SVC_TOKEN" | git credential approve`,
  ),
});

// Never by a name: on a registry it may be somebody else's program.
const installAgent = (url: string): string => `npm install --global '${url}'`;

// In a clone, `install` makes git-lfs send what changed alone; `push` and `pull` need no git at all.
const agentCommands = (baseUrl: string, repositoryId: RepositoryId, packageUrl: string | undefined): string =>
  lines(
    ...(packageUrl === undefined ? [] : [installAgent(packageUrl)]),
    `export SVC_URL='${baseUrl}' SVC_REPOSITORY='${repositoryId}'`,
    'svc install',
    'svc push path/to/file',
    'svc pull 64-hex-digits -o path/to/copy',
  );

const agent = (baseUrl: string, repositoryId: RepositoryId, offered: OfferedAgent | undefined) => {
  if (offered === undefined) return { commands: agentCommands(baseUrl, repositoryId, undefined) };
  const { version, sha256, sizeBytes: size } = offered;
  const url = baseUrl + agentPackagePath;
  return { package: { url, version, sha256, size }, commands: agentCommands(baseUrl, repositoryId, url) };
};

// The token goes through a pipe: arguments of a process are seen by everybody on the machine, and `printf` is none.
const post =
  `post() { printf 'Authorization: Bearer %s' "$SVC_TOKEN" | ` +
  'curl -fsS -X POST -H @- -H "Content-Type: application/json" -d "$2" "$1"; }';

const uploadSession = (url: string): string =>
  lines(
    'FILE=path/to/file',
    `URL='${url}/uploads'`,
    // By its name alone a file may be an option, or be escaped in the output.
    'OID=$(sha256sum < "$FILE" | cut -d" " -f1)',
    'SIZE=$(wc -c < "$FILE" | tr -d " ")',
    post,
    `SESSION=$(post "$URL" '{}' | sed 's/.*"session":{"id":"\\([^"]*\\)".*/\\1/')`,
    `UPLOAD_URL=$(post "$URL/$SESSION/objects" "{\\"objects\\":[{\\"oid\\":\\"$OID\\",\\"size\\":$SIZE}]}" | sed -n 's/.*"upload_url":"\\([^"]*\\)".*/\\1/p')`,
    // What is stored has no URL. Without -g curl takes brackets and braces in the name of a file for a pattern. Only what was sent is finalized.
    '{ [ -z "$UPLOAD_URL" ] || curl -fsSg -T "$FILE" "$UPLOAD_URL"; } &&',
    '  post "$URL/$SESSION/objects/$OID/complete" "{\\"size\\":$SIZE}" &&',
    '  post "$URL/$SESSION/finalize" \'{}\'',
  );

const download = (url: string): string =>
  lines(
    'OID=64-hex-digits',
    post,
    `DOWNLOAD_URL=$(post '${url}/downloads/authorize' "{\\"objects\\":[{\\"oid\\":\\"$OID\\"}]}" | sed 's/.*"download_url":"\\([^"]*\\)".*/\\1/')`,
    'curl -fsS -o "$OID" "$DOWNLOAD_URL"',
    'echo "$OID  $OID" | sha256sum -c',
  );

export const connectView = (
  baseUrl: string,
  repositoryId: RepositoryId,
  offered: OfferedAgent | undefined,
): z.input<typeof connectReply> => {
  const url = `${baseUrl}/api/v1/repositories/${repositoryId}`;
  return {
    connect: {
      repository_url: url,
      git_lfs: gitLfs(lfsUrl(baseUrl, repositoryId)),
      agent: agent(baseUrl, repositoryId, offered),
      upload_session: { commands: uploadSession(url) },
      download: { commands: download(url) },
    },
  };
};
