/** What it would come to to make an object whole again. All in bytes. */
export interface WholeAgain {
  readonly sizeBytes: number;
  /** Of its size: what its chunks occupy that nothing else needs, which is freed. */
  readonly freedBytes: number;
  /** Of late. */
  readonly downloads: number;
}

/** Below it nothing is read of an object to find out more. */
export const leastDownloads = 3;
/** So much has to pass through the service for each byte that is saved. */
const passedPerSavedByte = 20;
/** Of an object that saves more than this share it is not asked how often it is read. */
const mostSavedShare = 0.5;

/** The other direction of `leastSavedShare`: what passes through the service is held against what the object saves by lying in chunks. */
export const isCheaperWhole = ({ sizeBytes, freedBytes, downloads }: WholeAgain): boolean => {
  const savedBytes = Math.max(0, sizeBytes - freedBytes);
  const isMostlySaved = savedBytes > mostSavedShare * sizeBytes;
  return downloads >= leastDownloads && !isMostlySaved && downloads * sizeBytes >= passedPerSavedByte * savedBytes;
};
