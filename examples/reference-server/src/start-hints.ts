import type { Config } from './config/config.js';

/** A setting that is as it comes, and that a server like this one seldom wants so. */
export interface StartHint {
  readonly setting: string;
  /** A sentence for the operator, without the full stop. */
  readonly text: string;
}

/** What an operator is told at each start until the setting is there. */
export const startHints = ({
  baseUrl,
  isBaseUrlLocal,
  stripe,
  isPlanChosen,
}: Pick<Config, 'baseUrl' | 'isBaseUrlLocal' | 'stripe' | 'isPlanChosen'>): readonly StartHint[] => [
  ...(isBaseUrlLocal
    ? [
        {
          setting: 'BASE_URL',
          text: `other machines can connect, but every URL that this server hands out begins with ${baseUrl}; set BASE_URL to where clients reach it`,
        },
      ]
    : []),
  ...(stripe === undefined && !isPlanChosen
    ? [
        {
          setting: 'DEFAULT_PLAN',
          text: 'nobody can buy a plan here, and new organizations are on free, with one repository; DEFAULT_PLAN=business gives them all there is',
        },
      ]
    : []),
];
