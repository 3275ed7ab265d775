import type { Slug } from '@svc/core';
import { maxNameLength } from '@svc/core/model';
import type { OperatorError } from './command-line-host.js';

export const noAnswer = 'the database does not answer';

const noName = `a name is one line of at most ${maxNameLength} characters that can be shown, and not blank`;

/** What went wrong with a user whom the operator has named. */
export const aboutUser =
  (named: string) =>
  (error: OperatorError): string => {
    switch (error.kind) {
      case 'bad_request':
        return error.field === 'name' ? noName : `${named} is no e-mail address`;
      case 'not_found':
        return `there is no user ${named}`;
      case 'email_unverified':
        return `nobody has verified ${named}; name one of those who claim it by id: ${error.userIds.join(', ')}`;
      case 'forbidden':
        return `${named} is suspended`;
      case 'conflict':
        return 'an organization keeps at least one OWNER';
      case 'quota_exceeded':
        return `the plan of the organization ends at ${error.limit} members`;
      default:
        return noAnswer;
    }
  };

export const aboutOrganization =
  (named: Slug) =>
  ({ kind }: OperatorError): string =>
    kind === 'not_found' ? `there is no organization ${named}` : noAnswer;
