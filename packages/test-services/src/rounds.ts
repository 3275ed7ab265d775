/** A property of the service that takes many rounds to try: a million inputs, two hundred crashes, a gigabyte. */
export interface Property {
  /** What holds, in a few words. */
  readonly property: string;
  /** How many rounds `npm test` plays. */
  readonly test: number;
  /** The full figure, which `npm run proof` plays. */
  readonly proof: number;
}

/** A property that this run plays, for the table at the end of `npm run proof`. */
export interface PlayedProperty {
  readonly property: string;
  readonly rounds: number;
  /** The stack of the call, which names the file of the test. */
  readonly calledFrom: string;
}

declare global {
  /** Mocha's reporter reads it; mocha loads that without our modules. */
  var svcPlayedProperties: PlayedProperty[] | undefined;
}

/** Whether this run is `npm run proof`, where long is fine. */
export const isProof = process.env['SVC_TEST_TIER'] === 'proof';

/** How often this run plays a property. The call names everything as literals, since a test compares them with the list in CONTRIBUTING.md. */
export const rounds = ({ property, test, proof }: Property): number => {
  const played = isProof ? proof : test;
  (globalThis.svcPlayedProperties ??= []).push({ property, rounds: played, calledFrom: new Error().stack ?? '' });
  return played;
};
