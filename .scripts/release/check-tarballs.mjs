import { readFile } from 'node:fs/promises';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const faultsOfManifest = async (bytes) => {
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  return messages.filter(({ type }) => type !== 'suggestion').map((message) => formatMessage(message, pkg));
};

/** A package of a command alone has none. */
const faultsOfTypes = async (bytes) => {
  const { types, problems } = await checkPackage(createPackageFromTarballData(bytes));
  if (types === false) return [];
  return problems.map((problem) => JSON.stringify(problem));
};

/** What is compiled for one platform is installed there, and is in no package of ours. */
const faultsOfFiles = (bytes) =>
  createPackageFromTarballData(bytes)
    .listFiles()
    .filter((file) => file.endsWith('.node'))
    .map((file) => `${file} is compiled for one platform`);

/**
 * Whether each tarball is what it says, to those who import it and to those who require it. In this process, since to load a compiler for each takes longer
 * than to check.
 */
export const checkTarballs = async (tarballs) => {
  for (const [name, tarball] of tarballs) {
    const bytes = Uint8Array.from(await readFile(tarball));
    const faults = [...(await faultsOfManifest(bytes)), ...(await faultsOfTypes(bytes)), ...faultsOfFiles(bytes)];
    if (faults.length > 0) throw new Error(`the tarball of ${name} is not what it says:\n${faults.join('\n')}`);
  }
  console.log(`${tarballs.size} tarballs pass publint and attw`);
};
