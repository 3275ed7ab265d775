import { agentName } from './agent-entry.js';

/** What `install` writes beside the agent itself, by the keys that `svc` and git-lfs read. */
export const settingKeys = {
  url: 'svc.url',
  repository: 'svc.repository',
  allowhttp: 'svc.allowhttp',
  lfsurl: 'lfs.url',
} as const;
export type SettingName = keyof typeof settingKeys;

/** Where `install` keeps what it has written, so that `uninstall` can tell it from what a person has. */
export const writtenKey = (name: SettingName): string => `lfs.customtransfer.${agentName}.${name}`;
