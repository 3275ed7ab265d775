import type { ApiSchema } from '@svc/client';
import { bytesText, counted } from '../ui/format.js';

export type Activity = ApiSchema<'Activity'>;

const numberIn = (data: Activity['data'], name: string): number => {
  const value = data[name];
  return typeof value === 'number' ? value : 0;
};

const texts: Readonly<Record<Activity['type'], string>> = {
  'repository.created': 'created the repository',
  'repository.updated': 'changed the repository',
  'repository.deleted': 'deleted the repository',
  'repository.push': 'pushed',
  'organization.updated': 'changed the organization',
  'member.joined': 'joined',
  'member.left': 'left',
  'member.role_changed': 'got another role',
  'token.created': 'created a token',
  'token.revoked': 'revoked a token',
};

/** What somebody did, after their name. */
export const activityText = ({ type, data }: Activity): string => {
  if (type !== 'repository.push') return texts[type];
  const objects = counted(numberIn(data, 'objects'), 'new object');
  return `pushed ${objects}, ${bytesText(numberIn(data, 'bytes'))}`;
};

/** What is to be said besides, by the names of the wire; ids say nothing to people. */
export const activityDetails = ({ type, data }: Activity): readonly (readonly [name: string, value: string])[] =>
  type === 'repository.push'
    ? []
    : Object.entries(data)
        .filter(([name]) => !name.endsWith('_id'))
        .map(([name, value]) => [name.replaceAll('_', ' '), String(value)] as const);
