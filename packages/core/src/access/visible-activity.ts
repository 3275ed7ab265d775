import { type ActivityType, activityTypes, tokenActivityTypes } from '../model/activity.js';
import { permissionsOfRole } from '../model/permissions/role.js';
import type { OrganizationGrant } from './grant.js';

const isOfTokens = (type: ActivityType): boolean => tokenActivityTypes.some((other) => other === type);

const withoutTokens = activityTypes.filter((type) => !isOfTokens(type));

/** The types of events that a caller may see: those of tokens only who may list tokens, which no API token may. */
export const visibleActivityTypes = ({
  caller,
  role,
}: Pick<OrganizationGrant<'repositories.read'>, 'caller' | 'role'>): readonly ActivityType[] =>
  caller.credential.kind === 'session' && permissionsOfRole[role].has('tokens.create') ? activityTypes : withoutTokens;
