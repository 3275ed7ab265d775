/** `test`: what `npm test` plays. `proof`: the full figure of `npm run proof`. */
export interface Property {
  /** What holds, in a few words; CONTRIBUTING.md lists them all. */
  readonly property: string;
  readonly test: number;
  readonly proof: number;
}

/** A property with the rounds that this run plays, for the table at the end of `npm run proof`. */
export interface PlayedProperty {
  readonly property: string;
  readonly rounds: number;
}

export const isProof = process.env['SVC_TEST_TIER'] === 'proof';

declare global {
  /** The reporter, which mocha loads without our modules, reads them here. */
  var svcPlayedProperties: PlayedProperty[] | undefined;
}

/**
 * How often this run plays a property that is long by nature: a million inputs, two hundred crashes, a gigabyte. The call names both figures as
 * literals, because a test compares them with the list in CONTRIBUTING.md.
 */
export const rounds = ({ property, test, proof }: Property): number => {
  const played = isProof ? proof : test;
  (globalThis.svcPlayedProperties ??= []).push({ property, rounds: played });
  return played;
};
