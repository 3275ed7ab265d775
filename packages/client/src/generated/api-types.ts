// Written by `npm run generate` from docs/http/openapi.json.

export interface paths {
  readonly '/readyz': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Whether database and storage answer and can be written to; for checks from outside */
    readonly get: operations['system.ready'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/healthz': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Whether the process answers; for probes from inside */
    readonly get: operations['system.alive'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/metrics': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** What the process measures of itself, for Prometheus */
    readonly get: operations['system.metrics'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/plans': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The plans, cheapest first */
    readonly get: operations['plans.list'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/users/me': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Who the credential belongs to and what kind it is, with the organizations and roles that it sees */
    readonly get: operations['users.me'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    /** Change the caller's display name */
    readonly patch: operations['users.rename'];
    readonly trace?: never;
  };
  readonly '/api/v1/users/me/shared-repositories': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Repositories of other organizations on which the caller has a level, the last one first */
    readonly get: operations['users.sharedRepositories'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/users/me/sessions': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The caller's sessions, the newest first */
    readonly get: operations['sessions.list'];
    readonly put?: never;
    readonly post?: never;
    /** Log out everywhere else: ends all sessions of the caller but the one of the request */
    readonly delete: operations['sessions.endOthers'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/users/me/sessions/{userSessionID}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    /** Log out: ends one session of the caller, also the one of the request */
    readonly delete: operations['sessions.end'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/auth/session': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Exchange a sign-in for a session of the service */
    readonly post: operations['auth.session'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/notifications': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The caller's notifications, newest first */
    readonly get: operations['notifications.list'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/notifications/{id}/read': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Mark one of the caller's notifications as read */
    readonly post: operations['notifications.read'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/search': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Look things up in the caller's organizations and in what is shared with the caller */
    readonly get: operations['search.find'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The caller's organizations, with the caller's roles */
    readonly get: operations['organizations.list'];
    readonly put?: never;
    /** Create an organization and become its OWNER */
    readonly post: operations['organizations.create'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** One organization */
    readonly get: operations['organizations.get'];
    readonly put?: never;
    readonly post?: never;
    /** Delete an organization with its repositories */
    readonly delete: operations['organizations.delete'];
    readonly options?: never;
    readonly head?: never;
    /** Rename an organization or move it to another slug */
    readonly patch: operations['organizations.update'];
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/members': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Everybody in the organization, by user id */
    readonly get: operations['members.list'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/members/{userID}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    /** Take a member out of the organization, with their tokens and their levels on its repositories */
    readonly delete: operations['members.remove'];
    readonly options?: never;
    readonly head?: never;
    /** Give a member another role; only an OWNER makes or unmakes an OWNER */
    readonly patch: operations['members.changeRole'];
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/leave': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Leave the organization; by a session alone, and not as its last OWNER */
    readonly post: operations['members.leave'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/invitations': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The invitations to the organization that nobody has accepted, newest first */
    readonly get: operations['invitations.list'];
    readonly put?: never;
    /** Invite somebody to the organization by their e-mail address */
    readonly post: operations['invitations.create'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/invitations/{invID}/link': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Make the link of an invitation anew; the one before stops working */
    readonly post: operations['invitations.renew'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/invitations/{invID}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    /** Take an invitation to the organization back */
    readonly delete: operations['invitations.revoke'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/invitations': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The invitations to the repository that nobody has accepted, newest first */
    readonly get: operations['repositoryInvitations.list'];
    readonly put?: never;
    /** Invite somebody to one repository by their e-mail address, also from outside of the organization */
    readonly post: operations['repositoryInvitations.create'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/invitations/{invID}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    /** Take an invitation to the repository back */
    readonly delete: operations['repositoryInvitations.revoke'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/users/me/invitations': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The invitations that wait for the caller's verified e-mail address, newest first */
    readonly get: operations['invitations.mine'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/invitations/accept': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Accept the invitation whose link the caller holds */
    readonly post: operations['invitations.acceptByLink'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/invitations/{invID}/accept': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Accept an invitation that names the caller's verified e-mail address */
    readonly post: operations['invitations.acceptById'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/usage': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** What the organization stores now and has moved this month, managed and in buckets of its own */
    readonly get: operations['usage.get'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/usage/series': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The same day by day, in UTC, the oldest first */
    readonly get: operations['usage.series'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/dashboard': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Usage, counts, plan limits and where storage is going, at a glance */
    readonly get: operations['usage.dashboard'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/recommendations': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** What is worth doing in the organization, the most pressing first */
    readonly get: operations['recommendations.list'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/recommendations': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** What is worth doing in the repository, the most pressing first */
    readonly get: operations['recommendations.listOfRepository'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/recommendations/{recID}/dismiss': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Take a recommendation off the repository's and the organization's list, for everybody, for 90 days */
    readonly post: operations['recommendations.dismiss'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/tokens': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The organization's API tokens, without their secrets */
    readonly get: operations['tokens.list'];
    readonly put?: never;
    /** Create an API token; the answer shows its secret, this once */
    readonly post: operations['tokens.create'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/tokens/{tokenID}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    /** Revoke an API token; it is refused from the next request on */
    readonly delete: operations['tokens.revoke'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/audit': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The organization's last 100 audit events, newest first; 403 on a plan without an audit log */
    readonly get: operations['audit.list'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/webhooks': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The organization's webhooks, newest first, without their secrets */
    readonly get: operations['webhooks.list'];
    readonly put?: never;
    /** Have events sent to a URL; the secret that signs them is shown this once */
    readonly post: operations['webhooks.create'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/webhooks/{webhookID}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    /** Forget a webhook, its deliveries, and what it was not told yet */
    readonly delete: operations['webhooks.delete'];
    readonly options?: never;
    readonly head?: never;
    /** Change a webhook, pause it, or switch it on again, which clears its failures */
    readonly patch: operations['webhooks.update'];
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/webhooks/{webhookID}/deliveries': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** What was sent to a webhook in the last 30 days, and what became of it, newest first */
    readonly get: operations['webhooks.deliveries'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/webhooks/{webhookID}/deliveries/{deliveryID}/redeliver': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Send the bytes of a delivery once more, as a new delivery */
    readonly post: operations['webhooks.redeliver'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/storage/connections': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The organization's own buckets, newest first, without their secrets */
    readonly get: operations['storage-connections.list'];
    readonly put?: never;
    /** Check a bucket and keep how to reach it, whatever the checks have found */
    readonly post: operations['storage-connections.create'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/storage/connections/{connID}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** One storage connection */
    readonly get: operations['storage-connections.get'];
    readonly put?: never;
    readonly post?: never;
    /** Forget a bucket that no repository uses; what lies in it stays */
    readonly delete: operations['storage-connections.delete'];
    readonly options?: never;
    readonly head?: never;
    /** Change a storage connection and check it again; where its bytes lie stays while a repository uses it */
    readonly patch: operations['storage-connections.update'];
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/storage/connections/{connID}/test': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Check a bucket again and record what was found */
    readonly post: operations['storage-connections.test'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/storage-groups': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** An organization's storage groups by name */
    readonly get: operations['storage-groups.list'];
    readonly put?: never;
    /** Make a group, which repositories join by their `storage_group_id` */
    readonly post: operations['storage-groups.create'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/storage-groups/{groupID}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** One storage group */
    readonly get: operations['storage-groups.get'];
    readonly put?: never;
    readonly post?: never;
    /** Remove a storage group; its repositories and their data stay */
    readonly delete: operations['storage-groups.delete'];
    readonly options?: never;
    readonly head?: never;
    /** Rename a storage group or describe it otherwise */
    readonly patch: operations['storage-groups.update'];
    readonly trace?: never;
  };
  readonly '/api/v1/billing/webhook': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Told by the billing provider that something has changed; what is so now is then asked of it */
    readonly post: operations['billing.webhook'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/billing': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** What the organization has, uses and pays */
    readonly get: operations['billing.get'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/billing/checkout': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Get the URL where a person pays for a plan */
    readonly post: operations['billing.checkout'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/billing/portal': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Get the URL where a person changes, pays and cancels the subscription */
    readonly post: operations['billing.portal'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/billing/confirm': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Ask the billing provider whether a plan is paid; 202 until it says so */
    readonly post: operations['billing.confirm'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/billing/byos-addon': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Put the add-on for storage connections into the subscription, or take it out */
    readonly post: operations['billing.byosAddOn'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/repositories': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** An organization's repositories */
    readonly get: operations['repositories.list'];
    readonly put?: never;
    /** Create a repository */
    readonly post: operations['repositories.create'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** One repository, and what the caller may do with it */
    readonly get: operations['repositories.get'];
    readonly put?: never;
    readonly post?: never;
    /** Delete a repository with its objects */
    readonly delete: operations['repositories.delete'];
    readonly options?: never;
    readonly head?: never;
    /** Change name, slug, description, visibility, storage group, deduplication or what becomes of unreachable objects */
    readonly patch: operations['repositories.update'];
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/usage': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** What a repository holds and occupies */
    readonly get: operations['repositories.usage'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/transfers': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** What clients have reported of their transfers, newest first */
    readonly get: operations['repositories.transfers'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/connect': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** How to set up each client for this repository */
    readonly get: operations['repositories.connect'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/objects': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** A repository's objects, newest or largest first */
    readonly get: operations['repositories.objects'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/objects/{oid}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    /** Take an object out of every answer; until its grace is over it can be restored, and its bytes count */
    readonly delete: operations['objects.remove'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/removed-objects': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The removed objects that can be restored, the one that was removed last first */
    readonly get: operations['objects.listRemoved'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/removed-objects/{oid}/restore': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Bring a removed object back as it was */
    readonly post: operations['objects.restore'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/overview': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** What there is in the Git history of a repository, and what its default branch has */
    readonly get: operations['browsing.overview'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/branches': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The branches, with the newest commit of each */
    readonly get: operations['browsing.branches'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/tree': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** A folder of a commit, with sizes of what people get and the commit that changed each path last */
    readonly get: operations['browsing.tree'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/file': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** A file of a commit, with a URL for its bytes, which counts as a download and has browsers keep them under its name */
    readonly get: operations['browsing.file'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/commits': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The history of a branch, a tag or a commit, as `git log` lists it */
    readonly get: operations['browsing.commits'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/commits/{sha}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** A commit, by its id or the beginning of it, or by a branch or a tag, with the files that it changes */
    readonly get: operations['browsing.commit'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/file/history': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The versions of a file, the newest first, under all names that it had */
    readonly get: operations['browsing.versions'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/compare': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** What differs between two branches, tags or commits */
    readonly get: operations['browsing.compare'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/releases': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The tags of the Git history as releases, the newest first, with their notes and the size of what they publish */
    readonly get: operations['releases.list'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/releases/{tag}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** One release, by the name of its tag */
    readonly get: operations['releases.get'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    /** Write other notes than the message of the tag; they stay until the tag is removed */
    readonly patch: operations['releases.update'];
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/graph': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** What came from what: a walk from one artifact, commit or release, or all edges of the repository */
    readonly get: operations['lineage.read'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/graph/edges': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Say what came from what. Not safe to retry: sent again, it lays another edge */
    readonly post: operations['lineage.add'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/graph/edges/{edgeID}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    /** Remove an edge */
    readonly delete: operations['lineage.remove'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/snapshots': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The snapshots of the repository, the newest first */
    readonly get: operations['snapshots.list'];
    readonly put?: never;
    /** Keep the files of a commit under a name, for ever; the same Idempotency-Key finds the same snapshot */
    readonly post: operations['snapshots.create'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/snapshots/{snapshotID}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** One snapshot, with a page of its files */
    readonly get: operations['snapshots.get'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/storage/series': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** What the repository has stored and moved day by day, in UTC, the oldest first */
    readonly get: operations['repositories.storageSeries'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/storage/summary': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** What the repository holds and occupies, by layout and by type */
    readonly get: operations['repositories.storageSummary'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/storage/folders': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The bytes of a folder, and of the folders directly in it, the greatest first */
    readonly get: operations['repositories.storageFolders'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/health': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** How the repository fares, by what is written down of it */
    readonly get: operations['repositories.health'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/members': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The users with a level of their own on the repository */
    readonly get: operations['repositoryMembers.list'];
    readonly put?: never;
    /** Give a user a level of their own, in place of an earlier one */
    readonly post: operations['repositoryMembers.set'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/members/{userID}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    /** Take a user's own level away */
    readonly delete: operations['repositoryMembers.remove'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/uploads': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** List the open upload sessions: one's own, or all for who may administer the repository */
    readonly get: operations['uploads.list'];
    readonly put?: never;
    /** Open an upload session; the same Idempotency-Key returns the same session */
    readonly post: operations['uploads.open'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/uploads/{sessionID}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    /** Give an upload session up: its reservation ends; what its URLs may have brought counts as reclaimable until it is removed */
    readonly delete: operations['uploads.abort'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/uploads/{sessionID}/objects': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Get an upload URL for each object; one that is larger than a URL takes comes in `parts`, and one that is `stored` already needs no upload */
    readonly post: operations['uploads.authorize'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/uploads/{sessionID}/objects/{oid}/parts': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** See which parts of an object have arrived, to go on with an upload that was interrupted */
    readonly get: operations['uploads.listParts'];
    readonly put?: never;
    /** Get upload URLs for parts of an object; parts may be sent in any order, at the same time and again */
    readonly post: operations['uploads.presignParts'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/uploads/{sessionID}/objects/{oid}/complete': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Say that the bytes of an object are there; they are verified and counted. 503 with the reason `verification_pending`: ask again */
    readonly post: operations['uploads.complete'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/uploads/{sessionID}/finalize': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Make the session's completed objects visible */
    readonly post: operations['uploads.finalize'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/downloads/authorize': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Get a download URL for each object */
    readonly post: operations['downloads.authorize'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/objects/{oid}/blocks': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Get the block names of an object that lies whole, or a range of them; not every object has some */
    readonly get: operations['downloads.blockNames'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/lfs': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The repository of an LFS URL, also of `/{organization}/{repository}.git/info/lfs` at the base URL */
    readonly get: operations['lfs.repository'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/lfs/objects/batch': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Git LFS batch: where to get or send each object, by a URL each or through the chunk tree (transfer `svc`) */
    readonly post: operations['lfs.batch'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/lfs/objects/{oid}/verify': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Git LFS verify action: verifies an uploaded object and makes it visible; the batch hands out the URL */
    readonly post: operations['lfs.verify'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/lfs/locks': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The locks of a repository */
    readonly get: operations['locks.list'];
    readonly put?: never;
    /** Lock a path */
    readonly post: operations['locks.create'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/lfs/locks/verify': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** The locks of a repository, split into the caller's and everybody else's */
    readonly post: operations['locks.verify'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/lfs/locks/{lockID}/unlock': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Give a path free; `force` for another user's lock */
    readonly post: operations['locks.unlock'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/lfs/{path}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Get a file of the chunk tree, or a range of it */
    readonly get: operations['tree.get'];
    /** Store a file of the chunk tree; one that is named by its bytes is checked while it comes, and never changes */
    readonly put: operations['tree.put'];
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    /** Whether a file of the chunk tree is there, and its size */
    readonly head: operations['tree.head'];
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/lfs/objects/chunks': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Which chunks the repository has, and where; which sizes its objects have */
    readonly post: operations['tree.lookUp'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/lfs/objects/announce': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Tell of chunks of an object that is still being sent, so that its verification begins; nothing depends on it */
    readonly post: operations['tree.declare'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/lfs/objects/convert': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Ask for a whole object in chunks before another version of it is pushed, and how it lies */
    readonly post: operations['tree.convert'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/lfs/finalize': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Verify objects from the bytes of the chunk tree, and make them visible: none of them when one is refused */
    readonly post: operations['tree.finalize'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/lfs/transfers': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Report a transfer's counters, for statistics alone */
    readonly post: operations['transfers.report'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/index/state': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** See how far the Git index has come, and a page of its branches and tags */
    readonly get: operations['index.state'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/index/sessions': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Open an upload to the Git index; it lasts for a day */
    readonly post: operations['index.open'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/index/sessions/{sessionID}/commits': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Send commits, parents before their children; those that the index has are passed over */
    readonly post: operations['index.commits'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/index/sessions/{sessionID}/tree': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Send what commits change, in as many parts as it takes; a commit is indexed with its last part */
    readonly post: operations['index.tree'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/index/sessions/{sessionID}/finalize': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Move branches and tags, all of them or none, and make what they reach visible; again it answers the same */
    readonly post: operations['index.finalize'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/storage/{wildcard}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Get the bytes of an object, or a range of them, from its download URL */
    readonly get: operations['storage.download'];
    /** Send the bytes of an object to its upload URL */
    readonly put: operations['storage.upload'];
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/downloads/svc-agent.tgz': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Get the command svc as a tarball that npm installs */
    readonly get: operations['agent.download'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/activity': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** What happened in an organization, newest first */
    readonly get: operations['activity.list'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/activity': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** What happened in a repository, newest first */
    readonly get: operations['activity.listOfRepository'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/organizations/{orgID}/artifacts': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The objects of all of an organization's repositories, by type and part of the name, in one of four orders */
    readonly get: operations['artifacts.list'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/artifacts/{oid}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** One object of a repository, with what keeps it and what shares its chunks */
    readonly get: operations['artifacts.get'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/artifacts/{oid}/timeline': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** The versions of an object, which are those of its name, newest first */
    readonly get: operations['artifacts.timeline'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/artifacts/{oid}/references': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** What keeps an object: branches and tags, the commits that have put it somewhere, open upload sessions, snapshots */
    readonly get: operations['artifacts.references'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/artifacts/{oid}/sharing': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Objects that have chunks of this one: its other versions, and the newest of the repository; a page may have fewer than its limit */
    readonly get: operations['artifacts.sharing'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/repositories/{repoID}/artifacts/{oid}/compare/{other}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /** Which tensors of a safetensors or GGUF file differ from those of another one, by headers and chunk maps alone */
    readonly get: operations['artifacts.compare'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    readonly Activity: {
      readonly id: string;
      /** @enum {string} */
      readonly type:
        | 'repository.created'
        | 'repository.updated'
        | 'repository.deleted'
        | 'repository.push'
        | 'organization.updated'
        | 'member.joined'
        | 'member.left'
        | 'member.role_changed'
        | 'token.created'
        | 'token.revoked';
      readonly actor?: {
        /** Format: uuid */
        readonly id: string;
        readonly name: string;
      };
      readonly repository?: {
        /** Format: uuid */
        readonly id: string;
        readonly slug: string;
      };
      readonly data: {
        readonly [key: string]: string | number;
      };
      /** Format: date-time */
      readonly created_at: string;
    };
    readonly ApiToken: {
      /** Format: uuid */
      readonly id: string;
      /**
       * Format: uuid
       * @description Who made it
       */
      readonly user_id?: string;
      readonly name: string;
      /** @enum {string} */
      readonly kind: 'PAT' | 'REPO' | 'CI';
      readonly prefix: string;
      readonly scopes: readonly ('repo:read' | 'repo:write' | 'repo:admin' | 'org:read' | 'usage:read')[];
      /** Format: uuid */
      readonly repository_id?: string;
      /** Format: date-time */
      readonly created_at: string;
      /** Format: date-time */
      readonly expires_at?: string;
    };
    readonly Artifact: {
      readonly repository: {
        /** Format: uuid */
        readonly id: string;
        readonly slug: string;
        readonly name: string;
      };
      readonly oid: string;
      readonly name?: string;
      /** @enum {string} */
      readonly type: 'model' | 'dataset' | 'media' | 'archive' | 'other';
      readonly size: number;
      readonly physical_size: number;
      /** @enum {string} */
      readonly layout: 'whole' | 'chunks';
      readonly downloads: number;
      /** Format: date-time */
      readonly last_downloaded_at?: string;
      /** Format: date-time */
      readonly created_at: string;
    };
    readonly AuditEvent: {
      readonly id: string;
      /** @description What was done, as `thing.verb`; new ones may come */
      readonly action: string;
      readonly actor:
        | {
            /** @constant */
            readonly type: 'user';
            /** Format: uuid */
            readonly id: string;
            readonly name?: string;
            readonly email?: string;
          }
        | {
            /** @constant */
            readonly type: 'operator';
          };
      /**
       * Format: uuid
       * @description The API token that the actor used; absent for a session
       */
      readonly token_id?: string;
      /** @description The id, or the path, of what was changed */
      readonly target: string;
      /** @description What was changed: `old` is what was before and `new` what is since, and a plain value is a fact. New ones may come */
      readonly details: {
        readonly [key: string]:
          | (string | number | boolean | readonly string[])
          | {
              readonly old?: string | number | boolean | readonly string[];
              readonly new?: string | number | boolean | readonly string[];
            };
      };
      readonly ip_address?: string;
      readonly user_agent?: string;
      /** Format: date-time */
      readonly created_at: string;
    };
    readonly Dashboard: {
      readonly usage: components['schemas']['OrganizationUsage'];
      readonly counts: {
        readonly repositories: number;
        readonly objects: number;
        readonly members: number;
        readonly tokens: number;
        readonly storage_connections: number;
        readonly webhooks: number;
      };
      readonly limits: readonly {
        /** @enum {string} */
        readonly reason: 'storage_quota' | 'max_repositories' | 'max_members' | 'max_tokens' | 'max_storage_connections';
        readonly limit?: number;
        readonly current: number;
      }[];
      /** @description Absent in the first six days of an organization */
      readonly forecast?: {
        /** @constant */
        readonly method: 'least_squares';
        readonly observed_days: number;
        readonly bytes_per_day: number;
        /** @description Managed storage in 30 days, at this rate */
        readonly projected_bytes: number;
        /** @description Absent when that will not be in ten years */
        readonly days_until_limit?: number;
      };
      /** @description The last ten; absent for callers without repositories.read */
      readonly recent_activity?: readonly components['schemas']['Activity'][];
    };
    readonly Error: {
      readonly error: {
        /** @enum {string} */
        readonly code:
          | 'bad_request'
          | 'unauthorized'
          | 'quota_exceeded'
          | 'forbidden'
          | 'not_found'
          | 'method_not_allowed'
          | 'conflict'
          | 'precondition_failed'
          | 'payload_too_large'
          | 'range_not_satisfiable'
          | 'rate_limited'
          | 'internal'
          | 'unavailable';
        readonly details?:
          | {
              readonly field: string;
              /** @enum {string} */
              readonly problem:
                | 'malformed'
                | 'missing'
                | 'out_of_range'
                | 'unknown'
                | 'unsupported'
                | 'contradictory'
                | 'unhealthy'
                | 'not_for_sale';
              /** @enum {string} */
              readonly reason?:
                | 'owner'
                | 'address_forbidden'
                | 'no_billing_provider'
                | 'no_parts'
                | 'ambiguous_ref'
                | 'wrong_id'
                | 'described_otherwise'
                | 'stored_otherwise'
                | 'no_commit'
                | 'unknown_parent'
                | 'unknown_commit'
                | 'unknown_object'
                | 'path_repeated'
                | 'path_absent'
                | 'path_without_folder'
                | 'folder_not_empty'
                | 'too_many_bytes'
                | 'too_much_at_once'
                | 'too_many_parts'
                | 'no_tensor_file'
                | 'tensor_header'
                | 'too_large_to_compare'
                | 'formats_differ'
                | 'same_object'
                | 'tree_mismatch';
              /** @description For `stored_otherwise` and `described_otherwise`, the LFS pointers that are taken as plain files alone, without `lfs`; the first 100 */
              readonly pointers?: readonly {
                readonly id: string;
                readonly oid: string;
                readonly size: number;
                /** @description What the object has that is stored; absent where the index knows a plain file */
                readonly stored_size?: number;
              }[];
            }
          | {
              /** @enum {string} */
              readonly reason:
                | 'max_repositories'
                | 'max_members'
                | 'max_tokens'
                | 'max_object_size'
                | 'storage_quota'
                | 'max_storage_connections'
                | 'max_owned_organizations'
                | 'max_locks'
                | 'max_session_objects'
                | 'max_tree_files'
                | 'max_git_commits'
                | 'max_git_refs'
                | 'max_git_index_bytes'
                | 'max_graph_edges'
                | 'max_snapshots'
                | 'max_snapshot_files';
              /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
              readonly limit: number;
              readonly current: number;
            }
          | {
              /** @enum {string} */
              readonly reason:
                | 'plan_without_audit_log'
                | 'not_indexed'
                | 'unknown_ref'
                | 'unknown_path'
                | 'not_uploaded'
                | 'damaged'
                | 'duplicate_slug'
                | 'duplicate_name'
                | 'last_owner'
                | 'session_expired'
                | 'session_aborted'
                | 'session_finalized'
                | 'size_mismatch'
                | 'checksum_mismatch'
                | 'idempotency_key_reused'
                | 'hash_algorithm'
                | 'manifest_frozen'
                | 'manifest_invalid'
                | 'pack_invalid'
                | 'directory_file_conflict'
                | 'object_completed'
                | 'in_use'
                | 'already_member'
                | 'already_invited'
                | 'changed_meanwhile'
                | 'webhook_limit'
                | 'webhook_inactive'
                | 'no_billing_customer'
                | 'no_subscription'
                | 'subscription_exists'
                | 'add_on_not_offered'
                | 'object_format'
                | 'index_moved'
                | 'object_kept'
                | 'object_gone'
                | 'ref_moved'
                | 'chunks_gone'
                | 'already_locked'
                | 'request_rate'
                | 'concurrent_uploads'
                | 'concurrent_writes'
                | 'unfinished_bytes'
                | 'invitation_mails'
                | 'concurrent_checks'
                | 'verification_pending'
                | 'too_many_downloads'
                | 'storage_full'
                | 'storage_damaged'
                | 'storage_refused'
                | 'writes_blocked'
                | 'contended';
              /** @description Which branch or tag, for `ref_moved` */
              readonly ref?: string;
              /** @description Which of several objects the reason is about: the first one */
              readonly oid?: string;
              /** @description For `pack_invalid` and `not_uploaded`, the name of the pack, where it is one */
              readonly pack?: string;
              /** @description For `pack_invalid` and `manifest_invalid`, what is wrong, in a word of docs/formats.md; `damaged`: the bytes are no longer those that were sent, and sending them again heals them */
              readonly problem?: string;
              /** @description For `chunks_gone`, the packs, chunk maps and manifests that are to be sent again, by their paths; the first 100 */
              readonly paths?: readonly string[];
              /** @description For `object_kept`, some of what keeps the object: names of branches, tags and snapshots, ids of sessions; `plain file` for a file that the index has from Git itself, whatever branch it is on */
              readonly kept_by?: readonly {
                /** @enum {string} */
                readonly kind:
                  | 'registered'
                  | 'upload'
                  | 'staged'
                  | 'verification'
                  | 'snapshot'
                  | 'ref'
                  | 'release'
                  | 'download'
                  | 'backup'
                  | 'quarantine';
                readonly name: string;
              }[];
            };
        readonly message: string;
        readonly request_id: string;
      };
    };
    readonly GraphEdge: {
      /** Format: uuid */
      readonly id: string;
      /**
       * Format: uuid
       * @description To which the edge belongs
       */
      readonly repository_id: string;
      /** @enum {string} */
      readonly type: 'derived_from' | 'trained_on' | 'evaluated_on' | 'produced_by' | 'contains' | 'replaces' | 'related_to';
      readonly from:
        | {
            /** @enum {string} */
            readonly kind: 'artifact' | 'commit' | 'release';
            /** @description The oid of an artifact, the id of a commit, the tag of a release */
            readonly id: string;
            /** Format: uuid */
            readonly repository_id: string;
          }
        | {
            /** @constant */
            readonly hidden: true;
          };
      readonly to:
        | {
            /** @enum {string} */
            readonly kind: 'artifact' | 'commit' | 'release';
            /** @description The oid of an artifact, the id of a commit, the tag of a release */
            readonly id: string;
            /** Format: uuid */
            readonly repository_id: string;
          }
        | {
            /** @constant */
            readonly hidden: true;
          };
      readonly note?: string;
      /** Format: uuid */
      readonly created_by: string;
      /** Format: date-time */
      readonly created_at: string;
    };
    readonly Invoice: {
      readonly id: string;
      readonly number?: string;
      /** @enum {string} */
      readonly status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
      /** @description In the currency's smallest unit, such as cents */
      readonly amount: number;
      /** @description ISO 4217, in lower case */
      readonly currency: string;
      /** Format: date-time */
      readonly created_at: string;
      readonly receipt_url?: string;
      readonly pdf_url?: string;
    };
    readonly LfsError: {
      readonly error: {
        /** @enum {string} */
        readonly code:
          | 'bad_request'
          | 'unauthorized'
          | 'quota_exceeded'
          | 'forbidden'
          | 'not_found'
          | 'method_not_allowed'
          | 'conflict'
          | 'precondition_failed'
          | 'payload_too_large'
          | 'range_not_satisfiable'
          | 'rate_limited'
          | 'internal'
          | 'unavailable';
        readonly details?:
          | {
              readonly field: string;
              /** @enum {string} */
              readonly problem:
                | 'malformed'
                | 'missing'
                | 'out_of_range'
                | 'unknown'
                | 'unsupported'
                | 'contradictory'
                | 'unhealthy'
                | 'not_for_sale';
              /** @enum {string} */
              readonly reason?:
                | 'owner'
                | 'address_forbidden'
                | 'no_billing_provider'
                | 'no_parts'
                | 'ambiguous_ref'
                | 'wrong_id'
                | 'described_otherwise'
                | 'stored_otherwise'
                | 'no_commit'
                | 'unknown_parent'
                | 'unknown_commit'
                | 'unknown_object'
                | 'path_repeated'
                | 'path_absent'
                | 'path_without_folder'
                | 'folder_not_empty'
                | 'too_many_bytes'
                | 'too_much_at_once'
                | 'too_many_parts'
                | 'no_tensor_file'
                | 'tensor_header'
                | 'too_large_to_compare'
                | 'formats_differ'
                | 'same_object'
                | 'tree_mismatch';
              /** @description For `stored_otherwise` and `described_otherwise`, the LFS pointers that are taken as plain files alone, without `lfs`; the first 100 */
              readonly pointers?: readonly {
                readonly id: string;
                readonly oid: string;
                readonly size: number;
                /** @description What the object has that is stored; absent where the index knows a plain file */
                readonly stored_size?: number;
              }[];
            }
          | {
              /** @enum {string} */
              readonly reason:
                | 'max_repositories'
                | 'max_members'
                | 'max_tokens'
                | 'max_object_size'
                | 'storage_quota'
                | 'max_storage_connections'
                | 'max_owned_organizations'
                | 'max_locks'
                | 'max_session_objects'
                | 'max_tree_files'
                | 'max_git_commits'
                | 'max_git_refs'
                | 'max_git_index_bytes'
                | 'max_graph_edges'
                | 'max_snapshots'
                | 'max_snapshot_files';
              /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
              readonly limit: number;
              readonly current: number;
            }
          | {
              /** @enum {string} */
              readonly reason:
                | 'plan_without_audit_log'
                | 'not_indexed'
                | 'unknown_ref'
                | 'unknown_path'
                | 'not_uploaded'
                | 'damaged'
                | 'duplicate_slug'
                | 'duplicate_name'
                | 'last_owner'
                | 'session_expired'
                | 'session_aborted'
                | 'session_finalized'
                | 'size_mismatch'
                | 'checksum_mismatch'
                | 'idempotency_key_reused'
                | 'hash_algorithm'
                | 'manifest_frozen'
                | 'manifest_invalid'
                | 'pack_invalid'
                | 'directory_file_conflict'
                | 'object_completed'
                | 'in_use'
                | 'already_member'
                | 'already_invited'
                | 'changed_meanwhile'
                | 'webhook_limit'
                | 'webhook_inactive'
                | 'no_billing_customer'
                | 'no_subscription'
                | 'subscription_exists'
                | 'add_on_not_offered'
                | 'object_format'
                | 'index_moved'
                | 'object_kept'
                | 'object_gone'
                | 'ref_moved'
                | 'chunks_gone'
                | 'already_locked'
                | 'request_rate'
                | 'concurrent_uploads'
                | 'concurrent_writes'
                | 'unfinished_bytes'
                | 'invitation_mails'
                | 'concurrent_checks'
                | 'verification_pending'
                | 'too_many_downloads'
                | 'storage_full'
                | 'storage_damaged'
                | 'storage_refused'
                | 'writes_blocked'
                | 'contended';
              /** @description Which branch or tag, for `ref_moved` */
              readonly ref?: string;
              /** @description Which of several objects the reason is about: the first one */
              readonly oid?: string;
              /** @description For `pack_invalid` and `not_uploaded`, the name of the pack, where it is one */
              readonly pack?: string;
              /** @description For `pack_invalid` and `manifest_invalid`, what is wrong, in a word of docs/formats.md; `damaged`: the bytes are no longer those that were sent, and sending them again heals them */
              readonly problem?: string;
              /** @description For `chunks_gone`, the packs, chunk maps and manifests that are to be sent again, by their paths; the first 100 */
              readonly paths?: readonly string[];
              /** @description For `object_kept`, some of what keeps the object: names of branches, tags and snapshots, ids of sessions; `plain file` for a file that the index has from Git itself, whatever branch it is on */
              readonly kept_by?: readonly {
                /** @enum {string} */
                readonly kind:
                  | 'registered'
                  | 'upload'
                  | 'staged'
                  | 'verification'
                  | 'snapshot'
                  | 'ref'
                  | 'release'
                  | 'download'
                  | 'backup'
                  | 'quarantine';
                readonly name: string;
              }[];
            };
        readonly message: string;
        readonly request_id: string;
      };
      readonly message: string;
      readonly request_id: string;
    };
    readonly Lock: {
      /** Format: uuid */
      readonly id: string;
      readonly path: string;
      /** Format: date-time */
      readonly locked_at: string;
      readonly owner: {
        readonly name: string;
      };
    };
    readonly Notification: {
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly organization_id: string;
      /** @enum {string} */
      readonly type:
        | 'webhook.disabled'
        | 'storage.quota.warning'
        | 'storage.quota.exceeded'
        | 'repository.published'
        | 'storage.damaged'
        | 'storage.reclaim.failing'
        | 'storage.reclaim.abandoned';
      readonly message: string;
      readonly data: {
        readonly [key: string]: string | number;
      };
      /** Format: date-time */
      readonly created_at: string;
      /** Format: date-time */
      readonly read_at?: string;
    };
    readonly Organization: {
      /** Format: uuid */
      readonly id: string;
      readonly name: string;
      readonly slug: string;
      /** @enum {string} */
      readonly plan_id: 'free' | 'developer' | 'team' | 'business';
      /**
       * @description Which objects that came whole the service cuts into chunks, so that what they share is stored once: `off` none, `cold` those that nobody has downloaded for some days, `all` each. Absent where the organization, or else the storage, says it: `cold` in managed storage, `off` in a bucket of your own
       * @enum {string}
       */
      readonly deduplicate?: 'off' | 'cold' | 'all';
      /** Format: date-time */
      readonly created_at: string;
    };
    readonly OrganizationOfUser: {
      /** Format: uuid */
      readonly id: string;
      readonly name: string;
      readonly slug: string;
      /** @enum {string} */
      readonly plan_id: 'free' | 'developer' | 'team' | 'business';
      /**
       * @description Which objects that came whole the service cuts into chunks, so that what they share is stored once: `off` none, `cold` those that nobody has downloaded for some days, `all` each. Absent where the organization, or else the storage, says it: `cold` in managed storage, `off` in a bucket of your own
       * @enum {string}
       */
      readonly deduplicate?: 'off' | 'cold' | 'all';
      /** Format: date-time */
      readonly created_at: string;
      /** @enum {string} */
      readonly role: 'OWNER' | 'ADMIN' | 'DEVELOPER' | 'VIEWER' | 'BILLING';
    };
    readonly OrganizationUsage: {
      /** @enum {string} */
      readonly plan: 'free' | 'developer' | 'team' | 'business';
      /** @description The calendar month in UTC; end excluded */
      readonly period: {
        /** Format: date-time */
        readonly start: string;
        /** Format: date-time */
        readonly end: string;
      };
      /** @description What the plan includes of managed storage */
      readonly limit_bytes: number;
      /** @description Whether an upload above the limit is refused; otherwise it is metered */
      readonly limit_is_hard: boolean;
      readonly overage_bytes: number;
      /** @description What deduplication and compression have saved of the objects in chunks: 1 - physical / logical, with all files of the chunk tree. Objects that are stored as they are do not count. 0 where nothing lies in chunks, and where tiny objects occupy more than they hold */
      readonly dedup_ratio: number;
      readonly managed: {
        readonly storage_bytes: number;
        readonly logical_bytes: number;
        /** @description What deduplication and compression have saved of the objects in chunks: 1 - physical / logical, with all files of the chunk tree. Objects that are stored as they are do not count. 0 where nothing lies in chunks, and where tiny objects occupy more than they hold */
        readonly dedup_ratio: number;
        readonly object_count: number;
        readonly repository_count: number;
        /** @description Received and verified in the period */
        readonly uploaded_bytes: number;
        /** @description Of the downloads that the period has seen */
        readonly egress_bytes: number;
        readonly download_count: number;
        /** @description Reserved for uploads that are under way */
        readonly reserved_bytes: number;
        /** @description Of uploads that came to nothing, of removed objects and of deleted repositories, until they are gone; they count against the limit */
        readonly reclaimable_bytes: number;
      };
      /** @description In buckets of the organization: told, not billed */
      readonly byos: {
        readonly storage_bytes: number;
        readonly logical_bytes: number;
        /** @description What deduplication and compression have saved of the objects in chunks: 1 - physical / logical, with all files of the chunk tree. Objects that are stored as they are do not count. 0 where nothing lies in chunks, and where tiny objects occupy more than they hold */
        readonly dedup_ratio: number;
        readonly object_count: number;
        readonly repository_count: number;
        /** @description Received and verified in the period */
        readonly uploaded_bytes: number;
        /** @description Of the downloads that the period has seen */
        readonly egress_bytes: number;
        readonly download_count: number;
        /** @description What removed objects and deleted repositories have left there */
        readonly reclaimable_bytes: number;
      };
    };
    readonly Plan: {
      /** @enum {string} */
      readonly id: 'free' | 'developer' | 'team' | 'business';
      readonly name: string;
      readonly price_per_month?: number;
      readonly limits: {
        readonly repositories?: number;
        readonly members?: number;
        readonly tokens?: number;
        readonly object_bytes: number;
        readonly storage_bytes: number;
        readonly storage_connections?: number;
        readonly concurrent_uploads: number;
      };
      /** @enum {string} */
      readonly storage_overage: 'refused' | 'metered';
      readonly features: {
        readonly audit_log: boolean;
        readonly sso: boolean;
        readonly byos_needs_add_on: boolean;
      };
    };
    readonly Recommendation: {
      readonly id: string;
      /** @enum {string} */
      readonly rule:
        | 'near-storage-limit'
        | 'unhealthy-connection'
        | 'unused-objects'
        | 'poor-deduplication'
        | 'deduplication-off'
        | 'stale-upload-sessions'
        | 'tokens-without-expiry'
        | 'missing-objects'
        | 'index-behind'
        | 'index-missing'
        | 'unreachable-objects';
      /** @enum {string} */
      readonly severity: 'critical' | 'warning' | 'info';
      readonly title: string;
      readonly detail: string;
      /** Format: uuid */
      readonly repository_id?: string;
      /** @description What is at stake, where that can be said */
      readonly estimated_bytes?: number;
    };
    readonly Release: {
      readonly tag: string;
      /** @description The full name of the tag */
      readonly ref: string;
      readonly commit: {
        /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
        readonly id: string;
        /** @description The first paragraph of the message, on one line */
        readonly subject: string;
        readonly author: {
          readonly name: string;
          readonly email: string;
          /** Format: date-time */
          readonly at: string;
        };
        readonly committer: {
          readonly name: string;
          readonly email: string;
          /** Format: date-time */
          readonly at: string;
        };
        readonly parents: readonly string[];
      };
      /** @description Whether the tag is an object of its own, with a tagger and a message */
      readonly is_annotated: boolean;
      /** @description Absent where the tag names none, as many old ones do */
      readonly tagger?: {
        readonly name: string;
        readonly email: string;
        /** Format: date-time */
        readonly at?: string;
      };
      /** @description Those that were edited here, else the message of the tag */
      readonly notes: string;
      /**
       * Format: date-time
       * @description Absent where the notes are the message of the tag
       */
      readonly notes_edited_at?: string;
      /**
       * Format: date-time
       * @description The tagger's time, else the committer's
       */
      readonly published_at: string;
      /** @description Files of the commit */
      readonly files: number;
      /** @description Bytes of these files: of the objects, never of their LFS pointers */
      readonly size: number;
    };
    readonly Repository: {
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly organization_id: string;
      readonly name: string;
      readonly slug: string;
      readonly description: string;
      /** @enum {string} */
      readonly visibility: 'PRIVATE' | 'INTERNAL' | 'PUBLIC';
      /** @enum {string} */
      readonly storage_mode: 'managed' | 'byos';
      /** Format: uuid */
      readonly storage_connection_id?: string;
      /** Format: uuid */
      readonly storage_group_id?: string;
      /**
       * @description Which objects that came whole the service cuts into chunks, so that what they share is stored once: `off` none, `cold` those that nobody has downloaded for some days, `all` each. Absent where the organization, or else the storage, says it: `cold` in managed storage, `off` in a bucket of your own
       * @enum {string}
       */
      readonly deduplicate?: 'off' | 'cold' | 'all';
      /** @description After so many days objects are removed that nothing keeps and no branch or tag reaches; absent: never */
      readonly reclaim_unreachable_after_days?: number;
      readonly generation: number;
      /** Format: date-time */
      readonly created_at: string;
      /** Format: date-time */
      readonly updated_at: string;
    };
    readonly RepositoryMember: {
      /** Format: uuid */
      readonly user_id: string;
      readonly name: string;
      readonly email?: string;
      /** @enum {string} */
      readonly level: 'NONE' | 'READ' | 'WRITE' | 'MAINTAIN' | 'ADMIN';
      /** Format: date-time */
      readonly created_at: string;
    };
    readonly Snapshot: {
      /** Format: uuid */
      readonly id: string;
      readonly name: string;
      readonly note?: string;
      /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
      readonly commit: string;
      /** @description The branch or the tag by which the commit was named */
      readonly ref?: string;
      readonly files: number;
      /** @description Bytes of the files: of the objects, never of their LFS pointers */
      readonly size: number;
      /** @description Files whose objects the repository did not have when they were captured */
      readonly missing_objects: number;
      /** Format: uuid */
      readonly created_by: string;
      /** Format: date-time */
      readonly created_at: string;
    };
    readonly StorageConnection: {
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly organization_id: string;
      readonly name: string;
      /** @enum {string} */
      readonly provider: 'aws_s3' | 'r2' | 'wasabi' | 'b2' | 'minio' | 'generic';
      /** @enum {string} */
      readonly scope: 'organization' | 'repository';
      readonly endpoint?: string;
      readonly region: string;
      readonly bucket: string;
      readonly prefix?: string;
      readonly path_style: boolean;
      readonly tls_verify: boolean;
      readonly kms_key_id?: string;
      readonly storage_class?: string;
      /** @enum {string} */
      readonly auth_method: 'access_keys' | 'assume_role';
      readonly access_key_id?: string;
      readonly role_arn?: string;
      readonly external_id?: string;
      readonly health: {
        /** @enum {string} */
        readonly status: 'healthy' | 'unhealthy';
        /** Format: date-time */
        readonly checked_at: string;
        readonly checks: readonly {
          /** @enum {string} */
          readonly check: 'address' | 'credentials' | 'write' | 'read' | 'signed_urls' | 'capabilities' | 'delete';
          /** @enum {string} */
          readonly outcome: 'passed' | 'failed' | 'skipped';
          /** @enum {string} */
          readonly fault?:
            | 'address_forbidden'
            | 'unreachable'
            | 'tls_invalid'
            | 'credentials_refused'
            | 'bucket_missing'
            | 'permission_refused'
            | 'unexpected_answer'
            | 'wrong_bytes'
            | 'signed_url_refused'
            | 'length_not_enforced'
            | 'timeout'
            | 'secret_unreadable';
        }[];
        readonly capabilities: {
          readonly checksum_enforced: boolean;
          readonly create_once: boolean;
          readonly copy_computes_sha256: boolean;
        };
      };
      /** Format: date-time */
      readonly created_at: string;
      /** Format: date-time */
      readonly updated_at: string;
    };
    readonly StorageGroup: {
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly organization_id: string;
      readonly name: string;
      readonly description: string;
      /** @description Of the repositories that the caller may know of */
      readonly repository_count: number;
      /** @description What those repositories occupy */
      readonly physical_bytes: number;
      /** Format: date-time */
      readonly created_at: string;
      /** Format: date-time */
      readonly updated_at: string;
    };
    readonly StoredObject: {
      readonly oid: string;
      readonly name?: string;
      /** @enum {string} */
      readonly type: 'model' | 'dataset' | 'media' | 'archive' | 'other';
      readonly size: number;
      readonly physical_size: number;
      /** Format: uuid */
      readonly uploaded_by: string;
      /** Format: date-time */
      readonly created_at: string;
    };
    readonly Transfer: {
      /** Format: uuid */
      readonly id: string;
      /** @enum {string} */
      readonly kind: 'push' | 'pull';
      /** Format: date-time */
      readonly created_at: string;
      readonly duration_ms?: number;
      readonly ingest_ms?: number;
      readonly mirror_ms?: number;
      readonly logical_bytes?: number;
      readonly stored_bytes?: number;
      readonly object_count?: number;
      readonly chunk_count?: number;
      readonly new_chunks?: number;
      readonly reused_chunks?: number;
      readonly files_put?: number;
      readonly files_skipped?: number;
    };
    readonly UploadSession: {
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly repository_id: string;
      /** Format: uuid */
      readonly user_id: string;
      readonly expected_objects?: number;
      /** @description Completed in it, with those that the repository had already */
      readonly uploaded_objects: number;
      /** @description What these objects come to: also those of which no bytes were needed, which `uploaded_bytes` of `usage` does not count */
      readonly uploaded_bytes: number;
      /** @enum {string} */
      readonly status: 'OPEN' | 'FINALIZED' | 'EXPIRED' | 'ABORTED';
      /** Format: date-time */
      readonly created_at: string;
      /** Format: date-time */
      readonly expires_at: string;
      /** Format: date-time */
      readonly active_at: string;
    };
    readonly User: {
      /** Format: uuid */
      readonly id: string;
      readonly email?: string;
      readonly name: string;
      /** @enum {string} */
      readonly status: 'ACTIVE' | 'SUSPENDED' | 'DELETED';
      /** Format: date-time */
      readonly created_at: string;
    };
    readonly Webhook: {
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly organization_id: string;
      readonly url: string;
      readonly events: readonly (
        | '*'
        | 'repository.created'
        | 'repository.deleted'
        | 'repository.push'
        | 'repository.push.indexed'
        | 'release.published'
        | 'storage.snapshot.created'
        | 'storage.quota.warning'
        | 'storage.quota.exceeded'
        | 'maintenance.gc.completed'
      )[];
      readonly active: boolean;
      readonly consecutive_failures: number;
      /** @enum {string} */
      readonly last_error?:
        | 'address_forbidden'
        | 'unreachable'
        | 'tls_invalid'
        | 'timeout'
        | 'invalid_answer'
        | 'redirect'
        | 'http_status'
        | 'secret_unreadable';
      /** Format: date-time */
      readonly last_delivery_at?: string;
      /** Format: date-time */
      readonly created_at: string;
    };
    readonly WebhookDelivery: {
      /** Format: uuid */
      readonly id: string;
      /** Format: uuid */
      readonly webhook_id: string;
      /** @enum {string} */
      readonly event_type:
        | 'repository.created'
        | 'repository.deleted'
        | 'repository.push'
        | 'repository.push.indexed'
        | 'release.published'
        | 'storage.snapshot.created'
        | 'storage.quota.warning'
        | 'storage.quota.exceeded'
        | 'maintenance.gc.completed';
      readonly success?: boolean;
      readonly http_status?: number;
      readonly attempts: number;
      /** @enum {string} */
      readonly error?:
        | 'address_forbidden'
        | 'unreachable'
        | 'tls_invalid'
        | 'timeout'
        | 'invalid_answer'
        | 'redirect'
        | 'http_status'
        | 'secret_unreadable';
      readonly duration_ms?: number;
      /** Format: date-time */
      readonly created_at: string;
    };
    readonly 'activity.list.200': {
      readonly activity: readonly components['schemas']['Activity'][];
    };
    readonly 'activity.listOfRepository.200': {
      readonly activity: readonly components['schemas']['Activity'][];
    };
    readonly 'artifacts.compare.200': {
      /** @enum {string} */
      readonly format: 'safetensors' | 'gguf';
      /** @description Whether both have chunk maps; without them only headers are compared */
      readonly has_chunk_maps: boolean;
      readonly tensors: readonly {
        readonly name: string;
        /**
         * @description same: the same bytes; moved: at another place of the file; changed: another type, shape, size or other bytes; undecided: nothing tells, since all that differs are chunks that it shares with its neighbours, or there are no chunk maps; added: only in the object; removed: only in the other
         * @enum {string}
         */
        readonly status: 'same' | 'moved' | 'changed' | 'undecided' | 'added' | 'removed';
        /** @description As the format calls it */
        readonly dtype: string;
        /** @description In the order of the file, whose last dimension is that of neighbours in safetensors, and the first one in GGUF */
        readonly shape: readonly number[];
        readonly bytes: number;
        /** @description Of it in chunks that both objects have */
        readonly shared_bytes?: number;
        /** @description The same in the other object, where it is in both */
        readonly other?: {
          /** @description As the format calls it */
          readonly dtype: string;
          /** @description In the order of the file, whose last dimension is that of neighbours in safetensors, and the first one in GGUF */
          readonly shape: readonly number[];
          readonly bytes: number;
        };
      }[];
      readonly totals: {
        readonly same: {
          readonly tensors: number;
          readonly bytes: number;
        };
        readonly moved: {
          readonly tensors: number;
          readonly bytes: number;
        };
        readonly changed: {
          readonly tensors: number;
          readonly bytes: number;
        };
        readonly undecided: {
          readonly tensors: number;
          readonly bytes: number;
        };
        readonly added: {
          readonly tensors: number;
          readonly bytes: number;
        };
        readonly removed: {
          readonly tensors: number;
          readonly bytes: number;
        };
        readonly shared_bytes?: number;
      };
      readonly next_cursor?: string;
    };
    readonly 'artifacts.get.200': {
      readonly artifact: {
        readonly repository: {
          /** Format: uuid */
          readonly id: string;
          readonly slug: string;
          readonly name: string;
        };
        readonly oid: string;
        readonly name?: string;
        /** @enum {string} */
        readonly type: 'model' | 'dataset' | 'media' | 'archive' | 'other';
        readonly size: number;
        readonly physical_size: number;
        /** @enum {string} */
        readonly layout: 'whole' | 'chunks';
        readonly downloads: number;
        /** Format: date-time */
        readonly last_downloaded_at?: string;
        /** Format: date-time */
        readonly created_at: string;
        readonly uploaded_by: {
          /** Format: uuid */
          readonly id: string;
          readonly name?: string;
        };
        /** @description Of the manifest that the object was verified by, where there is one and its chunks were counted */
        readonly chunks?: {
          readonly count: number;
          readonly average_bytes: number;
          /** @description The first of what `sharing` lists; absent where storage does not answer now */
          readonly shared_with?: readonly {
            readonly oid: string;
            readonly name?: string;
            /** @description How many chunks of this object that one has; absent where the two differ in too many to be compared */
            readonly chunks?: number;
            readonly bytes?: number;
          }[];
        };
        /** @description The first of each kind that `references` lists */
        readonly kept_by: {
          readonly refs: readonly {
            /** @description Full name of a branch or a tag */
            readonly name: string;
            /** @description Whether its commit has the object; otherwise one that lies behind it has */
            readonly is_at_tip: boolean;
          }[];
          readonly commits: readonly {
            /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
            readonly id: string;
            /** @description The first paragraph of the message, on one line */
            readonly subject: string;
            readonly author: {
              readonly name: string;
              readonly email: string;
              /** Format: date-time */
              readonly at: string;
            };
            readonly committer: {
              readonly name: string;
              readonly email: string;
              /** Format: date-time */
              readonly at: string;
            };
            readonly parents: readonly string[];
            /** @description Where the commit has put it */
            readonly path: string;
            /** @description The bytes in Base64 for URLs, where they are no UTF-8; the text beside them is then empty */
            readonly path_base64?: string;
          }[];
          readonly uploads: readonly {
            /** Format: uuid */
            readonly id: string;
            /** @enum {string} */
            readonly kind: 'session' | 'lfs';
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly expires_at: string;
          }[];
          readonly snapshots: readonly {
            /** Format: uuid */
            readonly id: string;
            readonly name: string;
            /** Format: date-time */
            readonly created_at: string;
          }[];
          readonly has_more: boolean;
        };
      };
    };
    readonly 'artifacts.list.200': {
      readonly artifacts: readonly components['schemas']['Artifact'][];
      readonly total: number;
      /**
       * @description There are more: with q at most 1000 are counted
       * @constant
       */
      readonly total_is_lower_bound?: true;
      /** Format: date-time */
      readonly next_before?: string;
    };
    readonly 'artifacts.references.200': {
      /** @description Whether the Git history of the repository is indexed */
      readonly indexed: boolean;
      /** @description Counts the uploads to the index; 0 where it is not indexed */
      readonly generation: number;
      /** @description Branches and tags, then commits, the first ones first, then open upload sessions, then snapshots */
      readonly references: readonly {
        /** @enum {string} */
        readonly kind: 'ref' | 'commit' | 'upload' | 'snapshot';
        readonly ref?: {
          /** @description Full name of a branch or a tag */
          readonly name: string;
          /** @description Whether its commit has the object; otherwise one that lies behind it has */
          readonly is_at_tip: boolean;
        };
        readonly commit?: {
          /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
          readonly id: string;
          /** @description The first paragraph of the message, on one line */
          readonly subject: string;
          readonly author: {
            readonly name: string;
            readonly email: string;
            /** Format: date-time */
            readonly at: string;
          };
          readonly committer: {
            readonly name: string;
            readonly email: string;
            /** Format: date-time */
            readonly at: string;
          };
          readonly parents: readonly string[];
          /** @description Where the commit has put it */
          readonly path: string;
          /** @description The bytes in Base64 for URLs, where they are no UTF-8; the text beside them is then empty */
          readonly path_base64?: string;
        };
        readonly upload?: {
          /** Format: uuid */
          readonly id: string;
          /** @enum {string} */
          readonly kind: 'session' | 'lfs';
          /** Format: date-time */
          readonly created_at: string;
          /** Format: date-time */
          readonly expires_at: string;
        };
        readonly snapshot?: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
          /** Format: date-time */
          readonly created_at: string;
        };
      }[];
      readonly next_cursor?: string;
    };
    readonly 'artifacts.sharing.200': {
      /** @description Of as many objects as the limit those that have chunks of this one */
      readonly shared_with: readonly {
        readonly oid: string;
        readonly name?: string;
        /** @description How many chunks of this object that one has; absent where the two differ in too many to be compared */
        readonly chunks?: number;
        readonly bytes?: number;
      }[];
      readonly next_cursor?: string;
    };
    readonly 'artifacts.timeline.200': {
      /** @description The objects that were given the name of this one, newest first */
      readonly timeline: readonly {
        readonly repository: {
          /** Format: uuid */
          readonly id: string;
          readonly slug: string;
          readonly name: string;
        };
        readonly oid: string;
        readonly name?: string;
        /** @enum {string} */
        readonly type: 'model' | 'dataset' | 'media' | 'archive' | 'other';
        readonly size: number;
        readonly physical_size: number;
        /** @enum {string} */
        readonly layout: 'whole' | 'chunks';
        readonly downloads: number;
        /** Format: date-time */
        readonly last_downloaded_at?: string;
        /** Format: date-time */
        readonly created_at: string;
        readonly uploaded_by: {
          /** Format: uuid */
          readonly id: string;
          readonly name?: string;
        };
        /** @description Of the manifest that the object was verified by, where there is one and its chunks were counted */
        readonly chunks?: {
          readonly count: number;
          readonly average_bytes: number;
        };
      }[];
      /** Format: date-time */
      readonly next_before?: string;
    };
    readonly 'audit.list.200': {
      readonly events: readonly components['schemas']['AuditEvent'][];
    };
    readonly 'auth.session.201': {
      readonly session: {
        readonly token: string;
        /** Format: date-time */
        readonly expires_at: string;
      };
      readonly user: components['schemas']['User'];
    };
    readonly 'auth.session.request': Record<string, never>;
    readonly 'billing.byosAddOn.200': {
      readonly plan: components['schemas']['Plan'];
      readonly byos_addon: boolean;
      readonly subscription?: {
        /** @enum {string} */
        readonly plan_id: 'developer' | 'team';
        /** @enum {string} */
        readonly status: 'incomplete' | 'active' | 'past_due' | 'unpaid' | 'canceled';
        readonly byos_addon: boolean;
        /** Format: date-time */
        readonly current_period_end?: string;
        /** Format: date-time */
        readonly cancel_at?: string;
      };
      readonly usage: {
        readonly repositories: {
          readonly current: number;
          readonly limit?: number;
        };
        readonly members: {
          readonly current: number;
          readonly limit?: number;
        };
        readonly tokens: {
          readonly current: number;
          readonly limit?: number;
        };
        readonly storage_connections: {
          readonly current: number;
          readonly limit?: number;
        };
        /** @description In managed storage: used, reserved for uploads that are under way, and reclaimable */
        readonly storage_bytes: {
          readonly current: number;
          readonly limit?: number;
        };
      };
      readonly invoice_preview?: {
        /** @description In the currency's smallest unit, such as cents */
        readonly amount: number;
        /** @description ISO 4217, in lower case */
        readonly currency: string;
        /** Format: date-time */
        readonly due_at?: string;
      };
      readonly invoices: readonly components['schemas']['Invoice'][];
      readonly has_billing_customer: boolean;
    };
    readonly 'billing.byosAddOn.request': {
      readonly enabled: boolean;
    };
    readonly 'billing.checkout.200': {
      readonly url: string;
    };
    readonly 'billing.checkout.request': {
      /** @enum {string} */
      readonly plan_id: 'free' | 'developer' | 'team' | 'business';
    };
    readonly 'billing.confirm.200': {
      readonly plan: components['schemas']['Plan'];
      readonly byos_addon: boolean;
      readonly subscription?: {
        /** @enum {string} */
        readonly plan_id: 'developer' | 'team';
        /** @enum {string} */
        readonly status: 'incomplete' | 'active' | 'past_due' | 'unpaid' | 'canceled';
        readonly byos_addon: boolean;
        /** Format: date-time */
        readonly current_period_end?: string;
        /** Format: date-time */
        readonly cancel_at?: string;
      };
      readonly usage: {
        readonly repositories: {
          readonly current: number;
          readonly limit?: number;
        };
        readonly members: {
          readonly current: number;
          readonly limit?: number;
        };
        readonly tokens: {
          readonly current: number;
          readonly limit?: number;
        };
        readonly storage_connections: {
          readonly current: number;
          readonly limit?: number;
        };
        /** @description In managed storage: used, reserved for uploads that are under way, and reclaimable */
        readonly storage_bytes: {
          readonly current: number;
          readonly limit?: number;
        };
      };
      readonly invoice_preview?: {
        /** @description In the currency's smallest unit, such as cents */
        readonly amount: number;
        /** @description ISO 4217, in lower case */
        readonly currency: string;
        /** Format: date-time */
        readonly due_at?: string;
      };
      readonly invoices: readonly components['schemas']['Invoice'][];
      readonly has_billing_customer: boolean;
    };
    readonly 'billing.confirm.202': {
      /** @constant */
      readonly status: 'pending_webhook';
    };
    readonly 'billing.confirm.request': {
      /** @enum {string} */
      readonly plan_id: 'free' | 'developer' | 'team' | 'business';
    };
    readonly 'billing.get.200': {
      readonly plan: components['schemas']['Plan'];
      readonly byos_addon: boolean;
      readonly subscription?: {
        /** @enum {string} */
        readonly plan_id: 'developer' | 'team';
        /** @enum {string} */
        readonly status: 'incomplete' | 'active' | 'past_due' | 'unpaid' | 'canceled';
        readonly byos_addon: boolean;
        /** Format: date-time */
        readonly current_period_end?: string;
        /** Format: date-time */
        readonly cancel_at?: string;
      };
      readonly usage: {
        readonly repositories: {
          readonly current: number;
          readonly limit?: number;
        };
        readonly members: {
          readonly current: number;
          readonly limit?: number;
        };
        readonly tokens: {
          readonly current: number;
          readonly limit?: number;
        };
        readonly storage_connections: {
          readonly current: number;
          readonly limit?: number;
        };
        /** @description In managed storage: used, reserved for uploads that are under way, and reclaimable */
        readonly storage_bytes: {
          readonly current: number;
          readonly limit?: number;
        };
      };
      readonly invoice_preview?: {
        /** @description In the currency's smallest unit, such as cents */
        readonly amount: number;
        /** @description ISO 4217, in lower case */
        readonly currency: string;
        /** Format: date-time */
        readonly due_at?: string;
      };
      readonly invoices: readonly components['schemas']['Invoice'][];
      readonly has_billing_customer: boolean;
    };
    readonly 'billing.portal.200': {
      readonly url: string;
    };
    readonly 'billing.portal.request': Record<string, never>;
    readonly 'billing.webhook.200': {
      /** @constant */
      readonly received: true;
    };
    readonly 'browsing.branches.200': {
      /** @description Whether the Git history of the repository is indexed */
      readonly indexed: boolean;
      /** @description Counts the uploads to the index; 0 where it is not indexed */
      readonly generation: number;
      readonly branches: readonly {
        readonly name: string;
        /** @description The full name of the branch */
        readonly ref: string;
        readonly commit: {
          /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
          readonly id: string;
          /** @description The first paragraph of the message, on one line */
          readonly subject: string;
          readonly author: {
            readonly name: string;
            readonly email: string;
            /** Format: date-time */
            readonly at: string;
          };
          readonly committer: {
            readonly name: string;
            readonly email: string;
            /** Format: date-time */
            readonly at: string;
          };
          readonly parents: readonly string[];
        };
        readonly is_default: boolean;
      }[];
      readonly next_cursor?: string;
    };
    readonly 'browsing.commit.200': {
      /** @description Whether the Git history of the repository is indexed */
      readonly indexed: boolean;
      /** @description Counts the uploads to the index; 0 where it is not indexed */
      readonly generation: number;
      readonly commit: {
        /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
        readonly id: string;
        /** @description The first paragraph of the message, on one line */
        readonly subject: string;
        readonly author: {
          readonly name: string;
          readonly email: string;
          /** Format: date-time */
          readonly at: string;
        };
        readonly committer: {
          readonly name: string;
          readonly email: string;
          /** Format: date-time */
          readonly at: string;
        };
        readonly parents: readonly string[];
        readonly message: string;
      };
      /** @description What differs from the first parent; all files of a commit without one */
      readonly files: readonly {
        readonly path: string;
        /** @description The bytes in Base64 for URLs, where they are no UTF-8; the text beside them is then empty */
        readonly path_base64?: string;
        /** @enum {string} */
        readonly status: 'added' | 'modified' | 'removed' | 'renamed';
        /** @description Of a renamed file */
        readonly previous_path?: string;
        /** @description The bytes in Base64 for URLs, where they are no UTF-8; the text beside them is then empty */
        readonly previous_path_base64?: string;
        /** @description Of a renamed file, in percent, as git has found it */
        readonly similarity?: number;
        readonly before?: {
          /** @description In octal, six digits */
          readonly mode: string;
          /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
          readonly id: string;
          /** @description Bytes of what people get: of the object, never of its LFS pointer; of all files below a folder */
          readonly size: number;
          /** @description SHA-256 of the bytes, where the service knows it */
          readonly oid?: string;
          /** @description Whether Git has an LFS pointer there */
          readonly is_lfs: boolean;
          /** @description Whether the repository has the bytes */
          readonly is_stored: boolean;
        };
        readonly after?: {
          /** @description In octal, six digits */
          readonly mode: string;
          /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
          readonly id: string;
          /** @description Bytes of what people get: of the object, never of its LFS pointer; of all files below a folder */
          readonly size: number;
          /** @description SHA-256 of the bytes, where the service knows it */
          readonly oid?: string;
          /** @description Whether Git has an LFS pointer there */
          readonly is_lfs: boolean;
          /** @description Whether the repository has the bytes */
          readonly is_stored: boolean;
        };
      }[];
      /** @description Of all pages */
      readonly totals: {
        readonly added: {
          readonly files: number;
          readonly bytes: number;
        };
        readonly modified: {
          readonly files: number;
          readonly bytes_before: number;
          readonly bytes_after: number;
        };
        readonly removed: {
          readonly files: number;
          readonly bytes: number;
        };
        readonly renamed: {
          readonly files: number;
          readonly bytes_before: number;
          readonly bytes_after: number;
        };
      };
      readonly next_cursor?: string;
    };
    readonly 'browsing.commits.200': {
      /** @description Whether the Git history of the repository is indexed */
      readonly indexed: boolean;
      /** @description Counts the uploads to the index; 0 where it is not indexed */
      readonly generation: number;
      readonly commits: readonly {
        /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
        readonly id: string;
        /** @description The first paragraph of the message, on one line */
        readonly subject: string;
        readonly author: {
          readonly name: string;
          readonly email: string;
          /** Format: date-time */
          readonly at: string;
        };
        readonly committer: {
          readonly name: string;
          readonly email: string;
          /** Format: date-time */
          readonly at: string;
        };
        readonly parents: readonly string[];
      }[];
      readonly next_cursor?: string;
    };
    readonly 'browsing.compare.200': {
      /** @description Whether the Git history of the repository is indexed */
      readonly indexed: boolean;
      /** @description Counts the uploads to the index; 0 where it is not indexed */
      readonly generation: number;
      /** @description Absent where nothing is indexed */
      readonly base?: {
        /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
        readonly id: string;
        /** @description The first paragraph of the message, on one line */
        readonly subject: string;
        readonly author: {
          readonly name: string;
          readonly email: string;
          /** Format: date-time */
          readonly at: string;
        };
        readonly committer: {
          readonly name: string;
          readonly email: string;
          /** Format: date-time */
          readonly at: string;
        };
        readonly parents: readonly string[];
      };
      readonly head?: {
        /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
        readonly id: string;
        /** @description The first paragraph of the message, on one line */
        readonly subject: string;
        readonly author: {
          readonly name: string;
          readonly email: string;
          /** Format: date-time */
          readonly at: string;
        };
        readonly committer: {
          readonly name: string;
          readonly email: string;
          /** Format: date-time */
          readonly at: string;
        };
        readonly parents: readonly string[];
      };
      /** @description The newest commit that both have; absent where there is none */
      readonly merge_base?: string;
      /** @description What differs between the two, whatever lies between them */
      readonly files: readonly {
        readonly path: string;
        /** @description The bytes in Base64 for URLs, where they are no UTF-8; the text beside them is then empty */
        readonly path_base64?: string;
        /** @enum {string} */
        readonly status: 'added' | 'modified' | 'removed' | 'renamed';
        /** @description Of a renamed file */
        readonly previous_path?: string;
        /** @description The bytes in Base64 for URLs, where they are no UTF-8; the text beside them is then empty */
        readonly previous_path_base64?: string;
        /** @description Of a renamed file, in percent, as git has found it */
        readonly similarity?: number;
        readonly before?: {
          /** @description In octal, six digits */
          readonly mode: string;
          /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
          readonly id: string;
          /** @description Bytes of what people get: of the object, never of its LFS pointer; of all files below a folder */
          readonly size: number;
          /** @description SHA-256 of the bytes, where the service knows it */
          readonly oid?: string;
          /** @description Whether Git has an LFS pointer there */
          readonly is_lfs: boolean;
          /** @description Whether the repository has the bytes */
          readonly is_stored: boolean;
        };
        readonly after?: {
          /** @description In octal, six digits */
          readonly mode: string;
          /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
          readonly id: string;
          /** @description Bytes of what people get: of the object, never of its LFS pointer; of all files below a folder */
          readonly size: number;
          /** @description SHA-256 of the bytes, where the service knows it */
          readonly oid?: string;
          /** @description Whether Git has an LFS pointer there */
          readonly is_lfs: boolean;
          /** @description Whether the repository has the bytes */
          readonly is_stored: boolean;
        };
      }[];
      /** @description Of all pages */
      readonly totals?: {
        readonly added: {
          readonly files: number;
          readonly bytes: number;
        };
        readonly modified: {
          readonly files: number;
          readonly bytes_before: number;
          readonly bytes_after: number;
        };
        readonly removed: {
          readonly files: number;
          readonly bytes: number;
        };
        readonly renamed: {
          readonly files: number;
          readonly bytes_before: number;
          readonly bytes_after: number;
        };
      };
      /** @description What the files of `head` need in storage beside those of `base`; after deduplication where objects are stored */
      readonly new_bytes?: number;
      readonly next_cursor?: string;
    };
    readonly 'browsing.file.200': {
      /** @description Whether the Git history of the repository is indexed */
      readonly indexed: boolean;
      /** @description Counts the uploads to the index; 0 where it is not indexed */
      readonly generation: number;
      readonly commit: {
        /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
        readonly id: string;
        /** @description The first paragraph of the message, on one line */
        readonly subject: string;
        readonly author: {
          readonly name: string;
          readonly email: string;
          /** Format: date-time */
          readonly at: string;
        };
        readonly committer: {
          readonly name: string;
          readonly email: string;
          /** Format: date-time */
          readonly at: string;
        };
        readonly parents: readonly string[];
      };
      readonly file: {
        readonly name: string;
        /** @description The bytes in Base64 for URLs, where they are no UTF-8; the text beside them is then empty */
        readonly name_base64?: string;
        readonly path: string;
        /** @description The bytes in Base64 for URLs, where they are no UTF-8; the text beside them is then empty */
        readonly path_base64?: string;
        /** @enum {string} */
        readonly type: 'folder' | 'file' | 'symlink' | 'submodule';
        /** @description In octal, six digits */
        readonly mode: string;
        /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
        readonly id: string;
        /** @description Bytes of what people get: of the object, never of its LFS pointer; of all files below a folder */
        readonly size: number;
        /** @description SHA-256 of the bytes, where the service knows it */
        readonly oid?: string;
        /** @description Whether Git has an LFS pointer there */
        readonly is_lfs: boolean;
        /** @description Whether the repository has the bytes */
        readonly is_stored: boolean;
        /** @description Of a folder: how many files lie below it */
        readonly files?: number;
        readonly last_commit: {
          /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
          readonly id: string;
          readonly subject: string;
          readonly author: {
            readonly name: string;
            readonly email: string;
            /** Format: date-time */
            readonly at: string;
          };
          /** Format: date-time */
          readonly committed_at: string;
        };
        /** @description Where the bytes are; absent where the repository does not have them */
        readonly download?: {
          readonly url: string;
          /** @description Seconds */
          readonly expires_in: number;
        };
      };
    };
    readonly 'browsing.overview.200': {
      /** @description Whether the Git history of the repository is indexed */
      readonly indexed: boolean;
      /** @description Counts the uploads to the index; 0 where it is not indexed */
      readonly generation: number;
      readonly counts: {
        /** @description Those that a branch or a tag reaches */
        readonly commits: number;
        readonly branches: number;
        readonly releases: number;
      };
      /** @description Absent where there is no branch */
      readonly default_branch?: string;
      /** @description The newest commit of the default branch; what follows is of it */
      readonly head?: {
        /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
        readonly id: string;
        /** @description The first paragraph of the message, on one line */
        readonly subject: string;
        readonly author: {
          readonly name: string;
          readonly email: string;
          /** Format: date-time */
          readonly at: string;
        };
        readonly committer: {
          readonly name: string;
          readonly email: string;
          /** Format: date-time */
          readonly at: string;
        };
        readonly parents: readonly string[];
      };
      readonly files: number;
      /** @description Bytes of these files: of the objects, never of their LFS pointers */
      readonly size: number;
      /** @description By the endings of their names, those that take most first */
      readonly types: readonly {
        /** @enum {string} */
        readonly type: 'model' | 'dataset' | 'media' | 'archive' | 'other';
        readonly files: number;
        readonly bytes: number;
      }[];
      /** @description Whether all files were looked at for `types` */
      readonly types_complete: boolean;
      readonly readme?: {
        readonly name: string;
        /** @description The bytes in Base64 for URLs, where they are no UTF-8; the text beside them is then empty */
        readonly name_base64?: string;
        readonly path: string;
        /** @description The bytes in Base64 for URLs, where they are no UTF-8; the text beside them is then empty */
        readonly path_base64?: string;
        /** @enum {string} */
        readonly type: 'folder' | 'file' | 'symlink' | 'submodule';
        /** @description In octal, six digits */
        readonly mode: string;
        /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
        readonly id: string;
        /** @description Bytes of what people get: of the object, never of its LFS pointer; of all files below a folder */
        readonly size: number;
        /** @description SHA-256 of the bytes, where the service knows it */
        readonly oid?: string;
        /** @description Whether Git has an LFS pointer there */
        readonly is_lfs: boolean;
        /** @description Whether the repository has the bytes */
        readonly is_stored: boolean;
        /** @description Of a folder: how many files lie below it */
        readonly files?: number;
        readonly last_commit: {
          /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
          readonly id: string;
          readonly subject: string;
          readonly author: {
            readonly name: string;
            readonly email: string;
            /** Format: date-time */
            readonly at: string;
          };
          /** Format: date-time */
          readonly committed_at: string;
        };
      };
      readonly latest_release?: {
        readonly tag: string;
        /** Format: date-time */
        readonly published_at: string;
        readonly commit: {
          /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
          readonly id: string;
          /** @description The first paragraph of the message, on one line */
          readonly subject: string;
          readonly author: {
            readonly name: string;
            readonly email: string;
            /** Format: date-time */
            readonly at: string;
          };
          readonly committer: {
            readonly name: string;
            readonly email: string;
            /** Format: date-time */
            readonly at: string;
          };
          readonly parents: readonly string[];
        };
      };
    };
    readonly 'browsing.tree.200': {
      /** @description Whether the Git history of the repository is indexed */
      readonly indexed: boolean;
      /** @description Counts the uploads to the index; 0 where it is not indexed */
      readonly generation: number;
      /** @description Absent where nothing is indexed */
      readonly commit?: {
        /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
        readonly id: string;
        /** @description The first paragraph of the message, on one line */
        readonly subject: string;
        readonly author: {
          readonly name: string;
          readonly email: string;
          /** Format: date-time */
          readonly at: string;
        };
        readonly committer: {
          readonly name: string;
          readonly email: string;
          /** Format: date-time */
          readonly at: string;
        };
        readonly parents: readonly string[];
      };
      readonly path?: string;
      /** @description The bytes in Base64 for URLs, where they are no UTF-8; the text beside them is then empty */
      readonly path_base64?: string;
      readonly entries: readonly {
        readonly name: string;
        /** @description The bytes in Base64 for URLs, where they are no UTF-8; the text beside them is then empty */
        readonly name_base64?: string;
        readonly path: string;
        /** @description The bytes in Base64 for URLs, where they are no UTF-8; the text beside them is then empty */
        readonly path_base64?: string;
        /** @enum {string} */
        readonly type: 'folder' | 'file' | 'symlink' | 'submodule';
        /** @description In octal, six digits */
        readonly mode: string;
        /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
        readonly id: string;
        /** @description Bytes of what people get: of the object, never of its LFS pointer; of all files below a folder */
        readonly size: number;
        /** @description SHA-256 of the bytes, where the service knows it */
        readonly oid?: string;
        /** @description Whether Git has an LFS pointer there */
        readonly is_lfs: boolean;
        /** @description Whether the repository has the bytes */
        readonly is_stored: boolean;
        /** @description Of a folder: how many files lie below it */
        readonly files?: number;
        readonly last_commit: {
          /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
          readonly id: string;
          readonly subject: string;
          readonly author: {
            readonly name: string;
            readonly email: string;
            /** Format: date-time */
            readonly at: string;
          };
          /** Format: date-time */
          readonly committed_at: string;
        };
      }[];
      readonly next_cursor?: string;
    };
    readonly 'browsing.versions.200': {
      /** @description Whether the Git history of the repository is indexed */
      readonly indexed: boolean;
      /** @description Counts the uploads to the index; 0 where it is not indexed */
      readonly generation: number;
      readonly versions: readonly {
        readonly commit: {
          /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
          readonly id: string;
          /** @description The first paragraph of the message, on one line */
          readonly subject: string;
          readonly author: {
            readonly name: string;
            readonly email: string;
            /** Format: date-time */
            readonly at: string;
          };
          readonly committer: {
            readonly name: string;
            readonly email: string;
            /** Format: date-time */
            readonly at: string;
          };
          readonly parents: readonly string[];
        };
        readonly path: string;
        /** @description The bytes in Base64 for URLs, where they are no UTF-8; the text beside them is then empty */
        readonly path_base64?: string;
        /**
         * @description Against the first parent
         * @enum {string}
         */
        readonly status: 'added' | 'modified' | 'removed' | 'renamed';
        /** @description Of a renamed file */
        readonly previous_path?: string;
        /** @description The bytes in Base64 for URLs, where they are no UTF-8; the text beside them is then empty */
        readonly previous_path_base64?: string;
        /** @description Absent where the commit removed it */
        readonly file?: {
          /** @description In octal, six digits */
          readonly mode: string;
          /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
          readonly id: string;
          /** @description Bytes of what people get: of the object, never of its LFS pointer; of all files below a folder */
          readonly size: number;
          /** @description SHA-256 of the bytes, where the service knows it */
          readonly oid?: string;
          /** @description Whether Git has an LFS pointer there */
          readonly is_lfs: boolean;
          /** @description Whether the repository has the bytes */
          readonly is_stored: boolean;
        };
      }[];
      readonly next_cursor?: string;
    };
    readonly 'downloads.authorize.200': {
      readonly objects: readonly (
        | {
            readonly oid: string;
            readonly size: number;
            readonly download_url: string;
            readonly expires_in: number;
          }
        | {
            readonly oid: string;
            readonly error: {
              /** @enum {string} */
              readonly code: 'not_found' | 'payload_too_large';
              readonly message: string;
            };
          }
      )[];
    };
    readonly 'downloads.authorize.request': {
      readonly objects: readonly {
        readonly oid: string;
      }[];
    };
    readonly 'index.commits.200': {
      /** @description Commits whose trees are wanted */
      readonly accepted: number;
      readonly already_indexed: number;
    };
    readonly 'index.commits.request': {
      readonly commits: readonly {
        /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
        readonly id: string;
        /** @description What `git cat-file commit` gives, in Base64 */
        readonly raw: string;
      }[];
    };
    readonly 'index.finalize.200': {
      readonly generation: number;
      readonly commits: number;
      readonly refs: number;
      /** @description Objects that LFS pointers of the index name and the repository does not have */
      readonly missing_objects: number;
    };
    readonly 'index.finalize.request': {
      readonly refs: readonly {
        /** @description Full name of a branch or a tag, at most 1024 characters and 2500 bytes of UTF-8 */
        readonly name: string;
        /** @description The commit that it names, through any tags; null where it is gone */
        readonly target: string | null;
        /** @description Where it has to be before; null for nowhere */
        readonly expected?: string | null;
        /** @description Of an annotated tag */
        readonly tag?: {
          /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
          readonly id: string;
          /** @default  */
          readonly tagger_name?: string;
          /** @default  */
          readonly tagger_email?: string;
          /** Format: date-time */
          readonly tagged_at?: string;
          /** @default  */
          readonly message?: string;
        };
      }[];
      /** @description The branch that HEAD names: the default branch from now on, as long as it is there */
      readonly head?: string;
      /**
       * @description Whether these are all refs that there are, read after the session was opened: others are removed, and what none of them reaches may be unreachable
       * @default false
       */
      readonly complete?: boolean;
    };
    readonly 'index.open.201': {
      readonly session: {
        /** Format: uuid */
        readonly id: string;
        readonly base_generation: number;
        /** Format: date-time */
        readonly expires_at: string;
      };
    };
    readonly 'index.open.request': {
      /** @enum {string} */
      readonly object_format: 'sha1' | 'sha256';
    };
    readonly 'index.state.200': {
      readonly index: {
        /** @description Whether an upload was ever finalized */
        readonly indexed: boolean;
        /** @enum {string} */
        readonly object_format?: 'sha1' | 'sha256';
        /** @description Counts the uploads that were finalized */
        readonly generation: number;
        readonly commits: number;
        readonly objects: number;
        /** Format: date-time */
        readonly indexed_at?: string;
        /**
         * Format: date-time
         * @description When it was said last that these refs are all that there are
         */
        readonly complete_at?: string;
        readonly refs: readonly {
          readonly name: string;
          /** @description Id of the commit */
          readonly target: string;
          /** @description Id of the tag object, of an annotated tag */
          readonly tag_id?: string;
        }[];
      };
      readonly next_cursor?: string;
    };
    readonly 'index.tree.200': {
      /** @description Commits that are complete with this request, or were before */
      readonly completed: number;
      /** @description Commits of the session whose trees are still wanted */
      readonly pending: number;
    };
    readonly 'index.tree.request': {
      readonly objects?: readonly {
        /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
        readonly id: string;
        readonly size: number;
        /** @description What an LFS pointer points to */
        readonly lfs?: {
          readonly oid: string;
          readonly size: number;
        };
      }[];
      readonly trees?: readonly {
        /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
        readonly commit: string;
        /** @description Against the first parent, with folders, each path once: `git diff-tree -r -t --root --no-renames` */
        readonly changes: readonly (readonly [string, string, string | null, string])[];
        /** @description As `git diff-tree -M` tells them: one of a path and one to a path. Of more the first is kept */
        readonly renames?: readonly (readonly [string, string, number, string, string])[];
        /** @description Tree objects of folders that git would write otherwise today, with old modes or with names that no path may have: such a folder is checked by these bytes */
        readonly raw_trees?: readonly {
          /** @description Empty for the folder of all */
          readonly folder: string;
          /** @description The bytes of the folder where they are no UTF-8, beside an empty one */
          readonly folder_base64?: string;
          /** @description What `git cat-file tree` gives, in Base64 */
          readonly raw: string;
        }[];
        /** @description Whether the changes of the commit end here */
        readonly is_last: boolean;
      }[];
      /** @description Files of up to 1 MiB that are no LFS pointers and are stored as objects: the id of the Git blob, and the SHA-256 of its bytes. The bytes are read and have to hash to the id. Blobs that no earlier request has described, and objects that are not stored, are passed over */
      readonly contents?: readonly {
        /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
        readonly id: string;
        readonly oid: string;
      }[];
    };
    readonly 'invitations.acceptById.200': {
      readonly invitation: {
        /** Format: uuid */
        readonly id: string;
        /** @enum {string} */
        readonly kind: 'organization' | 'repository';
        readonly email: string;
        /** @enum {string} */
        readonly role?: 'OWNER' | 'ADMIN' | 'DEVELOPER' | 'VIEWER' | 'BILLING';
        /** @enum {string} */
        readonly level?: 'READ' | 'WRITE' | 'MAINTAIN' | 'ADMIN';
        /** @enum {string} */
        readonly status: 'PENDING' | 'ACCEPTED' | 'EXPIRED';
        readonly organization: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
          readonly slug: string;
        };
        readonly repository?: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
          readonly slug: string;
        };
        readonly invited_by: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
        };
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly expires_at: string;
        /** Format: date-time */
        readonly accepted_at?: string;
      };
    };
    readonly 'invitations.acceptById.request': Record<string, never>;
    readonly 'invitations.acceptByLink.200': {
      readonly invitation: {
        /** Format: uuid */
        readonly id: string;
        /** @enum {string} */
        readonly kind: 'organization' | 'repository';
        readonly email: string;
        /** @enum {string} */
        readonly role?: 'OWNER' | 'ADMIN' | 'DEVELOPER' | 'VIEWER' | 'BILLING';
        /** @enum {string} */
        readonly level?: 'READ' | 'WRITE' | 'MAINTAIN' | 'ADMIN';
        /** @enum {string} */
        readonly status: 'PENDING' | 'ACCEPTED' | 'EXPIRED';
        readonly organization: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
          readonly slug: string;
        };
        readonly repository?: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
          readonly slug: string;
        };
        readonly invited_by: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
        };
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly expires_at: string;
        /** Format: date-time */
        readonly accepted_at?: string;
      };
    };
    readonly 'invitations.acceptByLink.request': {
      readonly token: string;
    };
    readonly 'invitations.create.201': {
      readonly invitation: {
        /** Format: uuid */
        readonly id: string;
        /** @enum {string} */
        readonly kind: 'organization' | 'repository';
        readonly email: string;
        /** @enum {string} */
        readonly role?: 'OWNER' | 'ADMIN' | 'DEVELOPER' | 'VIEWER' | 'BILLING';
        /** @enum {string} */
        readonly level?: 'READ' | 'WRITE' | 'MAINTAIN' | 'ADMIN';
        /** @enum {string} */
        readonly status: 'PENDING' | 'ACCEPTED' | 'EXPIRED';
        readonly organization: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
          readonly slug: string;
        };
        readonly repository?: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
          readonly slug: string;
        };
        readonly invited_by: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
        };
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly expires_at: string;
        /** Format: date-time */
        readonly accepted_at?: string;
      };
      readonly email_sent: boolean;
      /**
       * Format: uri
       * @description The link. Anyone who holds it can accept; it is shown this once
       */
      readonly url?: string;
    };
    readonly 'invitations.create.request': {
      /** @description One e-mail address; it is kept in lower case */
      readonly email: string;
      /** @enum {string} */
      readonly role: 'OWNER' | 'ADMIN' | 'DEVELOPER' | 'VIEWER' | 'BILLING';
    };
    readonly 'invitations.list.200': {
      readonly invitations: readonly {
        /** Format: uuid */
        readonly id: string;
        /** @enum {string} */
        readonly kind: 'organization' | 'repository';
        readonly email: string;
        /** @enum {string} */
        readonly role?: 'OWNER' | 'ADMIN' | 'DEVELOPER' | 'VIEWER' | 'BILLING';
        /** @enum {string} */
        readonly level?: 'READ' | 'WRITE' | 'MAINTAIN' | 'ADMIN';
        /** @enum {string} */
        readonly status: 'PENDING' | 'ACCEPTED' | 'EXPIRED';
        readonly organization: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
          readonly slug: string;
        };
        readonly repository?: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
          readonly slug: string;
        };
        readonly invited_by: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
        };
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly expires_at: string;
        /** Format: date-time */
        readonly accepted_at?: string;
      }[];
      readonly next_cursor?: string;
    };
    readonly 'invitations.mine.200': {
      readonly invitations: readonly {
        /** Format: uuid */
        readonly id: string;
        /** @enum {string} */
        readonly kind: 'organization' | 'repository';
        readonly email: string;
        /** @enum {string} */
        readonly role?: 'OWNER' | 'ADMIN' | 'DEVELOPER' | 'VIEWER' | 'BILLING';
        /** @enum {string} */
        readonly level?: 'READ' | 'WRITE' | 'MAINTAIN' | 'ADMIN';
        /** @enum {string} */
        readonly status: 'PENDING' | 'ACCEPTED' | 'EXPIRED';
        readonly organization: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
          readonly slug: string;
        };
        readonly repository?: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
          readonly slug: string;
        };
        readonly invited_by: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
        };
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly expires_at: string;
        /** Format: date-time */
        readonly accepted_at?: string;
      }[];
      readonly next_cursor?: string;
    };
    readonly 'invitations.renew.200': {
      readonly invitation: {
        /** Format: uuid */
        readonly id: string;
        /** @enum {string} */
        readonly kind: 'organization' | 'repository';
        readonly email: string;
        /** @enum {string} */
        readonly role?: 'OWNER' | 'ADMIN' | 'DEVELOPER' | 'VIEWER' | 'BILLING';
        /** @enum {string} */
        readonly level?: 'READ' | 'WRITE' | 'MAINTAIN' | 'ADMIN';
        /** @enum {string} */
        readonly status: 'PENDING' | 'ACCEPTED' | 'EXPIRED';
        readonly organization: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
          readonly slug: string;
        };
        readonly repository?: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
          readonly slug: string;
        };
        readonly invited_by: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
        };
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly expires_at: string;
        /** Format: date-time */
        readonly accepted_at?: string;
      };
      /**
       * Format: uri
       * @description The link. Anyone who holds it can accept; it is shown this once
       */
      readonly url: string;
    };
    readonly 'invitations.renew.request': Record<string, never>;
    readonly 'lfs.batch.200': {
      /** @enum {string} */
      readonly transfer: 'basic' | 'svc';
      readonly objects: readonly {
        readonly oid: string;
        readonly size: number;
        /** @constant */
        readonly authenticated?: true;
        readonly actions?: {
          readonly download?: {
            readonly href: string;
            readonly header?: {
              readonly [key: string]: string;
            };
            readonly expires_in?: number;
            /** Format: date-time */
            readonly expires_at?: string;
          };
          readonly upload?: {
            readonly href: string;
            readonly header?: {
              readonly [key: string]: string;
            };
            readonly expires_in?: number;
            /** Format: date-time */
            readonly expires_at?: string;
          };
          readonly verify?: {
            readonly href: string;
            readonly header?: {
              readonly [key: string]: string;
            };
            readonly expires_in?: number;
            /** Format: date-time */
            readonly expires_at?: string;
          };
        };
        readonly error?: {
          readonly code: number;
          readonly message: string;
        };
      }[];
      /** @constant */
      readonly hash_algo: 'sha256';
    };
    readonly 'lfs.batch.lenient-request': {
      /** @enum {string} */
      readonly operation: 'download' | 'upload';
      readonly transfers?: readonly string[] | null;
      readonly ref?: unknown;
      readonly hash_algo?: string | null;
      readonly objects: readonly {
        readonly oid: string;
        readonly size: number;
        readonly name?: string;
      }[];
    };
    readonly 'lfs.batch.request': {
      /** @enum {string} */
      readonly operation: 'download' | 'upload';
      readonly transfers?: readonly string[] | null;
      readonly ref?: {
        readonly name?: string | null;
      } | null;
      readonly hash_algo?: string | null;
      readonly objects: readonly {
        readonly oid: string;
        readonly size: number;
        readonly name?: string;
      }[];
    };
    readonly 'lfs.repository.200': {
      readonly repository: components['schemas']['Repository'];
    };
    readonly 'lfs.verify.200': Record<string, never>;
    readonly 'lfs.verify.lenient-request': {
      readonly oid: string;
      readonly size: number;
    };
    readonly 'lfs.verify.request': {
      readonly oid: string;
      readonly size: number;
    };
    readonly 'lineage.add.201': {
      readonly edge: components['schemas']['GraphEdge'];
    };
    readonly 'lineage.add.request': {
      /** @enum {string} */
      readonly type: 'derived_from' | 'trained_on' | 'evaluated_on' | 'produced_by' | 'contains' | 'replaces' | 'related_to';
      readonly from: {
        /** @enum {string} */
        readonly kind: 'artifact' | 'commit' | 'release';
        /** @description The oid of an artifact, the whole id of a commit, the tag of a release */
        readonly id: string;
        /**
         * Format: uuid
         * @description Without it, the repository itself
         */
        readonly repository_id?: string;
      };
      readonly to: {
        /** @enum {string} */
        readonly kind: 'artifact' | 'commit' | 'release';
        /** @description The oid of an artifact, the whole id of a commit, the tag of a release */
        readonly id: string;
        /**
         * Format: uuid
         * @description Without it, the repository itself
         */
        readonly repository_id?: string;
      };
      readonly note?: string;
    };
    readonly 'lineage.read.200': {
      readonly nodes: readonly {
        /** @enum {string} */
        readonly kind: 'artifact' | 'commit' | 'release';
        /** @description The oid of an artifact, the id of a commit, the tag of a release */
        readonly id: string;
        /** Format: uuid */
        readonly repository_id: string;
        /** @description Edges between the start and it */
        readonly distance?: number;
        /** @description Of an artifact, in bytes */
        readonly size?: number;
        /**
         * @description It was removed since an edge was laid to it
         * @constant
         */
        readonly missing?: true;
      }[];
      readonly edges: readonly components['schemas']['GraphEdge'][];
      /** @description Edges of this answer that lead around, one way for each group of them */
      readonly cycles: readonly (readonly string[])[];
      /**
       * @description There is more than the limit allows
       * @constant
       */
      readonly truncated?: true;
      readonly next_cursor?: string;
    };
    readonly 'locks.create.201': {
      readonly lock: components['schemas']['Lock'];
    };
    readonly 'locks.create.409': {
      readonly lock: components['schemas']['Lock'];
      readonly message: string;
      readonly request_id: string;
      readonly error: {
        /** @constant */
        readonly code: 'conflict';
        readonly message: string;
        readonly request_id: string;
        readonly details: {
          /** @constant */
          readonly reason: 'already_locked';
        };
      };
    };
    readonly 'locks.create.lenient-request': {
      readonly path: string;
      readonly ref?: {
        readonly name?: string | null;
      } | null;
    };
    readonly 'locks.create.request': {
      readonly path: string;
      readonly ref?: {
        readonly name?: string | null;
      } | null;
    };
    readonly 'locks.list.200': {
      readonly locks: readonly components['schemas']['Lock'][];
      readonly next_cursor?: string;
    };
    readonly 'locks.unlock.200': {
      readonly lock: components['schemas']['Lock'];
    };
    readonly 'locks.unlock.lenient-request': {
      readonly force?: boolean | null;
      readonly ref?: {
        readonly name?: string | null;
      } | null;
    };
    readonly 'locks.unlock.request': {
      readonly force?: boolean | null;
      readonly ref?: {
        readonly name?: string | null;
      } | null;
    };
    readonly 'locks.verify.200': {
      readonly ours: readonly components['schemas']['Lock'][];
      readonly theirs: readonly components['schemas']['Lock'][];
      readonly next_cursor?: string;
    };
    readonly 'locks.verify.lenient-request': {
      readonly cursor?: ('' | string) | null;
      readonly limit?: number | null;
      readonly ref?: {
        readonly name?: string | null;
      } | null;
    };
    readonly 'locks.verify.request': {
      readonly cursor?: ('' | string) | null;
      readonly limit?: number | null;
      readonly ref?: {
        readonly name?: string | null;
      } | null;
    };
    readonly 'members.changeRole.200': {
      readonly member: {
        /** Format: uuid */
        readonly user_id: string;
        readonly name: string;
        readonly email?: string;
        /** @enum {string} */
        readonly role: 'OWNER' | 'ADMIN' | 'DEVELOPER' | 'VIEWER' | 'BILLING';
        /** Format: date-time */
        readonly joined_at: string;
      };
    };
    readonly 'members.changeRole.request': {
      /** @enum {string} */
      readonly role: 'OWNER' | 'ADMIN' | 'DEVELOPER' | 'VIEWER' | 'BILLING';
    };
    readonly 'members.leave.request': Record<string, never>;
    readonly 'members.list.200': {
      readonly members: readonly {
        /** Format: uuid */
        readonly user_id: string;
        readonly name: string;
        readonly email?: string;
        /** @enum {string} */
        readonly role: 'OWNER' | 'ADMIN' | 'DEVELOPER' | 'VIEWER' | 'BILLING';
        /** Format: date-time */
        readonly joined_at: string;
      }[];
      readonly next_cursor?: string;
    };
    readonly 'notifications.list.200': {
      readonly notifications: readonly components['schemas']['Notification'][];
      readonly next_cursor?: string;
    };
    readonly 'notifications.read.200': {
      readonly notification: components['schemas']['Notification'];
    };
    readonly 'notifications.read.request': Record<string, never>;
    readonly 'objects.listRemoved.200': {
      readonly removed_objects: readonly {
        readonly oid: string;
        readonly name?: string;
        readonly size: number;
        /** Format: date-time */
        readonly removed_at: string;
        /**
         * Format: uuid
         * @description Absent where the service removed it, because nothing had reached it for long
         */
        readonly removed_by?: string;
        /**
         * Format: date-time
         * @description Until then it can be restored, and afterwards until its bytes are removed
         */
        readonly kept_until: string;
      }[];
      readonly next_cursor?: string;
    };
    readonly 'objects.restore.200': {
      readonly object: components['schemas']['StoredObject'];
    };
    readonly 'objects.restore.request': Record<string, never>;
    readonly 'organizations.create.201': {
      readonly organization: components['schemas']['Organization'];
    };
    readonly 'organizations.create.request': {
      readonly name: string;
      /** @description Without `..`, and no UUID */
      readonly slug?: string;
    };
    readonly 'organizations.get.200': {
      readonly organization: components['schemas']['Organization'];
    };
    readonly 'organizations.list.200': {
      readonly organizations: readonly components['schemas']['OrganizationOfUser'][];
      readonly next_cursor?: string;
    };
    readonly 'organizations.update.200': {
      readonly organization: components['schemas']['Organization'];
    };
    readonly 'organizations.update.request': {
      readonly name?: string;
      /** @description Without `..`, and no UUID */
      readonly slug?: string;
      readonly deduplicate?: ('off' | 'cold' | 'all') | null;
    };
    readonly 'plans.list.200': {
      readonly plans: readonly components['schemas']['Plan'][];
    };
    readonly 'recommendations.dismiss.request': Record<string, never>;
    readonly 'recommendations.list.200': {
      readonly recommendations: readonly components['schemas']['Recommendation'][];
    };
    readonly 'recommendations.listOfRepository.200': {
      readonly recommendations: readonly components['schemas']['Recommendation'][];
    };
    readonly 'releases.get.200': {
      /** @description Whether the Git history of the repository is indexed */
      readonly indexed: boolean;
      /** @description Counts the uploads to the index; 0 where it is not indexed */
      readonly generation: number;
      readonly release: components['schemas']['Release'];
    };
    readonly 'releases.list.200': {
      /** @description Whether the Git history of the repository is indexed */
      readonly indexed: boolean;
      /** @description Counts the uploads to the index; 0 where it is not indexed */
      readonly generation: number;
      readonly releases: readonly components['schemas']['Release'][];
      readonly next_cursor?: string;
    };
    readonly 'releases.update.200': {
      /** @description Whether the Git history of the repository is indexed */
      readonly indexed: boolean;
      /** @description Counts the uploads to the index; 0 where it is not indexed */
      readonly generation: number;
      readonly release: components['schemas']['Release'];
    };
    readonly 'releases.update.request': {
      /** @description In place of the message of the tag; null brings the message back */
      readonly notes: string | null;
    };
    readonly 'repositories.connect.200': {
      readonly connect: {
        readonly repository_url: string;
        readonly git_lfs: {
          readonly url: string;
          readonly lfsconfig: string;
          readonly commands: string;
          readonly credentials: string;
        };
        readonly agent: {
          readonly commands: string;
          readonly package?: {
            readonly url: string;
            readonly version: string;
            readonly sha256: string;
            readonly size: number;
          };
        };
        readonly upload_session: {
          readonly commands: string;
        };
        readonly download: {
          readonly commands: string;
        };
      };
    };
    readonly 'repositories.create.201': {
      readonly repository: components['schemas']['Repository'];
    };
    readonly 'repositories.create.request': {
      readonly name: string;
      /** @description Without `..`, and no UUID */
      readonly slug?: string;
      readonly description?: string;
      /** @enum {string} */
      readonly visibility?: 'PRIVATE' | 'INTERNAL' | 'PUBLIC';
      /** @enum {string} */
      readonly storage_mode?: 'managed' | 'byos';
      /** Format: uuid */
      readonly storage_connection_id?: string;
      /** Format: uuid */
      readonly storage_group_id?: string;
    };
    readonly 'repositories.get.200': {
      readonly repository: components['schemas']['Repository'];
      /** @description What the caller may do with it, by role, level, visibility and the scopes of a token; sorted by name */
      readonly permissions?: readonly (
        | 'repository.pull'
        | 'repository.push'
        | 'repository.update'
        | 'repository.admin'
        | 'repository.members.manage'
      )[];
    };
    readonly 'repositories.health.200': {
      readonly health: {
        /** @enum {string} */
        readonly status: 'healthy' | 'degraded' | 'unhealthy';
        readonly problems: readonly (
          | 'storage_unhealthy'
          | 'storage_damaged'
          | 'stale_uploads'
          | 'verification_overdue'
          | 'files_overdue'
          | 'objects_missing'
          | 'index_behind'
        )[];
        readonly storage: {
          /** @enum {string} */
          readonly mode: 'managed' | 'byos';
          /** @description What the last check of the bucket has found */
          readonly connection?: {
            /** Format: uuid */
            readonly id: string;
            /** @enum {string} */
            readonly status: 'healthy' | 'unhealthy';
            /** Format: date-time */
            readonly checked_at: string;
          };
        };
        /**
         * Format: date-time
         * @description When the last object was verified and became visible
         */
        readonly last_verified_at?: string;
        /** @description Objects of the chunk tree whose verification was put off */
        readonly pending_verifications: {
          readonly count: number;
          /**
           * Format: date-time
           * @description Since when the first of them
           */
          readonly oldest_at?: string;
          readonly bytes: number;
        };
        /** @description Files of the chunk tree that have not come whole yet */
        readonly receiving_files: {
          readonly count: number;
          /**
           * Format: date-time
           * @description Since when the first of them
           */
          readonly oldest_at?: string;
        };
        /** @description Upload sessions that are open */
        readonly open_uploads: {
          readonly count: number;
          /**
           * Format: date-time
           * @description Since when the first of them
           */
          readonly oldest_at?: string;
        };
        /** @description Those of them that were opened more than three hours ago and hold bytes back, 100 at most */
        readonly stale_uploads: {
          readonly count: number;
          readonly reserved_bytes: number;
        };
        /** @description Objects and files of the chunk tree that are known to be damaged; pushing the objects again heals them */
        readonly damaged: {
          readonly count: number;
          /**
           * Format: date-time
           * @description Since when the first of them
           */
          readonly oldest_at?: string;
        };
        readonly locks: {
          readonly count: number;
          /**
           * Format: date-time
           * @description Since when the first of them
           */
          readonly oldest_at?: string;
        };
        readonly git_index: {
          readonly indexed: boolean;
          readonly generation: number;
          /** Format: date-time */
          readonly indexed_at?: string;
          /** @description Objects that LFS pointers of the index name and the repository does not have */
          readonly missing_objects: number;
          /** @description Objects that came since the index was last sent, and that it names none of; 1,000 at most */
          readonly unindexed_objects: {
            readonly count: number;
            /**
             * Format: date-time
             * @description Since when the first of them
             */
            readonly oldest_at?: string;
          };
        };
      };
    };
    readonly 'repositories.list.200': {
      readonly repositories: readonly components['schemas']['Repository'][];
      readonly next_cursor?: string;
    };
    readonly 'repositories.objects.200': {
      readonly objects: readonly components['schemas']['StoredObject'][];
      readonly next_cursor?: string;
    };
    readonly 'repositories.storageFolders.200': {
      /** @description With all that lies below it */
      readonly folder: {
        readonly object_count: number;
        readonly logical_bytes: number;
        /** @description What these objects alone have added to the storage */
        readonly physical_bytes: number;
        readonly path: string;
      };
      /** @description Objects without a name, which lie in no folder; of the outermost alone */
      readonly unnamed?: {
        readonly object_count: number;
        readonly logical_bytes: number;
        /** @description What these objects alone have added to the storage */
        readonly physical_bytes: number;
      };
      /** @description Directly in it, those with most logical bytes first */
      readonly folders: readonly {
        readonly object_count: number;
        readonly logical_bytes: number;
        /** @description What these objects alone have added to the storage */
        readonly physical_bytes: number;
        readonly path: string;
      }[];
      readonly next_cursor?: string;
    };
    readonly 'repositories.storageSeries.200': {
      readonly series: readonly {
        /** @description At the end of the day; of today, now */
        readonly storage_bytes: number;
        readonly added_bytes: number;
        readonly removed_bytes: number;
        readonly uploaded_bytes: number;
        readonly egress_bytes: number;
        /** Format: date */
        readonly date: string;
        readonly download_count: number;
      }[];
    };
    readonly 'repositories.storageSummary.200': {
      readonly storage: {
        /** @enum {string} */
        readonly storage_mode: 'managed' | 'byos';
        /** Format: uuid */
        readonly storage_connection_id?: string;
        readonly object_count: number;
        readonly logical_bytes: number;
        /** @description All that the repository occupies */
        readonly physical_bytes: number;
        /** @description What deduplication and compression have saved of the objects in chunks: 1 - physical / logical, with all files of the chunk tree. Objects that are stored as they are do not count. 0 where nothing lies in chunks, and where tiny objects occupy more than they hold */
        readonly dedup_ratio: number;
        /** @description Of removed objects until their bytes are gone, which physical_bytes count no more, and of files of the chunk tree that nothing needs, and of what nothing needs in packs, which they do */
        readonly reclaimable_bytes: number;
        /** @description Objects that nothing keeps and no branch or tag reaches, where the repository has them removed */
        readonly unreachable?: {
          readonly reclaim_after_days: number;
          readonly object_count: number;
          readonly logical_bytes: number;
          /** @description What is rid of with them alone: of objects in chunks nothing is known */
          readonly reclaimable_bytes: number;
          /**
           * Format: date-time
           * @description Since when the first of them is known to be unreachable
           */
          readonly since?: string;
          /** Format: date-time */
          readonly looked_at?: string;
          /**
           * @description Why the last look could not tell what is unreachable
           * @enum {string}
           */
          readonly doubt?: 'index_missing' | 'index_incomplete' | 'index_behind' | 'index_changing';
        };
        readonly layouts: {
          readonly whole: {
            readonly object_count: number;
            readonly logical_bytes: number;
            /** @description What these objects alone have added to the storage */
            readonly physical_bytes: number;
          };
          readonly chunks: {
            readonly object_count: number;
            readonly logical_bytes: number;
            /** @description All files of the chunk tree, also those of which no object was made yet */
            readonly physical_bytes: number;
          };
        };
        /** @description Objects that came whole and that the service has cut into chunks, since the repository was made */
        readonly converted: {
          readonly object_count: number;
          /** @description What they occupied whole */
          readonly former_bytes: number;
          /** @description What they have added to the chunk tree */
          readonly added_bytes: number;
          /** @description Those that were read often and made whole again */
          readonly restored_count: number;
          /** @description What these occupied when they were made whole again */
          readonly restored_bytes: number;
        };
        readonly types: readonly {
          readonly object_count: number;
          readonly logical_bytes: number;
          /** @description What these objects alone have added to the storage */
          readonly physical_bytes: number;
          /** @enum {string} */
          readonly type: 'model' | 'dataset' | 'media' | 'archive' | 'other';
        }[];
      };
    };
    readonly 'repositories.transfers.200': {
      readonly transfers: readonly components['schemas']['Transfer'][];
      readonly next_cursor?: string;
    };
    readonly 'repositories.update.200': {
      readonly repository: components['schemas']['Repository'];
    };
    readonly 'repositories.update.request': {
      readonly name?: string;
      /** @description Without `..`, and no UUID */
      readonly slug?: string;
      readonly description?: string;
      /** @enum {string} */
      readonly visibility?: 'PRIVATE' | 'INTERNAL' | 'PUBLIC';
      /** @description null takes it out of its group */
      readonly storage_group_id?: string | null;
      readonly deduplicate?: ('off' | 'cold' | 'all') | null;
      /** @description null: never, which is how a repository begins. A change of it needs repository.admin besides */
      readonly reclaim_unreachable_after_days?: number | null;
    };
    readonly 'repositories.usage.200': {
      readonly usage: {
        readonly object_count: number;
        readonly logical_bytes: number;
        readonly physical_bytes: number;
        readonly uploaded_bytes: number;
        /** @description What deduplication and compression have saved of the objects in chunks: 1 - physical / logical, with all files of the chunk tree. Objects that are stored as they are do not count. 0 where nothing lies in chunks, and where tiny objects occupy more than they hold */
        readonly dedup_ratio: number;
        /** @description Of removed objects until their bytes are gone, which physical_bytes count no more, and of files of the chunk tree that nothing needs, and of what nothing needs in packs, which they do */
        readonly reclaimable_bytes: number;
      };
    };
    readonly 'repositoryInvitations.create.201': {
      readonly invitation: {
        /** Format: uuid */
        readonly id: string;
        /** @enum {string} */
        readonly kind: 'organization' | 'repository';
        readonly email: string;
        /** @enum {string} */
        readonly role?: 'OWNER' | 'ADMIN' | 'DEVELOPER' | 'VIEWER' | 'BILLING';
        /** @enum {string} */
        readonly level?: 'READ' | 'WRITE' | 'MAINTAIN' | 'ADMIN';
        /** @enum {string} */
        readonly status: 'PENDING' | 'ACCEPTED' | 'EXPIRED';
        readonly organization: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
          readonly slug: string;
        };
        readonly repository?: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
          readonly slug: string;
        };
        readonly invited_by: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
        };
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly expires_at: string;
        /** Format: date-time */
        readonly accepted_at?: string;
      };
      readonly email_sent: boolean;
      /**
       * Format: uri
       * @description The link. Anyone who holds it can accept; it is shown this once
       */
      readonly url?: string;
    };
    readonly 'repositoryInvitations.create.request': {
      /** @description One e-mail address; it is kept in lower case */
      readonly email: string;
      /** @enum {string} */
      readonly level: 'READ' | 'WRITE' | 'MAINTAIN' | 'ADMIN';
    };
    readonly 'repositoryInvitations.list.200': {
      readonly invitations: readonly {
        /** Format: uuid */
        readonly id: string;
        /** @enum {string} */
        readonly kind: 'organization' | 'repository';
        readonly email: string;
        /** @enum {string} */
        readonly role?: 'OWNER' | 'ADMIN' | 'DEVELOPER' | 'VIEWER' | 'BILLING';
        /** @enum {string} */
        readonly level?: 'READ' | 'WRITE' | 'MAINTAIN' | 'ADMIN';
        /** @enum {string} */
        readonly status: 'PENDING' | 'ACCEPTED' | 'EXPIRED';
        readonly organization: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
          readonly slug: string;
        };
        readonly repository?: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
          readonly slug: string;
        };
        readonly invited_by: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
        };
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly expires_at: string;
        /** Format: date-time */
        readonly accepted_at?: string;
      }[];
      readonly next_cursor?: string;
    };
    readonly 'repositoryMembers.list.200': {
      readonly members: readonly components['schemas']['RepositoryMember'][];
      readonly next_cursor?: string;
    };
    readonly 'repositoryMembers.set.200': {
      readonly member: components['schemas']['RepositoryMember'];
    };
    readonly 'repositoryMembers.set.201': {
      readonly member: components['schemas']['RepositoryMember'];
    };
    readonly 'repositoryMembers.set.request': {
      /** Format: uuid */
      readonly user_id: string;
      /** @enum {string} */
      readonly level: 'NONE' | 'READ' | 'WRITE' | 'MAINTAIN' | 'ADMIN';
    };
    readonly 'search.find.200': {
      readonly query: string;
      readonly organizations: readonly components['schemas']['OrganizationOfUser'][];
      readonly repositories: readonly components['schemas']['Repository'][];
      readonly artifacts: readonly {
        readonly oid: string;
        readonly name?: string;
        /** @enum {string} */
        readonly type: 'model' | 'dataset' | 'media' | 'archive' | 'other';
        readonly size: number;
        readonly physical_size: number;
        /** Format: uuid */
        readonly uploaded_by: string;
        /** Format: date-time */
        readonly created_at: string;
        /** Format: uuid */
        readonly repository_id: string;
      }[];
      /** @description Always empty: no path of a Git index is searched */
      readonly files: readonly {
        /** Format: uuid */
        readonly repository_id: string;
        readonly path: string;
        readonly oid: string;
      }[];
    };
    readonly 'sessions.list.200': {
      readonly sessions: readonly {
        /** Format: uuid */
        readonly id: string;
        /** @description Whether the request was made with it */
        readonly is_current: boolean;
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly expires_at: string;
      }[];
      readonly next_cursor?: string;
    };
    readonly 'snapshots.create.200': {
      readonly snapshot: components['schemas']['Snapshot'];
    };
    readonly 'snapshots.create.201': {
      readonly snapshot: components['schemas']['Snapshot'];
    };
    readonly 'snapshots.create.request': {
      /** @description No other snapshot of the repository has it */
      readonly name: string;
      /** @description A branch, a tag, or at least 7 digits of the id of a commit; without it, the default branch */
      readonly ref?: string;
      readonly note?: string;
    };
    readonly 'snapshots.get.200': {
      readonly snapshot: components['schemas']['Snapshot'];
      /** @description A page of them: those of a folder before those of its folders */
      readonly files: readonly {
        readonly path: string;
        /** @description The bytes in Base64 for URLs, where they are no UTF-8; the text beside them is then empty */
        readonly path_base64?: string;
        /** @description In octal, six digits */
        readonly mode: string;
        /** @description Id of a Git object: SHA-1 or SHA-256 in lower-case hex */
        readonly id: string;
        readonly size: number;
        /** @description SHA-256 of the bytes, where the service knows it */
        readonly oid?: string;
        /** @description Whether Git has an LFS pointer there */
        readonly is_lfs: boolean;
        /** @description Whether the repository has the bytes now */
        readonly is_stored: boolean;
      }[];
      readonly next_cursor?: string;
    };
    readonly 'snapshots.list.200': {
      readonly snapshots: readonly components['schemas']['Snapshot'][];
      readonly next_cursor?: string;
    };
    readonly 'storage-connections.create.201': {
      readonly connection: components['schemas']['StorageConnection'];
    };
    readonly 'storage-connections.create.request': {
      readonly name: string;
      /** @enum {string} */
      readonly provider: 'aws_s3' | 'r2' | 'wasabi' | 'b2' | 'minio' | 'generic';
      /** @description http(s)://host[:port]; only aws_s3 can do without */
      readonly endpoint?: string;
      /** @description Without `..`, and no IPv4 address */
      readonly bucket: string;
      readonly kms_key_id?: string;
      readonly storage_class?: string;
      /** @enum {string} */
      readonly auth_method: 'access_keys' | 'assume_role';
      /** @enum {string} */
      readonly scope?: 'organization' | 'repository';
      readonly region?: string;
      /** @description What all keys begin with: segments of `A-Z a-z 0-9 . _ -`, each beginning with a letter or digit, and none of a repository of a service like this one; a slash at its end means nothing */
      readonly prefix?: string;
      readonly path_style?: boolean;
      readonly tls_verify?: boolean;
      readonly access_key_id?: string;
      readonly secret_access_key?: string;
      readonly role_arn?: string;
    };
    readonly 'storage-connections.get.200': {
      readonly connection: components['schemas']['StorageConnection'];
    };
    readonly 'storage-connections.list.200': {
      readonly connections: readonly components['schemas']['StorageConnection'][];
      readonly next_cursor?: string;
    };
    readonly 'storage-connections.test.200': {
      readonly connection: components['schemas']['StorageConnection'];
    };
    readonly 'storage-connections.test.request': Record<string, never>;
    readonly 'storage-connections.update.200': {
      readonly connection: components['schemas']['StorageConnection'];
    };
    readonly 'storage-connections.update.request': {
      readonly name?: string;
      /** @enum {string} */
      readonly provider?: 'aws_s3' | 'r2' | 'wasabi' | 'b2' | 'minio' | 'generic';
      readonly endpoint?: string | null;
      /** @description Without `..`, and no IPv4 address */
      readonly bucket?: string;
      readonly kms_key_id?: string | null;
      readonly storage_class?: string | null;
      /** @enum {string} */
      readonly auth_method?: 'access_keys' | 'assume_role';
      /** @enum {string} */
      readonly scope?: 'organization' | 'repository';
      readonly region?: string;
      /** @description What all keys begin with: segments of `A-Z a-z 0-9 . _ -`, each beginning with a letter or digit, and none of a repository of a service like this one; a slash at its end means nothing */
      readonly prefix?: string;
      readonly path_style?: boolean;
      readonly tls_verify?: boolean;
      readonly access_key_id?: string;
      readonly secret_access_key?: string;
      readonly role_arn?: string;
    };
    readonly 'storage-groups.create.201': {
      readonly storage_group: components['schemas']['StorageGroup'];
    };
    readonly 'storage-groups.create.request': {
      readonly name: string;
      readonly description?: string;
    };
    readonly 'storage-groups.get.200': {
      readonly storage_group: components['schemas']['StorageGroup'];
    };
    readonly 'storage-groups.list.200': {
      readonly storage_groups: readonly components['schemas']['StorageGroup'][];
      readonly next_cursor?: string;
    };
    readonly 'storage-groups.update.200': {
      readonly storage_group: components['schemas']['StorageGroup'];
    };
    readonly 'storage-groups.update.request': {
      readonly name?: string;
      readonly description?: string;
    };
    readonly 'system.alive.200': {
      /** @constant */
      readonly status: 'ok';
    };
    readonly 'system.ready.200': {
      /** @constant */
      readonly status: 'ok';
      /** @description Of the server that runs the service; absent where it does not say */
      readonly version?: string;
    };
    readonly 'tokens.create.201': {
      readonly token: components['schemas']['ApiToken'];
      readonly secret: string;
    };
    readonly 'tokens.create.request': {
      readonly name: string;
      /** @enum {string} */
      readonly kind?: 'PAT' | 'REPO' | 'CI';
      readonly scopes: readonly ('repo:read' | 'repo:write' | 'repo:admin' | 'org:read' | 'usage:read')[];
      /** Format: uuid */
      readonly repository_id?: string;
      readonly expires_in_days?: number;
    };
    readonly 'tokens.list.200': {
      readonly tokens: readonly components['schemas']['ApiToken'][];
      readonly next_cursor?: string;
    };
    readonly 'transfers.report.201': Record<string, never>;
    readonly 'transfers.report.lenient-request': {
      /**
       * @default pull
       * @enum {string}
       */
      readonly kind?: 'push' | 'pull';
      readonly duration_ms?: number;
      readonly ingest_ms?: number;
      readonly mirror_ms?: number;
      readonly logical_bytes?: number;
      readonly stored_bytes?: number;
      readonly object_count?: number;
      readonly chunk_count?: number;
      readonly new_chunks?: number;
      readonly reused_chunks?: number;
      readonly files_put?: number;
      readonly files_skipped?: number;
    };
    readonly 'transfers.report.request': {
      /**
       * @default pull
       * @enum {string}
       */
      readonly kind?: 'push' | 'pull';
      readonly duration_ms?: number;
      readonly ingest_ms?: number;
      readonly mirror_ms?: number;
      readonly logical_bytes?: number;
      readonly stored_bytes?: number;
      readonly object_count?: number;
      readonly chunk_count?: number;
      readonly new_chunks?: number;
      readonly reused_chunks?: number;
      readonly files_put?: number;
      readonly files_skipped?: number;
    };
    readonly 'tree.convert.200': {
      /** @enum {string} */
      readonly state: 'chunks' | 'waiting' | 'whole' | 'stays_whole';
    };
    readonly 'tree.convert.lenient-request': {
      readonly oid: string;
      readonly chunks?: readonly string[];
    };
    readonly 'tree.convert.request': {
      readonly oid: string;
      readonly chunks?: readonly string[];
    };
    readonly 'tree.declare.200': {
      readonly proving: boolean;
    };
    readonly 'tree.declare.lenient-request': {
      readonly push: string;
      readonly from: number;
      readonly packs: readonly string[];
      readonly chunks: readonly (readonly [string, number, number, number, number, 0 | 1 | 2 | 4 | 8])[];
    };
    readonly 'tree.declare.request': {
      readonly push: string;
      readonly from: number;
      readonly packs: readonly string[];
      readonly chunks: readonly (readonly [string, number, number, number, number, 0 | 1 | 2 | 4 | 8])[];
    };
    readonly 'tree.finalize.200': {
      readonly generation: number;
      readonly objects: number;
      readonly pending?: readonly string[];
    };
    readonly 'tree.finalize.lenient-request': {
      readonly objects: readonly {
        readonly oid: '' | string;
        readonly size: number;
        readonly name?: string;
        readonly physical?: number;
        readonly chunks?: number;
      }[];
      readonly files?: readonly {
        /** @description Path of a file in the chunk tree: at most 8 segments; the first is none of `finalize`, `locks`, `objects`, `transfers`, `verify` */
        readonly path: string;
        /** Format: base64 */
        readonly content: string;
      }[];
      readonly stats?: {
        /** @constant */
        readonly kind?: 'push';
        readonly duration_ms?: number;
        readonly ingest_ms?: number;
        readonly mirror_ms?: number;
        readonly logical_bytes?: number;
        readonly stored_bytes?: number;
        readonly object_count?: number;
        readonly chunk_count?: number;
        readonly new_chunks?: number;
        readonly reused_chunks?: number;
        readonly files_put?: number;
        readonly files_skipped?: number;
      } | null;
    };
    readonly 'tree.finalize.request': {
      readonly objects: readonly {
        readonly oid: '' | string;
        readonly size: number;
        readonly name?: string;
        readonly physical?: number;
        readonly chunks?: number;
      }[];
      readonly files?: readonly {
        /** @description Path of a file in the chunk tree: at most 8 segments; the first is none of `finalize`, `locks`, `objects`, `transfers`, `verify` */
        readonly path: string;
        /** Format: base64 */
        readonly content: string;
      }[];
      readonly stats?: {
        /** @constant */
        readonly kind?: 'push';
        readonly duration_ms?: number;
        readonly ingest_ms?: number;
        readonly mirror_ms?: number;
        readonly logical_bytes?: number;
        readonly stored_bytes?: number;
        readonly object_count?: number;
        readonly chunk_count?: number;
        readonly new_chunks?: number;
        readonly reused_chunks?: number;
        readonly files_put?: number;
        readonly files_skipped?: number;
      };
    };
    readonly 'tree.lookUp.200': {
      readonly packs: readonly string[];
      readonly chunks: readonly (readonly [number, number, number, number, number, number])[];
      readonly sizes: readonly number[];
      readonly objects: readonly {
        readonly oid: string;
        readonly size: number;
      }[];
    };
    readonly 'tree.lookUp.lenient-request': {
      readonly chunks?: readonly string[];
      /** @default [] */
      readonly sizes?: readonly number[];
      readonly oids?: readonly string[];
    };
    readonly 'tree.lookUp.request': {
      readonly chunks?: readonly string[];
      /** @default [] */
      readonly sizes?: readonly number[];
      readonly oids?: readonly string[];
    };
    readonly 'uploads.authorize.200': {
      readonly objects: readonly (
        | {
            readonly oid: string;
            readonly size: number;
            readonly upload_url: string;
            readonly storage_key: string;
            readonly expires_in: number;
          }
        | {
            readonly oid: string;
            readonly size: number;
            readonly storage_key: string;
            readonly parts: {
              readonly part_size: number;
              readonly count: number;
            };
          }
        | {
            readonly oid: string;
            readonly size: number;
            readonly storage_key: string;
            /**
             * @description The repository has the object already: no bytes of it are needed. Completing it counts it into the session
             * @constant
             */
            readonly stored: true;
          }
        | {
            readonly oid: string;
            readonly size: number;
            readonly error: {
              /** @enum {string} */
              readonly code: 'not_found' | 'payload_too_large';
              readonly message: string;
            };
          }
      )[];
    };
    readonly 'uploads.authorize.request': {
      readonly objects: readonly {
        readonly oid: string;
        readonly size: number;
        readonly name?: string;
      }[];
    };
    readonly 'uploads.complete.request': {
      readonly size: number;
    };
    readonly 'uploads.finalize.200': {
      readonly session: components['schemas']['UploadSession'];
      readonly generation: number;
    };
    readonly 'uploads.finalize.request': Record<string, never>;
    readonly 'uploads.list.200': {
      readonly sessions: readonly components['schemas']['UploadSession'][];
    };
    readonly 'uploads.listParts.200': {
      readonly part_size: number;
      readonly count: number;
      readonly uploaded: readonly {
        readonly part_number: number;
        readonly size: number;
      }[];
    };
    readonly 'uploads.open.200': {
      readonly session: components['schemas']['UploadSession'];
    };
    readonly 'uploads.open.201': {
      readonly session: components['schemas']['UploadSession'];
    };
    readonly 'uploads.open.request': {
      readonly expected_objects?: number;
    };
    readonly 'uploads.presignParts.200': {
      readonly parts: readonly {
        readonly part_number: number;
        readonly size: number;
        readonly upload_url: string;
        readonly expires_in: number;
      }[];
    };
    readonly 'uploads.presignParts.request': {
      readonly part_numbers: readonly number[];
    };
    readonly 'usage.dashboard.200': {
      readonly dashboard: components['schemas']['Dashboard'];
    };
    readonly 'usage.get.200': {
      readonly usage: components['schemas']['OrganizationUsage'];
    };
    readonly 'usage.series.200': {
      readonly series: readonly {
        /** Format: date */
        readonly date: string;
        readonly managed: {
          /** @description At the end of the day; of today, now */
          readonly storage_bytes: number;
          readonly added_bytes: number;
          readonly removed_bytes: number;
          readonly uploaded_bytes: number;
          readonly egress_bytes: number;
        };
        readonly byos: {
          /** @description At the end of the day; of today, now */
          readonly storage_bytes: number;
          readonly added_bytes: number;
          readonly removed_bytes: number;
          readonly uploaded_bytes: number;
          readonly egress_bytes: number;
        };
      }[];
    };
    readonly 'users.me.200': {
      readonly user: components['schemas']['User'];
      readonly organizations: readonly {
        /** Format: uuid */
        readonly id: string;
        readonly name: string;
        readonly slug: string;
        /** @enum {string} */
        readonly role: 'OWNER' | 'ADMIN' | 'DEVELOPER' | 'VIEWER' | 'BILLING';
      }[];
      /** @description What the request was made with */
      readonly credential: {
        /** @enum {string} */
        readonly kind: 'session' | 'token';
        /** @description Of a token: all that it may do */
        readonly scopes?: readonly ('repo:read' | 'repo:write' | 'repo:admin' | 'org:read' | 'usage:read')[];
      };
    };
    readonly 'users.rename.200': {
      readonly user: components['schemas']['User'];
    };
    readonly 'users.rename.request': {
      readonly name: string;
    };
    readonly 'users.sharedRepositories.200': {
      readonly repositories: readonly {
        /** Format: uuid */
        readonly id: string;
        /** Format: uuid */
        readonly organization_id: string;
        readonly name: string;
        readonly slug: string;
        readonly description: string;
        /** @enum {string} */
        readonly visibility: 'PRIVATE' | 'INTERNAL' | 'PUBLIC';
        /** @enum {string} */
        readonly storage_mode: 'managed' | 'byos';
        /** Format: uuid */
        readonly storage_connection_id?: string;
        /** Format: uuid */
        readonly storage_group_id?: string;
        /**
         * @description Which objects that came whole the service cuts into chunks, so that what they share is stored once: `off` none, `cold` those that nobody has downloaded for some days, `all` each. Absent where the organization, or else the storage, says it: `cold` in managed storage, `off` in a bucket of your own
         * @enum {string}
         */
        readonly deduplicate?: 'off' | 'cold' | 'all';
        /** @description After so many days objects are removed that nothing keeps and no branch or tag reaches; absent: never */
        readonly reclaim_unreachable_after_days?: number;
        readonly generation: number;
        /** Format: date-time */
        readonly created_at: string;
        /** Format: date-time */
        readonly updated_at: string;
        /** @enum {string} */
        readonly level: 'NONE' | 'READ' | 'WRITE' | 'MAINTAIN' | 'ADMIN';
        /** Format: date-time */
        readonly shared_at: string;
        readonly organization: {
          /** Format: uuid */
          readonly id: string;
          readonly name: string;
          readonly slug: string;
        };
      }[];
      readonly next_cursor?: string;
    };
    readonly 'webhooks.create.201': {
      readonly webhook: {
        /** Format: uuid */
        readonly id: string;
        /** Format: uuid */
        readonly organization_id: string;
        readonly url: string;
        readonly events: readonly (
          | '*'
          | 'repository.created'
          | 'repository.deleted'
          | 'repository.push'
          | 'repository.push.indexed'
          | 'release.published'
          | 'storage.snapshot.created'
          | 'storage.quota.warning'
          | 'storage.quota.exceeded'
          | 'maintenance.gc.completed'
        )[];
        readonly active: boolean;
        readonly consecutive_failures: number;
        /** @enum {string} */
        readonly last_error?:
          | 'address_forbidden'
          | 'unreachable'
          | 'tls_invalid'
          | 'timeout'
          | 'invalid_answer'
          | 'redirect'
          | 'http_status'
          | 'secret_unreadable';
        /** Format: date-time */
        readonly last_delivery_at?: string;
        /** Format: date-time */
        readonly created_at: string;
        readonly secret: string;
      };
    };
    readonly 'webhooks.create.request': {
      /** @description http or https, with a host, without user and fragment */
      readonly url: string;
      readonly events: readonly (
        | '*'
        | 'repository.created'
        | 'repository.deleted'
        | 'repository.push'
        | 'repository.push.indexed'
        | 'release.published'
        | 'storage.snapshot.created'
        | 'storage.quota.warning'
        | 'storage.quota.exceeded'
        | 'maintenance.gc.completed'
      )[];
      readonly active?: boolean;
    };
    readonly 'webhooks.deliveries.200': {
      readonly deliveries: readonly components['schemas']['WebhookDelivery'][];
      readonly next_cursor?: string;
    };
    readonly 'webhooks.list.200': {
      readonly webhooks: readonly components['schemas']['Webhook'][];
      readonly next_cursor?: string;
    };
    readonly 'webhooks.redeliver.202': {
      readonly delivery: components['schemas']['WebhookDelivery'];
    };
    readonly 'webhooks.redeliver.request': Record<string, never>;
    readonly 'webhooks.update.200': {
      readonly webhook: components['schemas']['Webhook'];
    };
    readonly 'webhooks.update.request': {
      /** @description http or https, with a host, without user and fragment */
      readonly url?: string;
      readonly events?: readonly (
        | '*'
        | 'repository.created'
        | 'repository.deleted'
        | 'repository.push'
        | 'repository.push.indexed'
        | 'release.published'
        | 'storage.snapshot.created'
        | 'storage.quota.warning'
        | 'storage.quota.exceeded'
        | 'maintenance.gc.completed'
      )[];
      readonly active?: boolean;
    };
  };
  responses: {
    /** @description A parameter, a header or the body is not what the endpoint takes, the body ended too early, or came too slowly. */
    readonly BadRequest: {
      headers: {
        readonly 'X-Request-Id': components['headers']['RequestId'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "bad_request",
         *         "message": "`name` is missing.",
         *         "request_id": "example",
         *         "details": {
         *           "field": "name",
         *           "problem": "missing"
         *         }
         *       }
         *     }
         */
        readonly 'application/json': {
          readonly error: {
            /** @enum {string} */
            readonly code: 'bad_request';
            readonly details?: {
              readonly field: string;
              /** @enum {string} */
              readonly problem:
                | 'malformed'
                | 'missing'
                | 'out_of_range'
                | 'unknown'
                | 'unsupported'
                | 'contradictory'
                | 'unhealthy'
                | 'not_for_sale';
              /** @enum {string} */
              readonly reason?:
                | 'owner'
                | 'address_forbidden'
                | 'no_billing_provider'
                | 'no_parts'
                | 'ambiguous_ref'
                | 'wrong_id'
                | 'described_otherwise'
                | 'stored_otherwise'
                | 'no_commit'
                | 'unknown_parent'
                | 'unknown_commit'
                | 'unknown_object'
                | 'path_repeated'
                | 'path_absent'
                | 'path_without_folder'
                | 'folder_not_empty'
                | 'too_many_bytes'
                | 'too_much_at_once'
                | 'too_many_parts'
                | 'no_tensor_file'
                | 'tensor_header'
                | 'too_large_to_compare'
                | 'formats_differ'
                | 'same_object'
                | 'tree_mismatch';
              /** @description For `stored_otherwise` and `described_otherwise`, the LFS pointers that are taken as plain files alone, without `lfs`; the first 100 */
              readonly pointers?: readonly {
                readonly id: string;
                readonly oid: string;
                readonly size: number;
                /** @description What the object has that is stored; absent where the index knows a plain file */
                readonly stored_size?: number;
              }[];
            };
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
    };
    /** @description The credential is missing, invalid, expired or revoked. */
    readonly Unauthorized: {
      headers: {
        readonly 'X-Request-Id': components['headers']['RequestId'];
        readonly 'WWW-Authenticate': components['headers']['Challenge'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "unauthorized",
         *         "message": "A bearer token is missing.",
         *         "request_id": "example"
         *       }
         *     }
         */
        readonly 'application/json': {
          readonly error: {
            /** @enum {string} */
            readonly code: 'unauthorized';
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
    };
    /** @description The caller is known and may not do this: the role, the level in the repository, the scopes of the token, the account or the signature does not allow it. */
    readonly Forbidden: {
      headers: {
        readonly 'X-Request-Id': components['headers']['RequestId'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "forbidden",
         *         "message": "This needs the permission organization.delete.",
         *         "request_id": "example"
         *       }
         *     }
         */
        readonly 'application/json': {
          readonly error: {
            /** @enum {string} */
            readonly code: 'forbidden';
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
    };
    /** @description What the path or an id names is missing, or the caller may not know of it. */
    readonly NotFound: {
      headers: {
        readonly 'X-Request-Id': components['headers']['RequestId'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "not_found",
         *         "message": "Not found: nothing that this caller may see at this path.",
         *         "request_id": "example"
         *       }
         *     }
         */
        readonly 'application/json': {
          readonly error: {
            /** @enum {string} */
            readonly code: 'not_found';
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
    };
    /** @description The bytes are not those that the header `If-Match` names. */
    readonly PreconditionFailed: {
      headers: {
        readonly 'X-Request-Id': components['headers']['RequestId'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "precondition_failed",
         *         "message": "The bytes are not those that If-Match names.",
         *         "request_id": "example"
         *       }
         *     }
         */
        readonly 'application/json': {
          readonly error: {
            /** @enum {string} */
            readonly code: 'precondition_failed';
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
    };
    /** @description The body is larger than the endpoint takes. */
    readonly PayloadTooLarge: {
      headers: {
        readonly 'X-Request-Id': components['headers']['RequestId'];
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': {
          readonly error: {
            /** @enum {string} */
            readonly code: 'payload_too_large';
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
    };
    /** @description The range lies outside of the bytes. */
    readonly RangeNotSatisfiable: {
      headers: {
        readonly 'X-Request-Id': components['headers']['RequestId'];
        readonly 'Accept-Ranges': components['headers']['AcceptRanges'];
        readonly 'Content-Range': components['headers']['ContentRange'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "range_not_satisfiable",
         *         "message": "The range lies outside of the 24 bytes.",
         *         "request_id": "example"
         *       }
         *     }
         */
        readonly 'application/json': {
          readonly error: {
            /** @enum {string} */
            readonly code: 'range_not_satisfiable';
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
    };
    /** @description The service has met a bug of its own. */
    readonly Internal: {
      headers: {
        readonly 'X-Request-Id': components['headers']['RequestId'];
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': {
          readonly error: {
            /** @enum {string} */
            readonly code: 'internal';
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
    };
    /** @description The service is starting, or a part that it depends on does not answer now. */
    readonly Unavailable: {
      headers: {
        readonly 'X-Request-Id': components['headers']['RequestId'];
        readonly 'Retry-After': components['headers']['RetryAfter'];
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': {
          readonly error: {
            /** @enum {string} */
            readonly code: 'unavailable';
            readonly details?: {
              /** @enum {string} */
              readonly reason: 'storage_full' | 'storage_damaged' | 'storage_refused' | 'contended';
            };
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
    };
    /** @description There are too many requests, or too much of something goes on at once. */
    readonly RateLimited: {
      headers: {
        readonly 'X-Request-Id': components['headers']['RequestId'];
        readonly 'Retry-After': components['headers']['RetryAfter'];
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': {
          readonly error: {
            /** @enum {string} */
            readonly code: 'rate_limited';
            readonly details: {
              /** @enum {string} */
              readonly reason: 'request_rate';
            };
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
    };
    /** @description Any other error: a path answers 405 to the methods that it does not take. */
    readonly OtherError: {
      headers: {
        readonly 'X-Request-Id': components['headers']['RequestId'];
        readonly Allow: components['headers']['Allow'];
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['Error'];
      };
    };
    /** @description A parameter, a header or the body is not what the endpoint takes, the body ended too early, or came too slowly. */
    readonly LfsBadRequest: {
      headers: {
        readonly 'X-Request-Id': components['headers']['RequestId'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "`path` is malformed.",
         *       "request_id": "example",
         *       "error": {
         *         "code": "bad_request",
         *         "message": "`path` is malformed.",
         *         "request_id": "example",
         *         "details": {
         *           "field": "path",
         *           "problem": "malformed"
         *         }
         *       }
         *     }
         */
        readonly 'application/vnd.git-lfs+json': {
          readonly error: {
            /** @enum {string} */
            readonly code: 'bad_request';
            readonly details?: {
              readonly field: string;
              /** @enum {string} */
              readonly problem:
                | 'malformed'
                | 'missing'
                | 'out_of_range'
                | 'unknown'
                | 'unsupported'
                | 'contradictory'
                | 'unhealthy'
                | 'not_for_sale';
              /** @enum {string} */
              readonly reason?:
                | 'owner'
                | 'address_forbidden'
                | 'no_billing_provider'
                | 'no_parts'
                | 'ambiguous_ref'
                | 'wrong_id'
                | 'described_otherwise'
                | 'stored_otherwise'
                | 'no_commit'
                | 'unknown_parent'
                | 'unknown_commit'
                | 'unknown_object'
                | 'path_repeated'
                | 'path_absent'
                | 'path_without_folder'
                | 'folder_not_empty'
                | 'too_many_bytes'
                | 'too_much_at_once'
                | 'too_many_parts'
                | 'no_tensor_file'
                | 'tensor_header'
                | 'too_large_to_compare'
                | 'formats_differ'
                | 'same_object'
                | 'tree_mismatch';
              /** @description For `stored_otherwise` and `described_otherwise`, the LFS pointers that are taken as plain files alone, without `lfs`; the first 100 */
              readonly pointers?: readonly {
                readonly id: string;
                readonly oid: string;
                readonly size: number;
                /** @description What the object has that is stored; absent where the index knows a plain file */
                readonly stored_size?: number;
              }[];
            };
            readonly message: string;
            readonly request_id: string;
          };
          readonly message: string;
          readonly request_id: string;
        };
      };
    };
    /** @description The credential is missing, invalid, expired or revoked. */
    readonly LfsUnauthorized: {
      headers: {
        readonly 'X-Request-Id': components['headers']['RequestId'];
        readonly 'WWW-Authenticate': components['headers']['Challenge'];
        readonly 'LFS-Authenticate': components['headers']['LfsChallenge'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "A bearer token is missing.",
         *       "request_id": "example",
         *       "error": {
         *         "code": "unauthorized",
         *         "message": "A bearer token is missing.",
         *         "request_id": "example"
         *       }
         *     }
         */
        readonly 'application/vnd.git-lfs+json': {
          readonly error: {
            /** @enum {string} */
            readonly code: 'unauthorized';
            readonly message: string;
            readonly request_id: string;
          };
          readonly message: string;
          readonly request_id: string;
        };
      };
    };
    /** @description The caller is known and may not do this: the role, the level in the repository, the scopes of the token, the account or the signature does not allow it. */
    readonly LfsForbidden: {
      headers: {
        readonly 'X-Request-Id': components['headers']['RequestId'];
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/vnd.git-lfs+json': {
          readonly error: {
            /** @enum {string} */
            readonly code: 'forbidden';
            readonly message: string;
            readonly request_id: string;
          };
          readonly message: string;
          readonly request_id: string;
        };
      };
    };
    /** @description What the path or an id names is missing, or the caller may not know of it. */
    readonly LfsNotFound: {
      headers: {
        readonly 'X-Request-Id': components['headers']['RequestId'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "Not found: nothing that this caller may see at this path.",
         *       "request_id": "example",
         *       "error": {
         *         "code": "not_found",
         *         "message": "Not found: nothing that this caller may see at this path.",
         *         "request_id": "example"
         *       }
         *     }
         */
        readonly 'application/vnd.git-lfs+json': {
          readonly error: {
            /** @enum {string} */
            readonly code: 'not_found';
            readonly message: string;
            readonly request_id: string;
          };
          readonly message: string;
          readonly request_id: string;
        };
      };
    };
    /** @description The bytes are not those that the header `If-Match` names. */
    readonly LfsPreconditionFailed: {
      headers: {
        readonly 'X-Request-Id': components['headers']['RequestId'];
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/vnd.git-lfs+json': {
          readonly error: {
            /** @enum {string} */
            readonly code: 'precondition_failed';
            readonly message: string;
            readonly request_id: string;
          };
          readonly message: string;
          readonly request_id: string;
        };
      };
    };
    /** @description The body is larger than the endpoint takes. */
    readonly LfsPayloadTooLarge: {
      headers: {
        readonly 'X-Request-Id': components['headers']['RequestId'];
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/vnd.git-lfs+json': {
          readonly error: {
            /** @enum {string} */
            readonly code: 'payload_too_large';
            readonly message: string;
            readonly request_id: string;
          };
          readonly message: string;
          readonly request_id: string;
        };
      };
    };
    /** @description The range lies outside of the bytes. */
    readonly LfsRangeNotSatisfiable: {
      headers: {
        readonly 'X-Request-Id': components['headers']['RequestId'];
        readonly 'Accept-Ranges': components['headers']['AcceptRanges'];
        readonly 'Content-Range': components['headers']['ContentRange'];
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "message": "The range lies outside of the 229 bytes.",
         *       "request_id": "example",
         *       "error": {
         *         "code": "range_not_satisfiable",
         *         "message": "The range lies outside of the 229 bytes.",
         *         "request_id": "example"
         *       }
         *     }
         */
        readonly 'application/vnd.git-lfs+json': {
          readonly error: {
            /** @enum {string} */
            readonly code: 'range_not_satisfiable';
            readonly message: string;
            readonly request_id: string;
          };
          readonly message: string;
          readonly request_id: string;
        };
      };
    };
    /** @description The service has met a bug of its own. */
    readonly LfsInternal: {
      headers: {
        readonly 'X-Request-Id': components['headers']['RequestId'];
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/vnd.git-lfs+json': {
          readonly error: {
            /** @enum {string} */
            readonly code: 'internal';
            readonly message: string;
            readonly request_id: string;
          };
          readonly message: string;
          readonly request_id: string;
        };
      };
    };
    /** @description The service is starting, or a part that it depends on does not answer now. */
    readonly LfsUnavailable: {
      headers: {
        readonly 'X-Request-Id': components['headers']['RequestId'];
        readonly 'Retry-After': components['headers']['RetryAfter'];
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/vnd.git-lfs+json': {
          readonly error: {
            /** @enum {string} */
            readonly code: 'unavailable';
            readonly details?: {
              /** @enum {string} */
              readonly reason: 'storage_full' | 'storage_damaged' | 'storage_refused' | 'contended';
            };
            readonly message: string;
            readonly request_id: string;
          };
          readonly message: string;
          readonly request_id: string;
        };
      };
    };
    /** @description There are too many requests, or too much of something goes on at once. */
    readonly LfsRateLimited: {
      headers: {
        readonly 'X-Request-Id': components['headers']['RequestId'];
        readonly 'Retry-After': components['headers']['RetryAfter'];
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/vnd.git-lfs+json': {
          readonly error: {
            /** @enum {string} */
            readonly code: 'rate_limited';
            readonly details: {
              /** @enum {string} */
              readonly reason: 'request_rate';
            };
            readonly message: string;
            readonly request_id: string;
          };
          readonly message: string;
          readonly request_id: string;
        };
      };
    };
    /** @description Any other error: a path answers 405 to the methods that it does not take. */
    readonly LfsOtherError: {
      headers: {
        readonly 'X-Request-Id': components['headers']['RequestId'];
        readonly Allow: components['headers']['Allow'];
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/vnd.git-lfs+json': components['schemas']['LfsError'];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: {
    /** @description The request's own id, when it came with a harmless one, else a new one */
    readonly RequestId: string;
    /** @description Seconds to wait */
    readonly RetryAfter: number;
    /** @description The scheme of the credential that is wanted */
    readonly Challenge: string;
    /** @description The same, where Git LFS clients read it */
    readonly LfsChallenge: string;
    /** @description With 405: the methods that the path takes */
    readonly Allow: string;
    /** @description How many bytes there are, or come in this answer */
    readonly ContentLength: number;
    /** @description That a Range can be asked for */
    readonly AcceptRanges: 'bytes';
    /** @description Which bytes of how many these are: `bytes 0-99/1234`; with 416 how many there are: `bytes *\/1234` */
    readonly ContentRange: string;
    /** @description The hash that the bytes are named by, in quotes; absent where their name is no hash of them */
    readonly ETag: string;
    /** @description Of a manifest: whether its object is verified, after which no client can replace the manifest; the service may serve another one later, of the same chunks in other packs. Absent for all other files */
    readonly State: 'unverified' | 'verified';
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  readonly 'system.ready': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok"
           *     }
           */
          readonly 'application/json': components['schemas']['system.ready.200'];
        };
      };
      readonly 500: components['responses']['Internal'];
      /** @description The service is starting, or a part that it depends on does not answer now. */
      readonly 503: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly 'Retry-After': components['headers']['RetryAfter'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'unavailable';
              readonly details?: {
                /** @enum {string} */
                readonly reason: 'writes_blocked' | 'storage_full' | 'storage_damaged' | 'storage_refused' | 'contended';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'system.alive': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok"
           *     }
           */
          readonly 'application/json': components['schemas']['system.alive.200'];
        };
      };
      readonly 404: components['responses']['NotFound'];
      readonly 500: components['responses']['Internal'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'system.metrics': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'text/plain': Uint8Array;
        };
      };
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'plans.list': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "plans": [
           *         {
           *           "id": "free",
           *           "name": "Free",
           *           "price_per_month": 0,
           *           "limits": {
           *             "repositories": 1,
           *             "members": 3,
           *             "tokens": 5,
           *             "object_bytes": 5368709120,
           *             "storage_bytes": 10737418240,
           *             "storage_connections": 0,
           *             "concurrent_uploads": 2
           *           },
           *           "storage_overage": "refused",
           *           "features": {
           *             "audit_log": false,
           *             "sso": false,
           *             "byos_needs_add_on": false
           *           }
           *         },
           *         {
           *           "id": "developer",
           *           "name": "Developer",
           *           "price_per_month": 19,
           *           "limits": {
           *             "repositories": 10,
           *             "members": 10,
           *             "tokens": 25,
           *             "object_bytes": 53687091200,
           *             "storage_bytes": 107374182400,
           *             "storage_connections": 1,
           *             "concurrent_uploads": 8
           *           },
           *           "storage_overage": "metered",
           *           "features": {
           *             "audit_log": false,
           *             "sso": false,
           *             "byos_needs_add_on": true
           *           }
           *         },
           *         {
           *           "id": "team",
           *           "name": "Team",
           *           "price_per_month": 99,
           *           "limits": {
           *             "repositories": 50,
           *             "members": 50,
           *             "tokens": 200,
           *             "object_bytes": 214748364800,
           *             "storage_bytes": 1099511627776,
           *             "storage_connections": 5,
           *             "concurrent_uploads": 32
           *           },
           *           "storage_overage": "metered",
           *           "features": {
           *             "audit_log": true,
           *             "sso": false,
           *             "byos_needs_add_on": false
           *           }
           *         },
           *         {
           *           "id": "business",
           *           "name": "Business",
           *           "limits": {
           *             "object_bytes": 1099511627776,
           *             "storage_bytes": 10995116277760,
           *             "concurrent_uploads": 64
           *           },
           *           "storage_overage": "metered",
           *           "features": {
           *             "audit_log": true,
           *             "sso": true,
           *             "byos_needs_add_on": false
           *           }
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['plans.list.200'];
        };
      };
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'users.me': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user": {
           *         "id": "00000000-0000-4000-8000-000000000001",
           *         "email": "owner@example.test",
           *         "name": "owner",
           *         "status": "ACTIVE",
           *         "created_at": "2026-01-01T00:00:00.000Z"
           *       },
           *       "organizations": [
           *         {
           *           "id": "00000000-0000-4000-8000-000000000003",
           *           "name": "Acme",
           *           "slug": "acme",
           *           "role": "OWNER"
           *         }
           *       ],
           *       "credential": {
           *         "kind": "session"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['users.me.200'];
        };
      };
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'users.rename': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "name": "Olivia Owner"
         *     }
         */
        readonly 'application/json': components['schemas']['users.rename.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user": {
           *         "id": "00000000-0000-4000-8000-000000000001",
           *         "email": "owner@example.test",
           *         "name": "Olivia Owner",
           *         "status": "ACTIVE",
           *         "created_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['users.rename.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'users.sharedRepositories': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "repositories": [
           *         {
           *           "id": "00000000-0000-4000-8000-000000000013",
           *           "organization_id": "00000000-0000-4000-8000-000000000003",
           *           "name": "Model weights",
           *           "slug": "weights",
           *           "description": "",
           *           "visibility": "INTERNAL",
           *           "storage_mode": "managed",
           *           "generation": 0,
           *           "created_at": "2026-01-01T00:00:00.000Z",
           *           "updated_at": "2026-01-01T00:00:00.000Z",
           *           "level": "WRITE",
           *           "shared_at": "2026-01-01T00:00:00.000Z",
           *           "organization": {
           *             "id": "00000000-0000-4000-8000-000000000003",
           *             "name": "Acme Models",
           *             "slug": "acme"
           *           }
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['users.sharedRepositories.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'sessions.list': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "sessions": [
           *         {
           *           "id": "00000000-0000-4000-8000-000000000002",
           *           "is_current": true,
           *           "created_at": "2026-01-01T00:00:00.000Z",
           *           "expires_at": "2027-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "00000000-0000-4000-8000-000000000005",
           *           "is_current": false,
           *           "created_at": "2026-01-01T00:00:00.000Z",
           *           "expires_at": "2026-01-01T12:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['sessions.list.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'sessions.endOthers': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'sessions.end': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly userSessionID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'auth.session': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['auth.session.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session": {
           *         "token": "svc_ses_o4NDvCaRxDmJUZ5m61FUgg4NKJqQe81SNfnr",
           *         "expires_at": "2026-01-01T12:00:00.000Z"
           *       },
           *       "user": {
           *         "id": "00000000-0000-4000-8000-000000000001",
           *         "email": "owner@example.test",
           *         "name": "Olivia Owner",
           *         "status": "ACTIVE",
           *         "created_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['auth.session.201'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'notifications.list': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
        readonly unread?: boolean;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "notifications": [
           *         {
           *           "id": "00000000-0000-4000-8000-000000000033",
           *           "organization_id": "00000000-0000-4000-8000-000000000003",
           *           "type": "webhook.disabled",
           *           "message": "The webhook to hooks.example.com was switched off: its last 10 deliveries failed. It hears nothing of what happens until it is switched on again.",
           *           "data": {
           *             "webhook_id": "00000000-0000-4000-8000-000000000024",
           *             "host": "hooks.example.com",
           *             "consecutive_failures": 10
           *           },
           *           "created_at": "2026-01-01T00:00:03.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['notifications.list.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'notifications.read': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly id: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['notifications.read.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "notification": {
           *         "id": "00000000-0000-4000-8000-000000000033",
           *         "organization_id": "00000000-0000-4000-8000-000000000003",
           *         "type": "webhook.disabled",
           *         "message": "The webhook to hooks.example.com was switched off: its last 10 deliveries failed. It hears nothing of what happens until it is switched on again.",
           *         "data": {
           *           "webhook_id": "00000000-0000-4000-8000-000000000024",
           *           "host": "hooks.example.com",
           *           "consecutive_failures": 10
           *         },
           *         "created_at": "2026-01-01T00:00:03.000Z",
           *         "read_at": "2026-01-01T00:00:12.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['notifications.read.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'search.find': {
    readonly parameters: {
      readonly query: {
        readonly q: string;
        readonly type?: 'organization' | 'repository' | 'artifact' | 'file';
        readonly limit?: number;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "query": "small",
           *       "organizations": [],
           *       "repositories": [],
           *       "artifacts": [
           *         {
           *           "oid": "7ec4c211ada7f2321b7873535ae2ba1f7290fa65c22a9ec95fb1c752e037d1d4",
           *           "name": "models/small.safetensors",
           *           "type": "model",
           *           "size": 24,
           *           "physical_size": 24,
           *           "uploaded_by": "00000000-0000-4000-8000-000000000001",
           *           "created_at": "2026-01-01T00:00:00.000Z",
           *           "repository_id": "00000000-0000-4000-8000-000000000004"
           *         }
           *       ],
           *       "files": []
           *     }
           */
          readonly 'application/json': components['schemas']['search.find.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'organizations.list': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "organizations": [
           *         {
           *           "id": "00000000-0000-4000-8000-000000000003",
           *           "name": "Acme",
           *           "slug": "acme",
           *           "plan_id": "business",
           *           "created_at": "2026-01-01T00:00:00.000Z",
           *           "role": "OWNER"
           *         },
           *         {
           *           "id": "00000000-0000-4000-8000-000000000006",
           *           "name": "Bees",
           *           "slug": "bees",
           *           "plan_id": "business",
           *           "created_at": "2026-01-01T00:00:00.000Z",
           *           "role": "OWNER"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['organizations.list.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'organizations.create': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "name": "Bees",
         *       "slug": "bees"
         *     }
         */
        readonly 'application/json': components['schemas']['organizations.create.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "organization": {
           *         "id": "00000000-0000-4000-8000-000000000006",
           *         "name": "Bees",
           *         "slug": "bees",
           *         "plan_id": "business",
           *         "created_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['organizations.create.201'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      /** @description A limit of the plan, or of the service, is reached. */
      readonly 402: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'quota_exceeded';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'max_owned_organizations';
                /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
                readonly limit: number;
                readonly current: number;
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 403: components['responses']['Forbidden'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "error": {
           *         "code": "conflict",
           *         "message": "This slug is taken.",
           *         "request_id": "example",
           *         "details": {
           *           "reason": "duplicate_slug"
           *         }
           *       }
           *     }
           */
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'duplicate_slug';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'organizations.get': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "organization": {
           *         "id": "00000000-0000-4000-8000-000000000003",
           *         "name": "Acme",
           *         "slug": "acme",
           *         "plan_id": "business",
           *         "created_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['organizations.get.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'organizations.delete': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'subscription_exists';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'organizations.update': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "name": "Acme Models"
         *     }
         */
        readonly 'application/json': components['schemas']['organizations.update.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "organization": {
           *         "id": "00000000-0000-4000-8000-000000000003",
           *         "name": "Acme Models",
           *         "slug": "acme",
           *         "plan_id": "business",
           *         "created_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['organizations.update.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'duplicate_slug';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'members.list': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "members": [
           *         {
           *           "user_id": "00000000-0000-4000-8000-000000000001",
           *           "name": "Olivia Owner",
           *           "email": "owner@example.test",
           *           "role": "OWNER",
           *           "joined_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "user_id": "00000000-0000-4000-8000-000000000008",
           *           "name": "ada",
           *           "email": "ada@example.test",
           *           "role": "DEVELOPER",
           *           "joined_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "user_id": "00000000-0000-4000-8000-00000000000a",
           *           "name": "bob",
           *           "email": "bob@example.test",
           *           "role": "VIEWER",
           *           "joined_at": "2026-01-01T00:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['members.list.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'members.remove': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
        readonly userID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "error": {
           *         "code": "conflict",
           *         "message": "An organization needs at least one OWNER whose account is active.",
           *         "request_id": "example",
           *         "details": {
           *           "reason": "last_owner"
           *         }
           *       }
           *     }
           */
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'last_owner';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'members.changeRole': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
        readonly userID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "role": "ADMIN"
         *     }
         */
        readonly 'application/json': components['schemas']['members.changeRole.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "member": {
           *         "user_id": "00000000-0000-4000-8000-000000000008",
           *         "name": "ada",
           *         "email": "ada@example.test",
           *         "role": "ADMIN",
           *         "joined_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['members.changeRole.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      /** @description A limit of the plan, or of the service, is reached. */
      readonly 402: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'quota_exceeded';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'max_owned_organizations';
                /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
                readonly limit: number;
                readonly current: number;
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'last_owner';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'members.leave': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['members.leave.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'last_owner';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'invitations.list': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "invitations": [
           *         {
           *           "id": "00000000-0000-4000-8000-00000000000e",
           *           "kind": "organization",
           *           "email": "eve@example.test",
           *           "role": "VIEWER",
           *           "status": "PENDING",
           *           "organization": {
           *             "id": "00000000-0000-4000-8000-000000000003",
           *             "name": "Acme Models",
           *             "slug": "acme"
           *           },
           *           "invited_by": {
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner"
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z",
           *           "expires_at": "2026-01-08T00:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['invitations.list.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'invitations.create': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "email": "eve@example.test",
         *       "role": "VIEWER"
         *     }
         */
        readonly 'application/json': components['schemas']['invitations.create.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "invitation": {
           *         "id": "00000000-0000-4000-8000-00000000000e",
           *         "kind": "organization",
           *         "email": "eve@example.test",
           *         "role": "VIEWER",
           *         "status": "PENDING",
           *         "organization": {
           *           "id": "00000000-0000-4000-8000-000000000003",
           *           "name": "Acme Models",
           *           "slug": "acme"
           *         },
           *         "invited_by": {
           *           "id": "00000000-0000-4000-8000-000000000001",
           *           "name": "Olivia Owner"
           *         },
           *         "created_at": "2026-01-01T00:00:00.000Z",
           *         "expires_at": "2026-01-08T00:00:00.000Z"
           *       },
           *       "email_sent": false,
           *       "url": "https://svc.example.com/invitations/accept#token=svc_inv_x8KtTCGQZHlMed8ClecC2ntmQy5A544GCK2R"
           *     }
           */
          readonly 'application/json': components['schemas']['invitations.create.201'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      /** @description A limit of the plan, or of the service, is reached. */
      readonly 402: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'quota_exceeded';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'max_members';
                /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
                readonly limit: number;
                readonly current: number;
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'already_member' | 'already_invited';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      /** @description There are too many requests, or too much of something goes on at once. */
      readonly 429: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly 'Retry-After': components['headers']['RetryAfter'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'rate_limited';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'invitation_mails' | 'request_rate';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'invitations.renew': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
        readonly invID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['invitations.renew.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "invitation": {
           *         "id": "00000000-0000-4000-8000-00000000000e",
           *         "kind": "organization",
           *         "email": "eve@example.test",
           *         "role": "VIEWER",
           *         "status": "PENDING",
           *         "organization": {
           *           "id": "00000000-0000-4000-8000-000000000003",
           *           "name": "Acme Models",
           *           "slug": "acme"
           *         },
           *         "invited_by": {
           *           "id": "00000000-0000-4000-8000-000000000001",
           *           "name": "Olivia Owner"
           *         },
           *         "created_at": "2026-01-01T00:00:00.000Z",
           *         "expires_at": "2026-01-08T00:00:00.000Z"
           *       },
           *       "url": "https://svc.example.com/invitations/accept#token=svc_inv_DnCZjIxEZuXcxvNElV3JAsyiRP4W8y3glZtU"
           *     }
           */
          readonly 'application/json': components['schemas']['invitations.renew.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'invitations.revoke': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
        readonly invID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'repositoryInvitations.list': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "invitations": [
           *         {
           *           "id": "00000000-0000-4000-8000-000000000016",
           *           "kind": "repository",
           *           "email": "guest@example.test",
           *           "level": "READ",
           *           "status": "PENDING",
           *           "organization": {
           *             "id": "00000000-0000-4000-8000-000000000003",
           *             "name": "Acme Models",
           *             "slug": "acme"
           *           },
           *           "repository": {
           *             "id": "00000000-0000-4000-8000-000000000013",
           *             "name": "Model weights",
           *             "slug": "weights"
           *           },
           *           "invited_by": {
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner"
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z",
           *           "expires_at": "2026-01-08T00:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['repositoryInvitations.list.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'repositoryInvitations.create': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "email": "guest@example.test",
         *       "level": "READ"
         *     }
         */
        readonly 'application/json': components['schemas']['repositoryInvitations.create.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "invitation": {
           *         "id": "00000000-0000-4000-8000-000000000016",
           *         "kind": "repository",
           *         "email": "guest@example.test",
           *         "level": "READ",
           *         "status": "PENDING",
           *         "organization": {
           *           "id": "00000000-0000-4000-8000-000000000003",
           *           "name": "Acme Models",
           *           "slug": "acme"
           *         },
           *         "repository": {
           *           "id": "00000000-0000-4000-8000-000000000013",
           *           "name": "Model weights",
           *           "slug": "weights"
           *         },
           *         "invited_by": {
           *           "id": "00000000-0000-4000-8000-000000000001",
           *           "name": "Olivia Owner"
           *         },
           *         "created_at": "2026-01-01T00:00:00.000Z",
           *         "expires_at": "2026-01-08T00:00:00.000Z"
           *       },
           *       "email_sent": false,
           *       "url": "https://svc.example.com/invitations/accept#token=svc_inv_l1WnmNdYBuNrXilpbD8ZIVxsmT5yxp3K7cpe"
           *     }
           */
          readonly 'application/json': components['schemas']['repositoryInvitations.create.201'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'already_member' | 'already_invited';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      /** @description There are too many requests, or too much of something goes on at once. */
      readonly 429: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly 'Retry-After': components['headers']['RetryAfter'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'rate_limited';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'invitation_mails' | 'request_rate';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'repositoryInvitations.revoke': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly invID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'invitations.mine': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "invitations": [
           *         {
           *           "id": "00000000-0000-4000-8000-00000000000e",
           *           "kind": "organization",
           *           "email": "eve@example.test",
           *           "role": "VIEWER",
           *           "status": "PENDING",
           *           "organization": {
           *             "id": "00000000-0000-4000-8000-000000000003",
           *             "name": "Acme Models",
           *             "slug": "acme"
           *           },
           *           "invited_by": {
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner"
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z",
           *           "expires_at": "2026-01-08T00:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['invitations.mine.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'invitations.acceptByLink': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "token": "svc_inv_DnCZjIxEZuXcxvNElV3JAsyiRP4W8y3glZtU"
         *     }
         */
        readonly 'application/json': components['schemas']['invitations.acceptByLink.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "invitation": {
           *         "id": "00000000-0000-4000-8000-00000000000e",
           *         "kind": "organization",
           *         "email": "eve@example.test",
           *         "role": "VIEWER",
           *         "status": "ACCEPTED",
           *         "organization": {
           *           "id": "00000000-0000-4000-8000-000000000003",
           *           "name": "Acme Models",
           *           "slug": "acme"
           *         },
           *         "invited_by": {
           *           "id": "00000000-0000-4000-8000-000000000001",
           *           "name": "Olivia Owner"
           *         },
           *         "created_at": "2026-01-01T00:00:00.000Z",
           *         "expires_at": "2026-01-08T00:00:00.000Z",
           *         "accepted_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['invitations.acceptByLink.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      /** @description A limit of the plan, or of the service, is reached. */
      readonly 402: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'quota_exceeded';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'max_members' | 'max_owned_organizations';
                /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
                readonly limit: number;
                readonly current: number;
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'already_member';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'invitations.acceptById': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly invID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['invitations.acceptById.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "invitation": {
           *         "id": "00000000-0000-4000-8000-00000000000f",
           *         "kind": "organization",
           *         "email": "bob@example.test",
           *         "role": "VIEWER",
           *         "status": "ACCEPTED",
           *         "organization": {
           *           "id": "00000000-0000-4000-8000-000000000003",
           *           "name": "Acme Models",
           *           "slug": "acme"
           *         },
           *         "invited_by": {
           *           "id": "00000000-0000-4000-8000-000000000001",
           *           "name": "Olivia Owner"
           *         },
           *         "created_at": "2026-01-01T00:00:00.000Z",
           *         "expires_at": "2026-01-08T00:00:00.000Z",
           *         "accepted_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['invitations.acceptById.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      /** @description A limit of the plan, or of the service, is reached. */
      readonly 402: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'quota_exceeded';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'max_members' | 'max_owned_organizations';
                /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
                readonly limit: number;
                readonly current: number;
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'already_member';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'usage.get': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "usage": {
           *         "plan": "business",
           *         "period": {
           *           "start": "2026-01-01T00:00:00.000Z",
           *           "end": "2026-02-01T00:00:00.000Z"
           *         },
           *         "limit_bytes": 10995116277760,
           *         "limit_is_hard": false,
           *         "overage_bytes": 0,
           *         "dedup_ratio": 0,
           *         "managed": {
           *           "storage_bytes": 2703,
           *           "logical_bytes": 1993,
           *           "dedup_ratio": 0,
           *           "object_count": 4,
           *           "repository_count": 3,
           *           "uploaded_bytes": 193,
           *           "egress_bytes": 0,
           *           "download_count": 0,
           *           "reserved_bytes": 0,
           *           "reclaimable_bytes": 0
           *         },
           *         "byos": {
           *           "storage_bytes": 0,
           *           "logical_bytes": 0,
           *           "dedup_ratio": 0,
           *           "object_count": 0,
           *           "repository_count": 0,
           *           "uploaded_bytes": 0,
           *           "egress_bytes": 0,
           *           "download_count": 0,
           *           "reclaimable_bytes": 0
           *         }
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['usage.get.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'usage.series': {
    readonly parameters: {
      readonly query?: {
        readonly days?: number;
      };
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "series": [
           *         {
           *           "date": "2025-12-31",
           *           "managed": {
           *             "storage_bytes": 0,
           *             "added_bytes": 0,
           *             "removed_bytes": 0,
           *             "uploaded_bytes": 0,
           *             "egress_bytes": 0
           *           },
           *           "byos": {
           *             "storage_bytes": 0,
           *             "added_bytes": 0,
           *             "removed_bytes": 0,
           *             "uploaded_bytes": 0,
           *             "egress_bytes": 0
           *           }
           *         },
           *         {
           *           "date": "2026-01-01",
           *           "managed": {
           *             "storage_bytes": 2703,
           *             "added_bytes": 2855,
           *             "removed_bytes": 152,
           *             "uploaded_bytes": 193,
           *             "egress_bytes": 0
           *           },
           *           "byos": {
           *             "storage_bytes": 0,
           *             "added_bytes": 0,
           *             "removed_bytes": 0,
           *             "uploaded_bytes": 0,
           *             "egress_bytes": 0
           *           }
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['usage.series.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'usage.dashboard': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "dashboard": {
           *         "usage": {
           *           "plan": "business",
           *           "period": {
           *             "start": "2026-01-01T00:00:00.000Z",
           *             "end": "2026-02-01T00:00:00.000Z"
           *           },
           *           "limit_bytes": 10995116277760,
           *           "limit_is_hard": false,
           *           "overage_bytes": 0,
           *           "dedup_ratio": 0,
           *           "managed": {
           *             "storage_bytes": 2703,
           *             "logical_bytes": 1993,
           *             "dedup_ratio": 0,
           *             "object_count": 4,
           *             "repository_count": 3,
           *             "uploaded_bytes": 193,
           *             "egress_bytes": 0,
           *             "download_count": 0,
           *             "reserved_bytes": 0,
           *             "reclaimable_bytes": 0
           *           },
           *           "byos": {
           *             "storage_bytes": 0,
           *             "logical_bytes": 0,
           *             "dedup_ratio": 0,
           *             "object_count": 0,
           *             "repository_count": 0,
           *             "uploaded_bytes": 0,
           *             "egress_bytes": 0,
           *             "download_count": 0,
           *             "reclaimable_bytes": 0
           *           }
           *         },
           *         "counts": {
           *           "repositories": 3,
           *           "objects": 4,
           *           "members": 5,
           *           "tokens": 1,
           *           "storage_connections": 1,
           *           "webhooks": 1
           *         },
           *         "limits": [
           *           {
           *             "reason": "storage_quota",
           *             "limit": 10995116277760,
           *             "current": 2703
           *           },
           *           {
           *             "reason": "max_repositories",
           *             "current": 3
           *           },
           *           {
           *             "reason": "max_members",
           *             "current": 5
           *           },
           *           {
           *             "reason": "max_tokens",
           *             "current": 1
           *           },
           *           {
           *             "reason": "max_storage_connections",
           *             "current": 1
           *           }
           *         ],
           *         "recent_activity": [
           *           {
           *             "id": "15",
           *             "type": "repository.created",
           *             "actor": {
           *               "id": "00000000-0000-4000-8000-000000000001",
           *               "name": "Olivia Owner"
           *             },
           *             "repository": {
           *               "id": "00000000-0000-4000-8000-000000000025",
           *               "slug": "datasets"
           *             },
           *             "data": {
           *               "visibility": "PRIVATE",
           *               "storage_mode": "managed"
           *             },
           *             "created_at": "2026-01-01T00:00:00.000Z"
           *           },
           *           {
           *             "id": "14",
           *             "type": "repository.push",
           *             "actor": {
           *               "id": "00000000-0000-4000-8000-000000000001",
           *               "name": "Olivia Owner"
           *             },
           *             "repository": {
           *               "id": "00000000-0000-4000-8000-000000000004",
           *               "slug": "models"
           *             },
           *             "data": {
           *               "objects": 2,
           *               "bytes": 1927,
           *               "generation": 5
           *             },
           *             "created_at": "2026-01-01T00:00:00.000Z"
           *           },
           *           {
           *             "id": "13",
           *             "type": "repository.push",
           *             "actor": {
           *               "id": "00000000-0000-4000-8000-000000000001",
           *               "name": "Olivia Owner"
           *             },
           *             "repository": {
           *               "id": "00000000-0000-4000-8000-000000000004",
           *               "slug": "models"
           *             },
           *             "data": {
           *               "objects": 2,
           *               "bytes": 176,
           *               "generation": 1
           *             },
           *             "created_at": "2026-01-01T00:00:00.000Z"
           *           },
           *           {
           *             "id": "12",
           *             "type": "member.joined",
           *             "data": {
           *               "user_id": "00000000-0000-4000-8000-000000000017",
           *               "name": "carl",
           *               "role": "VIEWER"
           *             },
           *             "created_at": "2026-01-01T00:00:00.000Z"
           *           },
           *           {
           *             "id": "11",
           *             "type": "repository.updated",
           *             "actor": {
           *               "id": "00000000-0000-4000-8000-000000000001",
           *               "name": "Olivia Owner"
           *             },
           *             "repository": {
           *               "id": "00000000-0000-4000-8000-000000000013",
           *               "slug": "weights"
           *             },
           *             "data": {
           *               "name": "Model weights"
           *             },
           *             "created_at": "2026-01-01T00:00:00.000Z"
           *           },
           *           {
           *             "id": "10",
           *             "type": "repository.created",
           *             "actor": {
           *               "id": "00000000-0000-4000-8000-000000000001",
           *               "name": "Olivia Owner"
           *             },
           *             "repository": {
           *               "id": "00000000-0000-4000-8000-000000000013",
           *               "slug": "weights"
           *             },
           *             "data": {
           *               "visibility": "INTERNAL",
           *               "storage_mode": "managed"
           *             },
           *             "created_at": "2026-01-01T00:00:00.000Z"
           *           },
           *           {
           *             "id": "9",
           *             "type": "token.created",
           *             "actor": {
           *               "id": "00000000-0000-4000-8000-000000000001",
           *               "name": "Olivia Owner"
           *             },
           *             "data": {
           *               "token_id": "00000000-0000-4000-8000-000000000010",
           *               "name": "CI",
           *               "kind": "CI"
           *             },
           *             "created_at": "2026-01-01T00:00:00.000Z"
           *           },
           *           {
           *             "id": "8",
           *             "type": "member.joined",
           *             "actor": {
           *               "id": "00000000-0000-4000-8000-00000000000a",
           *               "name": "bob"
           *             },
           *             "data": {
           *               "user_id": "00000000-0000-4000-8000-00000000000a",
           *               "name": "bob",
           *               "role": "VIEWER"
           *             },
           *             "created_at": "2026-01-01T00:00:00.000Z"
           *           },
           *           {
           *             "id": "7",
           *             "type": "member.joined",
           *             "actor": {
           *               "id": "00000000-0000-4000-8000-00000000000c",
           *               "name": "eve"
           *             },
           *             "data": {
           *               "user_id": "00000000-0000-4000-8000-00000000000c",
           *               "name": "eve",
           *               "role": "VIEWER"
           *             },
           *             "created_at": "2026-01-01T00:00:00.000Z"
           *           },
           *           {
           *             "id": "6",
           *             "type": "member.left",
           *             "actor": {
           *               "id": "00000000-0000-4000-8000-00000000000a",
           *               "name": "bob"
           *             },
           *             "data": {
           *               "user_id": "00000000-0000-4000-8000-00000000000a",
           *               "name": "bob"
           *             },
           *             "created_at": "2026-01-01T00:00:00.000Z"
           *           }
           *         ]
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['usage.dashboard.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'recommendations.list': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "recommendations": []
           *     }
           */
          readonly 'application/json': components['schemas']['recommendations.list.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'recommendations.listOfRepository': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "recommendations": []
           *     }
           */
          readonly 'application/json': components['schemas']['recommendations.listOfRepository.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'recommendations.dismiss': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly recID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['recommendations.dismiss.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'tokens.list': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "tokens": [
           *         {
           *           "id": "00000000-0000-4000-8000-000000000010",
           *           "user_id": "00000000-0000-4000-8000-000000000001",
           *           "name": "CI",
           *           "kind": "CI",
           *           "prefix": "svc_ci",
           *           "scopes": [
           *             "repo:read"
           *           ],
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['tokens.list.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'tokens.create': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "name": "CI",
         *       "kind": "CI",
         *       "scopes": [
         *         "repo:read"
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['tokens.create.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "token": {
           *         "id": "00000000-0000-4000-8000-000000000010",
           *         "user_id": "00000000-0000-4000-8000-000000000001",
           *         "name": "CI",
           *         "kind": "CI",
           *         "prefix": "svc_ci",
           *         "scopes": [
           *           "repo:read"
           *         ],
           *         "created_at": "2026-01-01T00:00:00.000Z"
           *       },
           *       "secret": "svc_ci_0rbilPsr1bQh8NNRrzRvAm159EhBsN0kYWVZ"
           *     }
           */
          readonly 'application/json': components['schemas']['tokens.create.201'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      /** @description A limit of the plan, or of the service, is reached. */
      readonly 402: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'quota_exceeded';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'max_tokens';
                /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
                readonly limit: number;
                readonly current: number;
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'tokens.revoke': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
        readonly tokenID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'audit.list': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "events": [
           *         {
           *           "id": "12",
           *           "action": "token.create",
           *           "actor": {
           *             "type": "user",
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner",
           *             "email": "owner@example.test"
           *           },
           *           "target": "00000000-0000-4000-8000-000000000010",
           *           "details": {
           *             "name": {
           *               "new": "CI"
           *             },
           *             "kind": {
           *               "new": "CI"
           *             },
           *             "scopes": {
           *               "new": [
           *                 "repo:read"
           *               ]
           *             },
           *             "user_id": {
           *               "new": "00000000-0000-4000-8000-000000000001"
           *             }
           *           },
           *           "ip_address": "127.0.0.1",
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "11",
           *           "action": "organization.invitation.accept",
           *           "actor": {
           *             "type": "user",
           *             "id": "00000000-0000-4000-8000-00000000000a",
           *             "name": "bob",
           *             "email": "bob@example.test"
           *           },
           *           "target": "00000000-0000-4000-8000-00000000000f",
           *           "details": {
           *             "email": "bob@example.test",
           *             "role": "VIEWER"
           *           },
           *           "ip_address": "127.0.0.1",
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "10",
           *           "action": "organization.invitation.create",
           *           "actor": {
           *             "type": "user",
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner",
           *             "email": "owner@example.test"
           *           },
           *           "target": "00000000-0000-4000-8000-00000000000f",
           *           "details": {
           *             "email": "bob@example.test",
           *             "role": {
           *               "new": "VIEWER"
           *             }
           *           },
           *           "ip_address": "127.0.0.1",
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "9",
           *           "action": "organization.invitation.accept",
           *           "actor": {
           *             "type": "user",
           *             "id": "00000000-0000-4000-8000-00000000000c",
           *             "name": "eve",
           *             "email": "eve@example.test"
           *           },
           *           "target": "00000000-0000-4000-8000-00000000000e",
           *           "details": {
           *             "email": "eve@example.test",
           *             "role": "VIEWER"
           *           },
           *           "ip_address": "127.0.0.1",
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "8",
           *           "action": "organization.invitation.renew",
           *           "actor": {
           *             "type": "user",
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner",
           *             "email": "owner@example.test"
           *           },
           *           "target": "00000000-0000-4000-8000-00000000000e",
           *           "details": {
           *             "email": "eve@example.test",
           *             "role": "VIEWER"
           *           },
           *           "ip_address": "127.0.0.1",
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "7",
           *           "action": "organization.invitation.create",
           *           "actor": {
           *             "type": "user",
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner",
           *             "email": "owner@example.test"
           *           },
           *           "target": "00000000-0000-4000-8000-00000000000e",
           *           "details": {
           *             "email": "eve@example.test",
           *             "role": {
           *               "new": "VIEWER"
           *             }
           *           },
           *           "ip_address": "127.0.0.1",
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "6",
           *           "action": "organization.member.leave",
           *           "actor": {
           *             "type": "user",
           *             "id": "00000000-0000-4000-8000-00000000000a",
           *             "name": "bob",
           *             "email": "bob@example.test"
           *           },
           *           "target": "00000000-0000-4000-8000-00000000000a",
           *           "details": {
           *             "name": "bob",
           *             "email": "bob@example.test",
           *             "role": {
           *               "old": "VIEWER"
           *             }
           *           },
           *           "ip_address": "127.0.0.1",
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "5",
           *           "action": "organization.member.set",
           *           "actor": {
           *             "type": "user",
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner",
           *             "email": "owner@example.test"
           *           },
           *           "target": "00000000-0000-4000-8000-000000000008",
           *           "details": {
           *             "name": "ada",
           *             "email": "ada@example.test",
           *             "role": {
           *               "old": "DEVELOPER",
           *               "new": "ADMIN"
           *             }
           *           },
           *           "ip_address": "127.0.0.1",
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "4",
           *           "action": "organization.member.set",
           *           "actor": {
           *             "type": "operator"
           *           },
           *           "target": "00000000-0000-4000-8000-00000000000a",
           *           "details": {
           *             "name": "bob",
           *             "email": "bob@example.test",
           *             "role": {
           *               "new": "VIEWER"
           *             }
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "3",
           *           "action": "organization.member.set",
           *           "actor": {
           *             "type": "operator"
           *           },
           *           "target": "00000000-0000-4000-8000-000000000008",
           *           "details": {
           *             "name": "ada",
           *             "email": "ada@example.test",
           *             "role": {
           *               "new": "DEVELOPER"
           *             }
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "2",
           *           "action": "organization.update",
           *           "actor": {
           *             "type": "user",
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner",
           *             "email": "owner@example.test"
           *           },
           *           "target": "00000000-0000-4000-8000-000000000003",
           *           "details": {
           *             "name": {
           *               "old": "Acme",
           *               "new": "Acme Models"
           *             }
           *           },
           *           "ip_address": "127.0.0.1",
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "1",
           *           "action": "repository.create",
           *           "actor": {
           *             "type": "user",
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner",
           *             "email": "owner@example.test"
           *           },
           *           "target": "00000000-0000-4000-8000-000000000004",
           *           "details": {
           *             "name": {
           *               "new": "Models"
           *             },
           *             "slug": {
           *               "new": "models"
           *             },
           *             "visibility": {
           *               "new": "PRIVATE"
           *             },
           *             "storage_mode": {
           *               "new": "managed"
           *             }
           *           },
           *           "ip_address": "127.0.0.1",
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "0",
           *           "action": "organization.create",
           *           "actor": {
           *             "type": "user",
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner",
           *             "email": "owner@example.test"
           *           },
           *           "target": "00000000-0000-4000-8000-000000000003",
           *           "details": {
           *             "name": {
           *               "new": "Acme"
           *             },
           *             "slug": {
           *               "new": "acme"
           *             }
           *           },
           *           "ip_address": "127.0.0.1",
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['audit.list.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      /** @description The caller is known and may not do this: the role, the level in the repository, the scopes of the token, the account or the signature does not allow it. */
      readonly 403: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'forbidden';
              readonly details?: {
                /** @enum {string} */
                readonly reason: 'plan_without_audit_log';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'webhooks.list': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "webhooks": [
           *         {
           *           "id": "00000000-0000-4000-8000-000000000024",
           *           "organization_id": "00000000-0000-4000-8000-000000000003",
           *           "url": "https://hooks.example.com/svc",
           *           "events": [
           *             "repository.created"
           *           ],
           *           "active": true,
           *           "consecutive_failures": 0,
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['webhooks.list.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'webhooks.create': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "url": "https://hooks.example.com/svc",
         *       "events": [
         *         "repository.created"
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['webhooks.create.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "webhook": {
           *         "id": "00000000-0000-4000-8000-000000000024",
           *         "organization_id": "00000000-0000-4000-8000-000000000003",
           *         "url": "https://hooks.example.com/svc",
           *         "events": [
           *           "repository.created"
           *         ],
           *         "active": true,
           *         "consecutive_failures": 0,
           *         "created_at": "2026-01-01T00:00:00.000Z",
           *         "secret": "whsec_3QK5eN+bufV0sbT7r65aIgz9TfpvTffuwXkg8iiPjLw="
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['webhooks.create.201'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'webhook_limit';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'webhooks.delete': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
        readonly webhookID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'webhooks.update': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
        readonly webhookID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "active": true
         *     }
         */
        readonly 'application/json': components['schemas']['webhooks.update.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "webhook": {
           *         "id": "00000000-0000-4000-8000-000000000024",
           *         "organization_id": "00000000-0000-4000-8000-000000000003",
           *         "url": "https://hooks.example.com/svc",
           *         "events": [
           *           "repository.created"
           *         ],
           *         "active": true,
           *         "consecutive_failures": 0,
           *         "last_error": "timeout",
           *         "last_delivery_at": "2026-01-01T00:00:03.000Z",
           *         "created_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['webhooks.update.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'webhooks.deliveries': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
        readonly webhookID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "deliveries": [
           *         {
           *           "id": "00000000-0000-4000-8000-000000000026",
           *           "webhook_id": "00000000-0000-4000-8000-000000000024",
           *           "event_type": "repository.created",
           *           "attempts": 0,
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['webhooks.deliveries.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'webhooks.redeliver': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
        readonly webhookID: string;
        readonly deliveryID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['webhooks.redeliver.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 202: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "delivery": {
           *         "id": "00000000-0000-4000-8000-000000000027",
           *         "webhook_id": "00000000-0000-4000-8000-000000000024",
           *         "event_type": "repository.created",
           *         "attempts": 0,
           *         "created_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['webhooks.redeliver.202'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'webhook_inactive';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'storage-connections.list': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "connections": [
           *         {
           *           "id": "00000000-0000-4000-8000-000000000011",
           *           "organization_id": "00000000-0000-4000-8000-000000000003",
           *           "name": "Our own bucket",
           *           "provider": "minio",
           *           "scope": "organization",
           *           "endpoint": "https://s3.example.com",
           *           "region": "us-east-1",
           *           "bucket": "acme-models",
           *           "path_style": true,
           *           "tls_verify": true,
           *           "auth_method": "access_keys",
           *           "access_key_id": "EXAMPLEKEYID",
           *           "health": {
           *             "status": "healthy",
           *             "checked_at": "2026-01-01T00:00:00.000Z",
           *             "checks": [
           *               {
           *                 "check": "address",
           *                 "outcome": "passed"
           *               },
           *               {
           *                 "check": "credentials",
           *                 "outcome": "passed"
           *               },
           *               {
           *                 "check": "write",
           *                 "outcome": "passed"
           *               },
           *               {
           *                 "check": "read",
           *                 "outcome": "passed"
           *               },
           *               {
           *                 "check": "signed_urls",
           *                 "outcome": "passed"
           *               },
           *               {
           *                 "check": "capabilities",
           *                 "outcome": "passed"
           *               },
           *               {
           *                 "check": "delete",
           *                 "outcome": "passed"
           *               }
           *             ],
           *             "capabilities": {
           *               "checksum_enforced": false,
           *               "create_once": false,
           *               "copy_computes_sha256": false
           *             }
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z",
           *           "updated_at": "2026-01-01T00:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['storage-connections.list.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'storage-connections.create': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "name": "Our own bucket",
         *       "provider": "minio",
         *       "endpoint": "https://s3.example.com",
         *       "bucket": "acme-models",
         *       "auth_method": "access_keys",
         *       "access_key_id": "EXAMPLEKEYID",
         *       "secret_access_key": "example-secret-access-key"
         *     }
         */
        readonly 'application/json': components['schemas']['storage-connections.create.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "connection": {
           *         "id": "00000000-0000-4000-8000-000000000011",
           *         "organization_id": "00000000-0000-4000-8000-000000000003",
           *         "name": "Our own bucket",
           *         "provider": "minio",
           *         "scope": "organization",
           *         "endpoint": "https://s3.example.com",
           *         "region": "us-east-1",
           *         "bucket": "acme-models",
           *         "path_style": true,
           *         "tls_verify": true,
           *         "auth_method": "access_keys",
           *         "access_key_id": "EXAMPLEKEYID",
           *         "health": {
           *           "status": "healthy",
           *           "checked_at": "2026-01-01T00:00:00.000Z",
           *           "checks": [
           *             {
           *               "check": "address",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "credentials",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "write",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "read",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "signed_urls",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "capabilities",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "delete",
           *               "outcome": "passed"
           *             }
           *           ],
           *           "capabilities": {
           *             "checksum_enforced": false,
           *             "create_once": false,
           *             "copy_computes_sha256": false
           *           }
           *         },
           *         "created_at": "2026-01-01T00:00:00.000Z",
           *         "updated_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['storage-connections.create.201'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      /** @description A limit of the plan, or of the service, is reached. */
      readonly 402: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'quota_exceeded';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'max_storage_connections';
                /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
                readonly limit: number;
                readonly current: number;
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 413: components['responses']['PayloadTooLarge'];
      /** @description There are too many requests, or too much of something goes on at once. */
      readonly 429: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly 'Retry-After': components['headers']['RetryAfter'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'rate_limited';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'concurrent_checks' | 'request_rate';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'storage-connections.get': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
        readonly connID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "connection": {
           *         "id": "00000000-0000-4000-8000-000000000011",
           *         "organization_id": "00000000-0000-4000-8000-000000000003",
           *         "name": "Our own bucket",
           *         "provider": "minio",
           *         "scope": "organization",
           *         "endpoint": "https://s3.example.com",
           *         "region": "us-east-1",
           *         "bucket": "acme-models",
           *         "path_style": true,
           *         "tls_verify": true,
           *         "auth_method": "access_keys",
           *         "access_key_id": "EXAMPLEKEYID",
           *         "health": {
           *           "status": "healthy",
           *           "checked_at": "2026-01-01T00:00:00.000Z",
           *           "checks": [
           *             {
           *               "check": "address",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "credentials",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "write",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "read",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "signed_urls",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "capabilities",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "delete",
           *               "outcome": "passed"
           *             }
           *           ],
           *           "capabilities": {
           *             "checksum_enforced": false,
           *             "create_once": false,
           *             "copy_computes_sha256": false
           *           }
           *         },
           *         "created_at": "2026-01-01T00:00:00.000Z",
           *         "updated_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['storage-connections.get.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'storage-connections.delete': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
        readonly connID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'in_use';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'storage-connections.update': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
        readonly connID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "name": "The bucket in Frankfurt"
         *     }
         */
        readonly 'application/json': components['schemas']['storage-connections.update.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "connection": {
           *         "id": "00000000-0000-4000-8000-000000000011",
           *         "organization_id": "00000000-0000-4000-8000-000000000003",
           *         "name": "The bucket in Frankfurt",
           *         "provider": "minio",
           *         "scope": "organization",
           *         "endpoint": "https://s3.example.com",
           *         "region": "us-east-1",
           *         "bucket": "acme-models",
           *         "path_style": true,
           *         "tls_verify": true,
           *         "auth_method": "access_keys",
           *         "access_key_id": "EXAMPLEKEYID",
           *         "health": {
           *           "status": "healthy",
           *           "checked_at": "2026-01-01T00:00:00.000Z",
           *           "checks": [
           *             {
           *               "check": "address",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "credentials",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "write",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "read",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "signed_urls",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "capabilities",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "delete",
           *               "outcome": "passed"
           *             }
           *           ],
           *           "capabilities": {
           *             "checksum_enforced": false,
           *             "create_once": false,
           *             "copy_computes_sha256": false
           *           }
           *         },
           *         "created_at": "2026-01-01T00:00:00.000Z",
           *         "updated_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['storage-connections.update.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'in_use' | 'changed_meanwhile';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      /** @description There are too many requests, or too much of something goes on at once. */
      readonly 429: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly 'Retry-After': components['headers']['RetryAfter'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'rate_limited';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'concurrent_checks' | 'request_rate';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'storage-connections.test': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
        readonly connID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['storage-connections.test.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "connection": {
           *         "id": "00000000-0000-4000-8000-000000000011",
           *         "organization_id": "00000000-0000-4000-8000-000000000003",
           *         "name": "The bucket in Frankfurt",
           *         "provider": "minio",
           *         "scope": "organization",
           *         "endpoint": "https://s3.example.com",
           *         "region": "us-east-1",
           *         "bucket": "acme-models",
           *         "path_style": true,
           *         "tls_verify": true,
           *         "auth_method": "access_keys",
           *         "access_key_id": "EXAMPLEKEYID",
           *         "health": {
           *           "status": "healthy",
           *           "checked_at": "2026-01-01T00:00:00.000Z",
           *           "checks": [
           *             {
           *               "check": "address",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "credentials",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "write",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "read",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "signed_urls",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "capabilities",
           *               "outcome": "passed"
           *             },
           *             {
           *               "check": "delete",
           *               "outcome": "passed"
           *             }
           *           ],
           *           "capabilities": {
           *             "checksum_enforced": false,
           *             "create_once": false,
           *             "copy_computes_sha256": false
           *           }
           *         },
           *         "created_at": "2026-01-01T00:00:00.000Z",
           *         "updated_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['storage-connections.test.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'changed_meanwhile';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      /** @description There are too many requests, or too much of something goes on at once. */
      readonly 429: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly 'Retry-After': components['headers']['RetryAfter'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'rate_limited';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'concurrent_checks' | 'request_rate';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'storage-groups.list': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "storage_groups": [
           *         {
           *           "id": "00000000-0000-4000-8000-000000000012",
           *           "organization_id": "00000000-0000-4000-8000-000000000003",
           *           "name": "Archive",
           *           "description": "",
           *           "repository_count": 0,
           *           "physical_bytes": 0,
           *           "created_at": "2026-01-01T00:00:00.000Z",
           *           "updated_at": "2026-01-01T00:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['storage-groups.list.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'storage-groups.create': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "name": "Archive"
         *     }
         */
        readonly 'application/json': components['schemas']['storage-groups.create.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "storage_group": {
           *         "id": "00000000-0000-4000-8000-000000000012",
           *         "organization_id": "00000000-0000-4000-8000-000000000003",
           *         "name": "Archive",
           *         "description": "",
           *         "repository_count": 0,
           *         "physical_bytes": 0,
           *         "created_at": "2026-01-01T00:00:00.000Z",
           *         "updated_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['storage-groups.create.201'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'duplicate_name';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'storage-groups.get': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
        readonly groupID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "storage_group": {
           *         "id": "00000000-0000-4000-8000-000000000012",
           *         "organization_id": "00000000-0000-4000-8000-000000000003",
           *         "name": "Archive",
           *         "description": "",
           *         "repository_count": 0,
           *         "physical_bytes": 0,
           *         "created_at": "2026-01-01T00:00:00.000Z",
           *         "updated_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['storage-groups.get.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'storage-groups.delete': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
        readonly groupID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'storage-groups.update': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
        readonly groupID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "name": "Cold archive"
         *     }
         */
        readonly 'application/json': components['schemas']['storage-groups.update.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "storage_group": {
           *         "id": "00000000-0000-4000-8000-000000000012",
           *         "organization_id": "00000000-0000-4000-8000-000000000003",
           *         "name": "Cold archive",
           *         "description": "",
           *         "repository_count": 0,
           *         "physical_bytes": 0,
           *         "created_at": "2026-01-01T00:00:00.000Z",
           *         "updated_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['storage-groups.update.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'duplicate_name';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'billing.webhook': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': unknown;
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "received": true
           *     }
           */
          readonly 'application/json': components['schemas']['billing.webhook.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'billing.get': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "plan": {
           *         "id": "developer",
           *         "name": "Developer",
           *         "price_per_month": 19,
           *         "limits": {
           *           "repositories": 10,
           *           "members": 10,
           *           "tokens": 25,
           *           "object_bytes": 53687091200,
           *           "storage_bytes": 107374182400,
           *           "storage_connections": 1,
           *           "concurrent_uploads": 8
           *         },
           *         "storage_overage": "metered",
           *         "features": {
           *           "audit_log": false,
           *           "sso": false,
           *           "byos_needs_add_on": true
           *         }
           *       },
           *       "byos_addon": false,
           *       "subscription": {
           *         "plan_id": "developer",
           *         "status": "active",
           *         "byos_addon": false,
           *         "current_period_end": "2026-01-31T00:00:12.000Z"
           *       },
           *       "usage": {
           *         "repositories": {
           *           "current": 0,
           *           "limit": 10
           *         },
           *         "members": {
           *           "current": 1,
           *           "limit": 10
           *         },
           *         "tokens": {
           *           "current": 0,
           *           "limit": 25
           *         },
           *         "storage_connections": {
           *           "current": 0,
           *           "limit": 0
           *         },
           *         "storage_bytes": {
           *           "current": 0,
           *           "limit": 107374182400
           *         }
           *       },
           *       "invoice_preview": {
           *         "amount": 1900,
           *         "currency": "usd",
           *         "due_at": "2026-01-31T00:00:12.000Z"
           *       },
           *       "invoices": [
           *         {
           *           "id": "00000002-0000-4000-8000-000000000003",
           *           "number": "M-1",
           *           "status": "paid",
           *           "amount": 1900,
           *           "currency": "usd",
           *           "created_at": "2026-01-01T00:00:12.000Z",
           *           "receipt_url": "https://billing.test/receipts/00000002-0000-4000-8000-000000000003",
           *           "pdf_url": "https://billing.test/receipts/00000002-0000-4000-8000-000000000003.pdf"
           *         }
           *       ],
           *       "has_billing_customer": true
           *     }
           */
          readonly 'application/json': components['schemas']['billing.get.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'billing.checkout': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "plan_id": "developer"
         *     }
         */
        readonly 'application/json': components['schemas']['billing.checkout.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "url": "https://billing.test/checkouts/00000002-0000-4000-8000-000000000002"
           *     }
           */
          readonly 'application/json': components['schemas']['billing.checkout.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'subscription_exists';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'billing.portal': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['billing.portal.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "url": "https://billing.test/portal/cus_00000002-0000-4000-8000-000000000001"
           *     }
           */
          readonly 'application/json': components['schemas']['billing.portal.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'no_billing_customer';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'billing.confirm': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "plan_id": "developer"
         *     }
         */
        readonly 'application/json': components['schemas']['billing.confirm.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "plan": {
           *         "id": "developer",
           *         "name": "Developer",
           *         "price_per_month": 19,
           *         "limits": {
           *           "repositories": 10,
           *           "members": 10,
           *           "tokens": 25,
           *           "object_bytes": 53687091200,
           *           "storage_bytes": 107374182400,
           *           "storage_connections": 1,
           *           "concurrent_uploads": 8
           *         },
           *         "storage_overage": "metered",
           *         "features": {
           *           "audit_log": false,
           *           "sso": false,
           *           "byos_needs_add_on": true
           *         }
           *       },
           *       "byos_addon": false,
           *       "subscription": {
           *         "plan_id": "developer",
           *         "status": "active",
           *         "byos_addon": false,
           *         "current_period_end": "2026-01-31T00:00:12.000Z"
           *       },
           *       "usage": {
           *         "repositories": {
           *           "current": 0,
           *           "limit": 10
           *         },
           *         "members": {
           *           "current": 1,
           *           "limit": 10
           *         },
           *         "tokens": {
           *           "current": 0,
           *           "limit": 25
           *         },
           *         "storage_connections": {
           *           "current": 0,
           *           "limit": 0
           *         },
           *         "storage_bytes": {
           *           "current": 0,
           *           "limit": 107374182400
           *         }
           *       },
           *       "invoice_preview": {
           *         "amount": 1900,
           *         "currency": "usd",
           *         "due_at": "2026-01-31T00:00:12.000Z"
           *       },
           *       "invoices": [
           *         {
           *           "id": "00000002-0000-4000-8000-000000000003",
           *           "number": "M-1",
           *           "status": "paid",
           *           "amount": 1900,
           *           "currency": "usd",
           *           "created_at": "2026-01-01T00:00:12.000Z",
           *           "receipt_url": "https://billing.test/receipts/00000002-0000-4000-8000-000000000003",
           *           "pdf_url": "https://billing.test/receipts/00000002-0000-4000-8000-000000000003.pdf"
           *         }
           *       ],
           *       "has_billing_customer": true
           *     }
           */
          readonly 'application/json': components['schemas']['billing.confirm.200'];
        };
      };
      /** @description Done. */
      readonly 202: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "pending_webhook"
           *     }
           */
          readonly 'application/json': components['schemas']['billing.confirm.202'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'no_billing_customer';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'billing.byosAddOn': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "enabled": true
         *     }
         */
        readonly 'application/json': components['schemas']['billing.byosAddOn.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "plan": {
           *         "id": "developer",
           *         "name": "Developer",
           *         "price_per_month": 19,
           *         "limits": {
           *           "repositories": 10,
           *           "members": 10,
           *           "tokens": 25,
           *           "object_bytes": 53687091200,
           *           "storage_bytes": 107374182400,
           *           "storage_connections": 1,
           *           "concurrent_uploads": 8
           *         },
           *         "storage_overage": "metered",
           *         "features": {
           *           "audit_log": false,
           *           "sso": false,
           *           "byos_needs_add_on": true
           *         }
           *       },
           *       "byos_addon": true,
           *       "subscription": {
           *         "plan_id": "developer",
           *         "status": "active",
           *         "byos_addon": true,
           *         "current_period_end": "2026-01-31T00:00:12.000Z"
           *       },
           *       "usage": {
           *         "repositories": {
           *           "current": 0,
           *           "limit": 10
           *         },
           *         "members": {
           *           "current": 1,
           *           "limit": 10
           *         },
           *         "tokens": {
           *           "current": 0,
           *           "limit": 25
           *         },
           *         "storage_connections": {
           *           "current": 0,
           *           "limit": 1
           *         },
           *         "storage_bytes": {
           *           "current": 0,
           *           "limit": 107374182400
           *         }
           *       },
           *       "invoice_preview": {
           *         "amount": 2400,
           *         "currency": "usd",
           *         "due_at": "2026-01-31T00:00:12.000Z"
           *       },
           *       "invoices": [
           *         {
           *           "id": "00000002-0000-4000-8000-000000000003",
           *           "number": "M-1",
           *           "status": "paid",
           *           "amount": 1900,
           *           "currency": "usd",
           *           "created_at": "2026-01-01T00:00:12.000Z",
           *           "receipt_url": "https://billing.test/receipts/00000002-0000-4000-8000-000000000003",
           *           "pdf_url": "https://billing.test/receipts/00000002-0000-4000-8000-000000000003.pdf"
           *         }
           *       ],
           *       "has_billing_customer": true
           *     }
           */
          readonly 'application/json': components['schemas']['billing.byosAddOn.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'no_subscription' | 'add_on_not_offered';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'repositories.list': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "repositories": [
           *         {
           *           "id": "00000000-0000-4000-8000-000000000025",
           *           "organization_id": "00000000-0000-4000-8000-000000000003",
           *           "name": "Datasets",
           *           "slug": "datasets",
           *           "description": "",
           *           "visibility": "PRIVATE",
           *           "storage_mode": "managed",
           *           "generation": 0,
           *           "created_at": "2026-01-01T00:00:00.000Z",
           *           "updated_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "00000000-0000-4000-8000-000000000004",
           *           "organization_id": "00000000-0000-4000-8000-000000000003",
           *           "name": "Models",
           *           "slug": "models",
           *           "description": "",
           *           "visibility": "PRIVATE",
           *           "storage_mode": "managed",
           *           "generation": 5,
           *           "created_at": "2026-01-01T00:00:00.000Z",
           *           "updated_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "00000000-0000-4000-8000-000000000013",
           *           "organization_id": "00000000-0000-4000-8000-000000000003",
           *           "name": "Model weights",
           *           "slug": "weights",
           *           "description": "",
           *           "visibility": "INTERNAL",
           *           "storage_mode": "managed",
           *           "generation": 0,
           *           "created_at": "2026-01-01T00:00:00.000Z",
           *           "updated_at": "2026-01-01T00:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['repositories.list.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'repositories.create': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "name": "Weights",
         *       "visibility": "INTERNAL"
         *     }
         */
        readonly 'application/json': components['schemas']['repositories.create.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "repository": {
           *         "id": "00000000-0000-4000-8000-000000000013",
           *         "organization_id": "00000000-0000-4000-8000-000000000003",
           *         "name": "Weights",
           *         "slug": "weights",
           *         "description": "",
           *         "visibility": "INTERNAL",
           *         "storage_mode": "managed",
           *         "generation": 0,
           *         "created_at": "2026-01-01T00:00:00.000Z",
           *         "updated_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['repositories.create.201'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      /** @description A limit of the plan, or of the service, is reached. */
      readonly 402: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'quota_exceeded';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'max_repositories';
                /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
                readonly limit: number;
                readonly current: number;
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'duplicate_slug';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'repositories.get': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "repository": {
           *         "id": "00000000-0000-4000-8000-000000000013",
           *         "organization_id": "00000000-0000-4000-8000-000000000003",
           *         "name": "Weights",
           *         "slug": "weights",
           *         "description": "",
           *         "visibility": "INTERNAL",
           *         "storage_mode": "managed",
           *         "generation": 0,
           *         "created_at": "2026-01-01T00:00:00.000Z",
           *         "updated_at": "2026-01-01T00:00:00.000Z"
           *       },
           *       "permissions": [
           *         "repository.admin",
           *         "repository.members.manage",
           *         "repository.pull",
           *         "repository.push",
           *         "repository.update"
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['repositories.get.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'repositories.delete': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'repositories.update': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "name": "Model weights"
         *     }
         */
        readonly 'application/json': components['schemas']['repositories.update.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "repository": {
           *         "id": "00000000-0000-4000-8000-000000000013",
           *         "organization_id": "00000000-0000-4000-8000-000000000003",
           *         "name": "Model weights",
           *         "slug": "weights",
           *         "description": "",
           *         "visibility": "INTERNAL",
           *         "storage_mode": "managed",
           *         "generation": 0,
           *         "created_at": "2026-01-01T00:00:00.000Z",
           *         "updated_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['repositories.update.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'duplicate_slug';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'repositories.usage': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "usage": {
           *         "object_count": 4,
           *         "logical_bytes": 1993,
           *         "physical_bytes": 2703,
           *         "uploaded_bytes": 193,
           *         "dedup_ratio": 0,
           *         "reclaimable_bytes": 0
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['repositories.usage.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'repositories.transfers': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
        readonly kind?: 'push' | 'pull';
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "transfers": [
           *         {
           *           "id": "00000000-0000-4000-8000-00000000001e",
           *           "kind": "push",
           *           "created_at": "2026-01-01T00:00:00.000Z",
           *           "duration_ms": 1200,
           *           "logical_bytes": 1800,
           *           "stored_bytes": 1910,
           *           "object_count": 1
           *         },
           *         {
           *           "id": "00000000-0000-4000-8000-00000000001f",
           *           "kind": "pull",
           *           "created_at": "2026-01-01T00:00:00.000Z",
           *           "duration_ms": 800,
           *           "object_count": 1
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['repositories.transfers.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'repositories.connect': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "connect": {
           *         "repository_url": "https://svc.example.com/api/v1/repositories/00000000-0000-4000-8000-000000000004",
           *         "git_lfs": {
           *           "url": "https://svc.example.com/api/v1/repositories/00000000-0000-4000-8000-000000000004/lfs",
           *           "lfsconfig": "[lfs]\n\turl = https://svc.example.com/api/v1/repositories/00000000-0000-4000-8000-000000000004/lfs\n",
           *           "commands": "git lfs install\ngit config -f .lfsconfig lfs.url 'https://svc.example.com/api/v1/repositories/00000000-0000-4000-8000-000000000004/lfs'\ngit lfs track '*.bin'\ngit add .lfsconfig .gitattributes\n",
           *           "credentials": "git config credential.helper store\nprintf 'url=%s\\nusername=token\\npassword=%s\\n\\n' 'https://svc.example.com' \"$SVC_TOKEN\" | git credential approve\n"
           *         },
           *         "agent": {
           *           "package": {
           *             "url": "https://svc.example.com/downloads/svc-agent.tgz",
           *             "version": "0.1.0",
           *             "sha256": "06ed71db68da90debc5b6ac0ebd4f132581a32db1a71fda28b3dd8215fa81b61",
           *             "size": 24
           *           },
           *           "commands": "npm install --global 'https://svc.example.com/downloads/svc-agent.tgz'\nexport SVC_URL='https://svc.example.com' SVC_REPOSITORY='00000000-0000-4000-8000-000000000004'\nsvc install\nsvc push path/to/file\nsvc pull 64-hex-digits -o path/to/copy\n"
           *         },
           *         "upload_session": {
           *           "commands": "FILE=path/to/file\nURL='https://svc.example.com/api/v1/repositories/00000000-0000-4000-8000-000000000004/uploads'\nOID=$(sha256sum < \"$FILE\" | cut -d\" \" -f1)\nSIZE=$(wc -c < \"$FILE\" | tr -d \" \")\npost() { printf 'Authorization: Bearer %s' \"$SVC_TOKEN\" | curl -fsS -X POST -H @- -H \"Content-Type: application/json\" -d \"$2\" \"$1\"; }\nSESSION=$(post \"$URL\" '{}' | sed 's/.*\"session\":{\"id\":\"\\([^\"]*\\)\".*\/\\1/')\nUPLOAD_URL=$(post \"$URL/$SESSION/objects\" \"{\\\"objects\\\":[{\\\"oid\\\":\\\"$OID\\\",\\\"size\\\":$SIZE}]}\" | sed -n 's/.*\"upload_url\":\"\\([^\"]*\\)\".*\/\\1/p')\n{ [ -z \"$UPLOAD_URL\" ] || curl -fsSg -T \"$FILE\" \"$UPLOAD_URL\"; } &&\n  post \"$URL/$SESSION/objects/$OID/complete\" \"{\\\"size\\\":$SIZE}\" &&\n  post \"$URL/$SESSION/finalize\" '{}'\n"
           *         },
           *         "download": {
           *           "commands": "OID=64-hex-digits\npost() { printf 'Authorization: Bearer %s' \"$SVC_TOKEN\" | curl -fsS -X POST -H @- -H \"Content-Type: application/json\" -d \"$2\" \"$1\"; }\nDOWNLOAD_URL=$(post 'https://svc.example.com/api/v1/repositories/00000000-0000-4000-8000-000000000004/downloads/authorize' \"{\\\"objects\\\":[{\\\"oid\\\":\\\"$OID\\\"}]}\" | sed 's/.*\"download_url\":\"\\([^\"]*\\)\".*\/\\1/')\ncurl -fsS -o \"$OID\" \"$DOWNLOAD_URL\"\necho \"$OID  $OID\" | sha256sum -c\n"
           *         }
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['repositories.connect.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'repositories.objects': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
        readonly sort?: 'recent' | 'size';
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "objects": [
           *         {
           *           "oid": "0cf96eef952fb8e0d4f9d07ced3cf8cc188e8942739b46e466ee596f9be7ebb9",
           *           "name": "models/large.safetensors",
           *           "type": "model",
           *           "size": 152,
           *           "physical_size": 152,
           *           "uploaded_by": "00000000-0000-4000-8000-000000000001",
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "oid": "1666bad2819cd229d1c9f7ba8dbb510356dc41a32cb7cab36370eead6c16a5bb",
           *           "type": "other",
           *           "size": 17,
           *           "physical_size": 17,
           *           "uploaded_by": "00000000-0000-4000-8000-000000000001",
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "oid": "5f032995374590f2ba0f8324fec3f6b784079d50125e5560119056ee711435cc",
           *           "type": "other",
           *           "size": 1800,
           *           "physical_size": 1910,
           *           "uploaded_by": "00000000-0000-4000-8000-000000000001",
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "oid": "7ec4c211ada7f2321b7873535ae2ba1f7290fa65c22a9ec95fb1c752e037d1d4",
           *           "name": "models/small.safetensors",
           *           "type": "model",
           *           "size": 24,
           *           "physical_size": 24,
           *           "uploaded_by": "00000000-0000-4000-8000-000000000001",
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['repositories.objects.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'objects.remove': {
    readonly parameters: {
      readonly query?: {
        readonly force?: boolean;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly oid: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'object_kept';
                /** @description For `object_kept`, some of what keeps the object: names of branches, tags and snapshots, ids of sessions; `plain file` for a file that the index has from Git itself, whatever branch it is on */
                readonly kept_by?: readonly {
                  /** @enum {string} */
                  readonly kind:
                    | 'registered'
                    | 'upload'
                    | 'staged'
                    | 'verification'
                    | 'snapshot'
                    | 'ref'
                    | 'release'
                    | 'download'
                    | 'backup'
                    | 'quarantine';
                  readonly name: string;
                }[];
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'objects.listRemoved': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "removed_objects": [
           *         {
           *           "oid": "0cf96eef952fb8e0d4f9d07ced3cf8cc188e8942739b46e466ee596f9be7ebb9",
           *           "name": "models/large.safetensors",
           *           "size": 152,
           *           "removed_at": "2026-01-01T00:00:00.000Z",
           *           "removed_by": "00000000-0000-4000-8000-000000000001",
           *           "kept_until": "2026-01-04T00:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['objects.listRemoved.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'objects.restore': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly oid: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['objects.restore.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "object": {
           *         "oid": "0cf96eef952fb8e0d4f9d07ced3cf8cc188e8942739b46e466ee596f9be7ebb9",
           *         "name": "models/large.safetensors",
           *         "type": "model",
           *         "size": 152,
           *         "physical_size": 152,
           *         "uploaded_by": "00000000-0000-4000-8000-000000000001",
           *         "created_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['objects.restore.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'object_gone';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'browsing.overview': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "indexed": true,
           *       "generation": 1,
           *       "counts": {
           *         "commits": 1,
           *         "branches": 1,
           *         "releases": 1
           *       },
           *       "default_branch": "main",
           *       "head": {
           *         "id": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
           *         "subject": "Describe the models",
           *         "author": {
           *           "name": "Ada",
           *           "email": "ada@example.test",
           *           "at": "2026-01-01T00:00:00.000Z"
           *         },
           *         "committer": {
           *           "name": "Ada",
           *           "email": "ada@example.test",
           *           "at": "2026-01-01T00:00:00.000Z"
           *         },
           *         "parents": []
           *       },
           *       "files": 1,
           *       "size": 9,
           *       "types": [
           *         {
           *           "type": "other",
           *           "files": 1,
           *           "bytes": 9
           *         }
           *       ],
           *       "types_complete": true,
           *       "readme": {
           *         "name": "README.md",
           *         "path": "README.md",
           *         "type": "file",
           *         "mode": "100644",
           *         "id": "91361720ebfffda1ff30f500879c18dafe084dc9",
           *         "size": 9,
           *         "is_lfs": false,
           *         "is_stored": false,
           *         "last_commit": {
           *           "id": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
           *           "subject": "Describe the models",
           *           "author": {
           *             "name": "Ada",
           *             "email": "ada@example.test",
           *             "at": "2026-01-01T00:00:00.000Z"
           *           },
           *           "committed_at": "2026-01-01T00:00:00.000Z"
           *         }
           *       },
           *       "latest_release": {
           *         "tag": "v1",
           *         "published_at": "2026-01-01T00:00:00.000Z",
           *         "commit": {
           *           "id": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
           *           "subject": "Describe the models",
           *           "author": {
           *             "name": "Ada",
           *             "email": "ada@example.test",
           *             "at": "2026-01-01T00:00:00.000Z"
           *           },
           *           "committer": {
           *             "name": "Ada",
           *             "email": "ada@example.test",
           *             "at": "2026-01-01T00:00:00.000Z"
           *           },
           *           "parents": []
           *         }
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['browsing.overview.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'browsing.branches': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "indexed": true,
           *       "generation": 1,
           *       "branches": [
           *         {
           *           "name": "main",
           *           "ref": "refs/heads/main",
           *           "commit": {
           *             "id": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
           *             "subject": "Describe the models",
           *             "author": {
           *               "name": "Ada",
           *               "email": "ada@example.test",
           *               "at": "2026-01-01T00:00:00.000Z"
           *             },
           *             "committer": {
           *               "name": "Ada",
           *               "email": "ada@example.test",
           *               "at": "2026-01-01T00:00:00.000Z"
           *             },
           *             "parents": []
           *           },
           *           "is_default": true
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['browsing.branches.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'browsing.tree': {
    readonly parameters: {
      readonly query?: {
        readonly ref?: string;
        readonly path?: string;
        readonly path_base64?: string;
        readonly recursive?: boolean;
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "indexed": true,
           *       "generation": 1,
           *       "commit": {
           *         "id": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
           *         "subject": "Describe the models",
           *         "author": {
           *           "name": "Ada",
           *           "email": "ada@example.test",
           *           "at": "2026-01-01T00:00:00.000Z"
           *         },
           *         "committer": {
           *           "name": "Ada",
           *           "email": "ada@example.test",
           *           "at": "2026-01-01T00:00:00.000Z"
           *         },
           *         "parents": []
           *       },
           *       "path": "",
           *       "entries": [
           *         {
           *           "name": "README.md",
           *           "path": "README.md",
           *           "type": "file",
           *           "mode": "100644",
           *           "id": "91361720ebfffda1ff30f500879c18dafe084dc9",
           *           "size": 9,
           *           "is_lfs": false,
           *           "is_stored": false,
           *           "last_commit": {
           *             "id": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
           *             "subject": "Describe the models",
           *             "author": {
           *               "name": "Ada",
           *               "email": "ada@example.test",
           *               "at": "2026-01-01T00:00:00.000Z"
           *             },
           *             "committed_at": "2026-01-01T00:00:00.000Z"
           *           }
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['browsing.tree.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      /** @description What the path or an id names is missing, or the caller may not know of it. */
      readonly 404: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'not_found';
              readonly details?: {
                /** @enum {string} */
                readonly reason: 'unknown_ref' | 'unknown_path';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'browsing.file': {
    readonly parameters: {
      readonly query?: {
        readonly ref?: string;
        readonly path?: string;
        readonly path_base64?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "indexed": true,
           *       "generation": 1,
           *       "commit": {
           *         "id": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
           *         "subject": "Describe the models",
           *         "author": {
           *           "name": "Ada",
           *           "email": "ada@example.test",
           *           "at": "2026-01-01T00:00:00.000Z"
           *         },
           *         "committer": {
           *           "name": "Ada",
           *           "email": "ada@example.test",
           *           "at": "2026-01-01T00:00:00.000Z"
           *         },
           *         "parents": []
           *       },
           *       "file": {
           *         "name": "README.md",
           *         "path": "README.md",
           *         "type": "file",
           *         "mode": "100644",
           *         "id": "91361720ebfffda1ff30f500879c18dafe084dc9",
           *         "size": 9,
           *         "is_lfs": false,
           *         "is_stored": false,
           *         "last_commit": {
           *           "id": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
           *           "subject": "Describe the models",
           *           "author": {
           *             "name": "Ada",
           *             "email": "ada@example.test",
           *             "at": "2026-01-01T00:00:00.000Z"
           *           },
           *           "committed_at": "2026-01-01T00:00:00.000Z"
           *         }
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['browsing.file.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      /** @description What the path or an id names is missing, or the caller may not know of it. */
      readonly 404: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "error": {
           *         "code": "not_found",
           *         "message": "The commit has nothing at this path, or a folder in place of a file, or a file in place of a folder.",
           *         "request_id": "example",
           *         "details": {
           *           "reason": "unknown_path"
           *         }
           *       }
           *     }
           */
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'not_found';
              readonly details?: {
                /** @enum {string} */
                readonly reason: 'not_indexed' | 'unknown_ref' | 'unknown_path';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'browsing.commits': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
        readonly ref?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "indexed": true,
           *       "generation": 1,
           *       "commits": [
           *         {
           *           "id": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
           *           "subject": "Describe the models",
           *           "author": {
           *             "name": "Ada",
           *             "email": "ada@example.test",
           *             "at": "2026-01-01T00:00:00.000Z"
           *           },
           *           "committer": {
           *             "name": "Ada",
           *             "email": "ada@example.test",
           *             "at": "2026-01-01T00:00:00.000Z"
           *           },
           *           "parents": []
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['browsing.commits.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      /** @description What the path or an id names is missing, or the caller may not know of it. */
      readonly 404: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'not_found';
              readonly details?: {
                /** @enum {string} */
                readonly reason: 'unknown_ref';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'browsing.commit': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly sha: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "indexed": true,
           *       "generation": 1,
           *       "commit": {
           *         "id": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
           *         "subject": "Describe the models",
           *         "author": {
           *           "name": "Ada",
           *           "email": "ada@example.test",
           *           "at": "2026-01-01T00:00:00.000Z"
           *         },
           *         "committer": {
           *           "name": "Ada",
           *           "email": "ada@example.test",
           *           "at": "2026-01-01T00:00:00.000Z"
           *         },
           *         "parents": [],
           *         "message": "Describe the models\n"
           *       },
           *       "files": [
           *         {
           *           "path": "README.md",
           *           "status": "added",
           *           "after": {
           *             "mode": "100644",
           *             "id": "91361720ebfffda1ff30f500879c18dafe084dc9",
           *             "size": 9,
           *             "is_lfs": false,
           *             "is_stored": false
           *           }
           *         }
           *       ],
           *       "totals": {
           *         "added": {
           *           "files": 1,
           *           "bytes": 9
           *         },
           *         "modified": {
           *           "files": 0,
           *           "bytes_before": 0,
           *           "bytes_after": 0
           *         },
           *         "removed": {
           *           "files": 0,
           *           "bytes": 0
           *         },
           *         "renamed": {
           *           "files": 0,
           *           "bytes_before": 0,
           *           "bytes_after": 0
           *         }
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['browsing.commit.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      /** @description What the path or an id names is missing, or the caller may not know of it. */
      readonly 404: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "error": {
           *         "code": "not_found",
           *         "message": "The index has no such branch, tag or commit.",
           *         "request_id": "example",
           *         "details": {
           *           "reason": "unknown_ref"
           *         }
           *       }
           *     }
           */
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'not_found';
              readonly details?: {
                /** @enum {string} */
                readonly reason: 'not_indexed' | 'unknown_ref';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'browsing.versions': {
    readonly parameters: {
      readonly query?: {
        readonly ref?: string;
        readonly path?: string;
        readonly path_base64?: string;
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "indexed": true,
           *       "generation": 1,
           *       "versions": [
           *         {
           *           "commit": {
           *             "id": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
           *             "subject": "Describe the models",
           *             "author": {
           *               "name": "Ada",
           *               "email": "ada@example.test",
           *               "at": "2026-01-01T00:00:00.000Z"
           *             },
           *             "committer": {
           *               "name": "Ada",
           *               "email": "ada@example.test",
           *               "at": "2026-01-01T00:00:00.000Z"
           *             },
           *             "parents": []
           *           },
           *           "path": "README.md",
           *           "status": "added",
           *           "file": {
           *             "mode": "100644",
           *             "id": "91361720ebfffda1ff30f500879c18dafe084dc9",
           *             "size": 9,
           *             "is_lfs": false,
           *             "is_stored": false
           *           }
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['browsing.versions.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      /** @description What the path or an id names is missing, or the caller may not know of it. */
      readonly 404: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'not_found';
              readonly details?: {
                /** @enum {string} */
                readonly reason: 'unknown_ref' | 'unknown_path';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'browsing.compare': {
    readonly parameters: {
      readonly query: {
        readonly limit?: number;
        readonly cursor?: string;
        readonly base: string;
        readonly head?: string;
        readonly path?: string;
        readonly path_base64?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "indexed": true,
           *       "generation": 1,
           *       "base": {
           *         "id": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
           *         "subject": "Describe the models",
           *         "author": {
           *           "name": "Ada",
           *           "email": "ada@example.test",
           *           "at": "2026-01-01T00:00:00.000Z"
           *         },
           *         "committer": {
           *           "name": "Ada",
           *           "email": "ada@example.test",
           *           "at": "2026-01-01T00:00:00.000Z"
           *         },
           *         "parents": []
           *       },
           *       "head": {
           *         "id": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
           *         "subject": "Describe the models",
           *         "author": {
           *           "name": "Ada",
           *           "email": "ada@example.test",
           *           "at": "2026-01-01T00:00:00.000Z"
           *         },
           *         "committer": {
           *           "name": "Ada",
           *           "email": "ada@example.test",
           *           "at": "2026-01-01T00:00:00.000Z"
           *         },
           *         "parents": []
           *       },
           *       "merge_base": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
           *       "files": [],
           *       "totals": {
           *         "added": {
           *           "files": 0,
           *           "bytes": 0
           *         },
           *         "modified": {
           *           "files": 0,
           *           "bytes_before": 0,
           *           "bytes_after": 0
           *         },
           *         "removed": {
           *           "files": 0,
           *           "bytes": 0
           *         },
           *         "renamed": {
           *           "files": 0,
           *           "bytes_before": 0,
           *           "bytes_after": 0
           *         }
           *       },
           *       "new_bytes": 0
           *     }
           */
          readonly 'application/json': components['schemas']['browsing.compare.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      /** @description What the path or an id names is missing, or the caller may not know of it. */
      readonly 404: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'not_found';
              readonly details?: {
                /** @enum {string} */
                readonly reason: 'unknown_ref';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'releases.list': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "indexed": true,
           *       "generation": 1,
           *       "releases": [
           *         {
           *           "tag": "v1",
           *           "ref": "refs/tags/v1",
           *           "commit": {
           *             "id": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
           *             "subject": "Describe the models",
           *             "author": {
           *               "name": "Ada",
           *               "email": "ada@example.test",
           *               "at": "2026-01-01T00:00:00.000Z"
           *             },
           *             "committer": {
           *               "name": "Ada",
           *               "email": "ada@example.test",
           *               "at": "2026-01-01T00:00:00.000Z"
           *             },
           *             "parents": []
           *           },
           *           "is_annotated": true,
           *           "tagger": {
           *             "name": "Ada",
           *             "email": "ada@example.test",
           *             "at": "2026-01-01T00:00:00.000Z"
           *           },
           *           "notes": "The first release.",
           *           "published_at": "2026-01-01T00:00:00.000Z",
           *           "files": 1,
           *           "size": 9
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['releases.list.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'releases.get': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly tag: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "indexed": true,
           *       "generation": 1,
           *       "release": {
           *         "tag": "v1",
           *         "ref": "refs/tags/v1",
           *         "commit": {
           *           "id": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
           *           "subject": "Describe the models",
           *           "author": {
           *             "name": "Ada",
           *             "email": "ada@example.test",
           *             "at": "2026-01-01T00:00:00.000Z"
           *           },
           *           "committer": {
           *             "name": "Ada",
           *             "email": "ada@example.test",
           *             "at": "2026-01-01T00:00:00.000Z"
           *           },
           *           "parents": []
           *         },
           *         "is_annotated": true,
           *         "tagger": {
           *           "name": "Ada",
           *           "email": "ada@example.test",
           *           "at": "2026-01-01T00:00:00.000Z"
           *         },
           *         "notes": "The first release.",
           *         "published_at": "2026-01-01T00:00:00.000Z",
           *         "files": 1,
           *         "size": 9
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['releases.get.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      /** @description What the path or an id names is missing, or the caller may not know of it. */
      readonly 404: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'not_found';
              readonly details?: {
                /** @enum {string} */
                readonly reason: 'not_indexed' | 'unknown_ref';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'releases.update': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly tag: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "notes": "# The first release\n\nA model that answers."
         *     }
         */
        readonly 'application/json': components['schemas']['releases.update.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "indexed": true,
           *       "generation": 1,
           *       "release": {
           *         "tag": "v1",
           *         "ref": "refs/tags/v1",
           *         "commit": {
           *           "id": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
           *           "subject": "Describe the models",
           *           "author": {
           *             "name": "Ada",
           *             "email": "ada@example.test",
           *             "at": "2026-01-01T00:00:00.000Z"
           *           },
           *           "committer": {
           *             "name": "Ada",
           *             "email": "ada@example.test",
           *             "at": "2026-01-01T00:00:00.000Z"
           *           },
           *           "parents": []
           *         },
           *         "is_annotated": true,
           *         "tagger": {
           *           "name": "Ada",
           *           "email": "ada@example.test",
           *           "at": "2026-01-01T00:00:00.000Z"
           *         },
           *         "notes": "# The first release\n\nA model that answers.",
           *         "notes_edited_at": "2026-01-01T00:00:00.000Z",
           *         "published_at": "2026-01-01T00:00:00.000Z",
           *         "files": 1,
           *         "size": 9
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['releases.update.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      /** @description A limit of the plan, or of the service, is reached. */
      readonly 402: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'quota_exceeded';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'max_git_index_bytes';
                /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
                readonly limit: number;
                readonly current: number;
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 403: components['responses']['Forbidden'];
      /** @description What the path or an id names is missing, or the caller may not know of it. */
      readonly 404: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'not_found';
              readonly details?: {
                /** @enum {string} */
                readonly reason: 'not_indexed' | 'unknown_ref';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'lineage.read': {
    readonly parameters: {
      readonly query?: {
        readonly oid?: string;
        readonly commit?: string;
        readonly tag?: string;
        readonly depth?: number;
        readonly direction?: 'outgoing' | 'incoming' | 'both';
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "nodes": [
           *         {
           *           "kind": "release",
           *           "id": "v1",
           *           "repository_id": "00000000-0000-4000-8000-000000000004",
           *           "distance": 0
           *         },
           *         {
           *           "kind": "artifact",
           *           "id": "7ec4c211ada7f2321b7873535ae2ba1f7290fa65c22a9ec95fb1c752e037d1d4",
           *           "repository_id": "00000000-0000-4000-8000-000000000004",
           *           "distance": 1,
           *           "size": 24
           *         },
           *         {
           *           "kind": "artifact",
           *           "id": "0cf96eef952fb8e0d4f9d07ced3cf8cc188e8942739b46e466ee596f9be7ebb9",
           *           "repository_id": "00000000-0000-4000-8000-000000000004",
           *           "distance": 2,
           *           "size": 152
           *         }
           *       ],
           *       "edges": [
           *         {
           *           "id": "00000000-0000-4000-8000-000000000022",
           *           "repository_id": "00000000-0000-4000-8000-000000000004",
           *           "type": "contains",
           *           "from": {
           *             "kind": "release",
           *             "id": "v1",
           *             "repository_id": "00000000-0000-4000-8000-000000000004"
           *           },
           *           "to": {
           *             "kind": "artifact",
           *             "id": "7ec4c211ada7f2321b7873535ae2ba1f7290fa65c22a9ec95fb1c752e037d1d4",
           *             "repository_id": "00000000-0000-4000-8000-000000000004"
           *           },
           *           "created_by": "00000000-0000-4000-8000-000000000001",
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "00000000-0000-4000-8000-000000000021",
           *           "repository_id": "00000000-0000-4000-8000-000000000004",
           *           "type": "derived_from",
           *           "from": {
           *             "kind": "artifact",
           *             "id": "7ec4c211ada7f2321b7873535ae2ba1f7290fa65c22a9ec95fb1c752e037d1d4",
           *             "repository_id": "00000000-0000-4000-8000-000000000004"
           *           },
           *           "to": {
           *             "kind": "artifact",
           *             "id": "0cf96eef952fb8e0d4f9d07ced3cf8cc188e8942739b46e466ee596f9be7ebb9",
           *             "repository_id": "00000000-0000-4000-8000-000000000004"
           *           },
           *           "note": "distilled",
           *           "created_by": "00000000-0000-4000-8000-000000000001",
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         }
           *       ],
           *       "cycles": []
           *     }
           */
          readonly 'application/json': components['schemas']['lineage.read.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      /** @description What the path or an id names is missing, or the caller may not know of it. */
      readonly 404: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'not_found';
              readonly details?: {
                /** @enum {string} */
                readonly reason: 'not_indexed' | 'unknown_ref';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'lineage.add': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "type": "derived_from",
         *       "from": {
         *         "kind": "artifact",
         *         "id": "7ec4c211ada7f2321b7873535ae2ba1f7290fa65c22a9ec95fb1c752e037d1d4"
         *       },
         *       "to": {
         *         "kind": "artifact",
         *         "id": "0cf96eef952fb8e0d4f9d07ced3cf8cc188e8942739b46e466ee596f9be7ebb9"
         *       },
         *       "note": "distilled"
         *     }
         */
        readonly 'application/json': components['schemas']['lineage.add.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "edge": {
           *         "id": "00000000-0000-4000-8000-000000000021",
           *         "repository_id": "00000000-0000-4000-8000-000000000004",
           *         "type": "derived_from",
           *         "from": {
           *           "kind": "artifact",
           *           "id": "7ec4c211ada7f2321b7873535ae2ba1f7290fa65c22a9ec95fb1c752e037d1d4",
           *           "repository_id": "00000000-0000-4000-8000-000000000004"
           *         },
           *         "to": {
           *           "kind": "artifact",
           *           "id": "0cf96eef952fb8e0d4f9d07ced3cf8cc188e8942739b46e466ee596f9be7ebb9",
           *           "repository_id": "00000000-0000-4000-8000-000000000004"
           *         },
           *         "note": "distilled",
           *         "created_by": "00000000-0000-4000-8000-000000000001",
           *         "created_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['lineage.add.201'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      /** @description A limit of the plan, or of the service, is reached. */
      readonly 402: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'quota_exceeded';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'max_graph_edges';
                /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
                readonly limit: number;
                readonly current: number;
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'lineage.remove': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly edgeID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'snapshots.list': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "snapshots": [
           *         {
           *           "id": "00000000-0000-4000-8000-000000000023",
           *           "name": "As evaluated in the paper",
           *           "note": "Table 3.",
           *           "commit": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
           *           "ref": "refs/tags/v1",
           *           "files": 1,
           *           "size": 9,
           *           "missing_objects": 0,
           *           "created_by": "00000000-0000-4000-8000-000000000001",
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['snapshots.list.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'snapshots.create': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        readonly 'idempotency-key'?: string;
      };
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "name": "As evaluated in the paper",
         *       "ref": "v1",
         *       "note": "Table 3."
         *     }
         */
        readonly 'application/json': components['schemas']['snapshots.create.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "snapshot": {
           *         "id": "00000000-0000-4000-8000-000000000023",
           *         "name": "As evaluated in the paper",
           *         "note": "Table 3.",
           *         "commit": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
           *         "ref": "refs/tags/v1",
           *         "files": 1,
           *         "size": 9,
           *         "missing_objects": 0,
           *         "created_by": "00000000-0000-4000-8000-000000000001",
           *         "created_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['snapshots.create.200'];
        };
      };
      /** @description Done. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "snapshot": {
           *         "id": "00000000-0000-4000-8000-000000000023",
           *         "name": "As evaluated in the paper",
           *         "note": "Table 3.",
           *         "commit": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
           *         "ref": "refs/tags/v1",
           *         "files": 1,
           *         "size": 9,
           *         "missing_objects": 0,
           *         "created_by": "00000000-0000-4000-8000-000000000001",
           *         "created_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['snapshots.create.201'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      /** @description A limit of the plan, or of the service, is reached. */
      readonly 402: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'quota_exceeded';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'max_snapshots' | 'max_snapshot_files';
                /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
                readonly limit: number;
                readonly current: number;
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 403: components['responses']['Forbidden'];
      /** @description What the path or an id names is missing, or the caller may not know of it. */
      readonly 404: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'not_found';
              readonly details?: {
                /** @enum {string} */
                readonly reason: 'unknown_ref';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'not_indexed' | 'duplicate_name' | 'idempotency_key_reused';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'snapshots.get': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly snapshotID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "snapshot": {
           *         "id": "00000000-0000-4000-8000-000000000023",
           *         "name": "As evaluated in the paper",
           *         "note": "Table 3.",
           *         "commit": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
           *         "ref": "refs/tags/v1",
           *         "files": 1,
           *         "size": 9,
           *         "missing_objects": 0,
           *         "created_by": "00000000-0000-4000-8000-000000000001",
           *         "created_at": "2026-01-01T00:00:00.000Z"
           *       },
           *       "files": [
           *         {
           *           "path": "README.md",
           *           "mode": "100644",
           *           "id": "91361720ebfffda1ff30f500879c18dafe084dc9",
           *           "size": 9,
           *           "is_lfs": false,
           *           "is_stored": false
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['snapshots.get.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'repositories.storageSeries': {
    readonly parameters: {
      readonly query?: {
        readonly days?: number;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "series": [
           *         {
           *           "date": "2025-12-31",
           *           "storage_bytes": 0,
           *           "added_bytes": 0,
           *           "removed_bytes": 0,
           *           "uploaded_bytes": 0,
           *           "egress_bytes": 0,
           *           "download_count": 0
           *         },
           *         {
           *           "date": "2026-01-01",
           *           "storage_bytes": 2703,
           *           "added_bytes": 2855,
           *           "removed_bytes": 152,
           *           "uploaded_bytes": 193,
           *           "egress_bytes": 0,
           *           "download_count": 0
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['repositories.storageSeries.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'repositories.storageSummary': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "storage": {
           *         "storage_mode": "managed",
           *         "object_count": 4,
           *         "logical_bytes": 1993,
           *         "physical_bytes": 2703,
           *         "dedup_ratio": 0,
           *         "reclaimable_bytes": 0,
           *         "layouts": {
           *           "whole": {
           *             "object_count": 3,
           *             "logical_bytes": 193,
           *             "physical_bytes": 193
           *           },
           *           "chunks": {
           *             "object_count": 1,
           *             "logical_bytes": 1800,
           *             "physical_bytes": 2510
           *           }
           *         },
           *         "converted": {
           *           "object_count": 0,
           *           "former_bytes": 0,
           *           "added_bytes": 0,
           *           "restored_count": 0,
           *           "restored_bytes": 0
           *         },
           *         "types": [
           *           {
           *             "type": "model",
           *             "object_count": 2,
           *             "logical_bytes": 176,
           *             "physical_bytes": 176
           *           },
           *           {
           *             "type": "other",
           *             "object_count": 2,
           *             "logical_bytes": 1817,
           *             "physical_bytes": 1927
           *           }
           *         ]
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['repositories.storageSummary.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'repositories.storageFolders': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
        readonly path?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "folder": {
           *         "path": "",
           *         "object_count": 2,
           *         "logical_bytes": 176,
           *         "physical_bytes": 176
           *       },
           *       "unnamed": {
           *         "object_count": 2,
           *         "logical_bytes": 1817,
           *         "physical_bytes": 1927
           *       },
           *       "folders": [
           *         {
           *           "path": "models",
           *           "object_count": 2,
           *           "logical_bytes": 176,
           *           "physical_bytes": 176
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['repositories.storageFolders.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'repositories.health': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "health": {
           *         "status": "healthy",
           *         "problems": [],
           *         "storage": {
           *           "mode": "managed"
           *         },
           *         "last_verified_at": "2026-01-01T00:00:00.000Z",
           *         "pending_verifications": {
           *           "count": 0,
           *           "bytes": 0
           *         },
           *         "receiving_files": {
           *           "count": 0
           *         },
           *         "open_uploads": {
           *           "count": 0
           *         },
           *         "stale_uploads": {
           *           "count": 0,
           *           "reserved_bytes": 0
           *         },
           *         "damaged": {
           *           "count": 0
           *         },
           *         "locks": {
           *           "count": 0
           *         },
           *         "git_index": {
           *           "indexed": true,
           *           "generation": 1,
           *           "indexed_at": "2026-01-01T00:00:00.000Z",
           *           "missing_objects": 0,
           *           "unindexed_objects": {
           *             "count": 0
           *           }
           *         }
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['repositories.health.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'repositoryMembers.list': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "members": [
           *         {
           *           "user_id": "00000000-0000-4000-8000-000000000014",
           *           "name": "guest",
           *           "email": "guest@example.test",
           *           "level": "WRITE",
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "user_id": "00000000-0000-4000-8000-000000000017",
           *           "name": "carl",
           *           "email": "carl@example.test",
           *           "level": "WRITE",
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['repositoryMembers.list.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'repositoryMembers.set': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "user_id": "00000000-0000-4000-8000-000000000017",
         *       "level": "WRITE"
         *     }
         */
        readonly 'application/json': components['schemas']['repositoryMembers.set.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "member": {
           *         "user_id": "00000000-0000-4000-8000-000000000014",
           *         "name": "guest",
           *         "email": "guest@example.test",
           *         "level": "WRITE",
           *         "created_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['repositoryMembers.set.200'];
        };
      };
      /** @description Done. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "member": {
           *         "user_id": "00000000-0000-4000-8000-000000000017",
           *         "name": "carl",
           *         "email": "carl@example.test",
           *         "level": "WRITE",
           *         "created_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['repositoryMembers.set.201'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'repositoryMembers.remove': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly userID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'uploads.list': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "sessions": [
           *         {
           *           "id": "00000000-0000-4000-8000-00000000001a",
           *           "repository_id": "00000000-0000-4000-8000-000000000004",
           *           "user_id": "00000000-0000-4000-8000-000000000001",
           *           "uploaded_objects": 0,
           *           "uploaded_bytes": 0,
           *           "status": "OPEN",
           *           "created_at": "2026-01-01T00:00:00.000Z",
           *           "expires_at": "2026-01-01T06:00:00.000Z",
           *           "active_at": "2026-01-01T00:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['uploads.list.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'uploads.open': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        readonly 'idempotency-key'?: string;
      };
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        /**
         * @example {
         *       "expected_objects": 2
         *     }
         */
        readonly 'application/json': components['schemas']['uploads.open.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session": {
           *         "id": "00000000-0000-4000-8000-000000000019",
           *         "repository_id": "00000000-0000-4000-8000-000000000004",
           *         "user_id": "00000000-0000-4000-8000-000000000001",
           *         "expected_objects": 2,
           *         "uploaded_objects": 0,
           *         "uploaded_bytes": 0,
           *         "status": "OPEN",
           *         "created_at": "2026-01-01T00:00:00.000Z",
           *         "expires_at": "2026-01-01T06:00:00.000Z",
           *         "active_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['uploads.open.200'];
        };
      };
      /** @description Done. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session": {
           *         "id": "00000000-0000-4000-8000-000000000019",
           *         "repository_id": "00000000-0000-4000-8000-000000000004",
           *         "user_id": "00000000-0000-4000-8000-000000000001",
           *         "expected_objects": 2,
           *         "uploaded_objects": 0,
           *         "uploaded_bytes": 0,
           *         "status": "OPEN",
           *         "created_at": "2026-01-01T00:00:00.000Z",
           *         "expires_at": "2026-01-01T06:00:00.000Z",
           *         "active_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['uploads.open.201'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'idempotency_key_reused';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      /** @description There are too many requests, or too much of something goes on at once. */
      readonly 429: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly 'Retry-After': components['headers']['RetryAfter'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'rate_limited';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'concurrent_uploads' | 'request_rate';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'uploads.abort': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly sessionID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'session_finalized';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'uploads.authorize': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly sessionID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "objects": [
         *         {
         *           "oid": "7ec4c211ada7f2321b7873535ae2ba1f7290fa65c22a9ec95fb1c752e037d1d4",
         *           "size": 24,
         *           "name": "models/small.safetensors"
         *         },
         *         {
         *           "oid": "0cf96eef952fb8e0d4f9d07ced3cf8cc188e8942739b46e466ee596f9be7ebb9",
         *           "size": 152,
         *           "name": "models/large.safetensors"
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['uploads.authorize.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "objects": [
           *         {
           *           "oid": "7ec4c211ada7f2321b7873535ae2ba1f7290fa65c22a9ec95fb1c752e037d1d4",
           *           "size": 24,
           *           "upload_url": "https://svc.example.com/storage/repositories/00000000-0000-4000-8000-000000000004/staging/00000000-0000-4000-8000-000000000019/7ec4c211ada7f2321b7873535ae2ba1f7290fa65c22a9ec95fb1c752e037d1d4?expires=1767226500&kid=k1&size=24&signature=79a1f0530c0f09a59b432b0415598ff4721919f71ed96b813e4e68f75e8bc3ad",
           *           "storage_key": "repositories/00000000-0000-4000-8000-000000000004/objects/7e/c4/7ec4c211ada7f2321b7873535ae2ba1f7290fa65c22a9ec95fb1c752e037d1d4",
           *           "expires_in": 900
           *         },
           *         {
           *           "oid": "0cf96eef952fb8e0d4f9d07ced3cf8cc188e8942739b46e466ee596f9be7ebb9",
           *           "size": 152,
           *           "storage_key": "repositories/00000000-0000-4000-8000-000000000004/objects/0c/f9/0cf96eef952fb8e0d4f9d07ced3cf8cc188e8942739b46e466ee596f9be7ebb9",
           *           "parts": {
           *             "part_size": 64,
           *             "count": 3
           *           }
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['uploads.authorize.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      /** @description A limit of the plan, or of the service, is reached. */
      readonly 402: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'quota_exceeded';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'max_object_size' | 'storage_quota' | 'max_session_objects';
                /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
                readonly limit: number;
                readonly current: number;
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'session_expired' | 'session_aborted' | 'session_finalized' | 'size_mismatch';
                /** @description Which of several objects the reason is about: the first one */
                readonly oid?: string;
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'uploads.listParts': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly sessionID: string;
        readonly oid: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "part_size": 64,
           *       "count": 3,
           *       "uploaded": [
           *         {
           *           "part_number": 1,
           *           "size": 64
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['uploads.listParts.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'session_expired' | 'session_aborted' | 'session_finalized';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'uploads.presignParts': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly sessionID: string;
        readonly oid: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "part_numbers": [
         *         1,
         *         2,
         *         3
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['uploads.presignParts.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "parts": [
           *         {
           *           "part_number": 1,
           *           "size": 64,
           *           "upload_url": "https://svc.example.com/storage/repositories/00000000-0000-4000-8000-000000000004/staging/00000000-0000-4000-8000-000000000019/0cf96eef952fb8e0d4f9d07ced3cf8cc188e8942739b46e466ee596f9be7ebb9.parts/upload-1/1?expires=1767226500&kid=k1&size=64&signature=c09196a0b03be1d3c7e40f839ccc964bc48fd009e94e9a33c328880ea2ac1abd",
           *           "expires_in": 900
           *         },
           *         {
           *           "part_number": 2,
           *           "size": 64,
           *           "upload_url": "https://svc.example.com/storage/repositories/00000000-0000-4000-8000-000000000004/staging/00000000-0000-4000-8000-000000000019/0cf96eef952fb8e0d4f9d07ced3cf8cc188e8942739b46e466ee596f9be7ebb9.parts/upload-1/2?expires=1767226500&kid=k1&size=64&signature=1a4a4bae1fb237627367debb4592dd088a0c4298d3cd621466e21cf4a0e042a9",
           *           "expires_in": 900
           *         },
           *         {
           *           "part_number": 3,
           *           "size": 24,
           *           "upload_url": "https://svc.example.com/storage/repositories/00000000-0000-4000-8000-000000000004/staging/00000000-0000-4000-8000-000000000019/0cf96eef952fb8e0d4f9d07ced3cf8cc188e8942739b46e466ee596f9be7ebb9.parts/upload-1/3?expires=1767226500&kid=k1&size=24&signature=37f17f2b9189700f1b079c9d05c9de4f09fd0ab6586a274ace5a2396e59a437e",
           *           "expires_in": 900
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['uploads.presignParts.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'session_expired' | 'session_aborted' | 'session_finalized' | 'object_completed';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'uploads.complete': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly sessionID: string;
        readonly oid: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "size": 24
         *     }
         */
        readonly 'application/json': components['schemas']['uploads.complete.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 204: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "error": {
           *         "code": "conflict",
           *         "message": "The bytes of this object have not arrived yet.",
           *         "request_id": "example",
           *         "details": {
           *           "reason": "not_uploaded"
           *         }
           *       }
           *     }
           */
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason:
                  | 'session_expired'
                  | 'session_aborted'
                  | 'session_finalized'
                  | 'not_uploaded'
                  | 'size_mismatch'
                  | 'checksum_mismatch';
                /** @description Which of several objects the reason is about: the first one */
                readonly oid?: string;
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      /** @description The service is starting, or a part that it depends on does not answer now. */
      readonly 503: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly 'Retry-After': components['headers']['RetryAfter'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'unavailable';
              readonly details?: {
                /** @enum {string} */
                readonly reason: 'verification_pending' | 'storage_full' | 'storage_damaged' | 'storage_refused' | 'contended';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'uploads.finalize': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        readonly 'idempotency-key'?: string;
      };
      readonly path: {
        readonly repoID: string;
        readonly sessionID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': components['schemas']['uploads.finalize.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session": {
           *         "id": "00000000-0000-4000-8000-000000000019",
           *         "repository_id": "00000000-0000-4000-8000-000000000004",
           *         "user_id": "00000000-0000-4000-8000-000000000001",
           *         "expected_objects": 2,
           *         "uploaded_objects": 2,
           *         "uploaded_bytes": 176,
           *         "status": "FINALIZED",
           *         "created_at": "2026-01-01T00:00:00.000Z",
           *         "expires_at": "2026-01-01T06:00:00.000Z",
           *         "active_at": "2026-01-01T00:00:00.000Z"
           *       },
           *       "generation": 1
           *     }
           */
          readonly 'application/json': components['schemas']['uploads.finalize.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'session_expired' | 'session_aborted';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'downloads.authorize': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "objects": [
         *         {
         *           "oid": "7ec4c211ada7f2321b7873535ae2ba1f7290fa65c22a9ec95fb1c752e037d1d4"
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['downloads.authorize.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "objects": [
           *         {
           *           "oid": "7ec4c211ada7f2321b7873535ae2ba1f7290fa65c22a9ec95fb1c752e037d1d4",
           *           "size": 24,
           *           "download_url": "https://svc.example.com/storage/repositories/00000000-0000-4000-8000-000000000004/objects/7e/c4/7ec4c211ada7f2321b7873535ae2ba1f7290fa65c22a9ec95fb1c752e037d1d4?expires=1767226500&kid=k1&signature=132517e37a8392984220320b368ea1375c8486bdd403d0d42f4b6023d2e46e05",
           *           "expires_in": 900
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['downloads.authorize.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'downloads.blockNames': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description One range of bytes, such as `bytes=0-99`, `bytes=100-` or `bytes=-100`; any other is ignored */
        readonly Range?: string;
        /** @description Answers all bytes unless this is their ETag */
        readonly 'If-Range'?: string;
        /** @description Answers 412 unless the ETag is one of these */
        readonly 'If-Match'?: string;
        /** @description Answers 304 when the ETag is one of these */
        readonly 'If-None-Match'?: string;
      };
      readonly path: {
        readonly repoID: string;
        readonly oid: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The bytes. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly 'Content-Length': components['headers']['ContentLength'];
          readonly 'Accept-Ranges': components['headers']['AcceptRanges'];
          readonly ETag: components['headers']['ETag'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/octet-stream': Uint8Array;
        };
      };
      /** @description The bytes of one range. */
      readonly 206: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly 'Content-Range': components['headers']['ContentRange'];
          readonly 'Content-Length': components['headers']['ContentLength'];
          readonly 'Accept-Ranges': components['headers']['AcceptRanges'];
          readonly ETag: components['headers']['ETag'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/octet-stream': Uint8Array;
        };
      };
      /** @description The bytes are those that If-None-Match names. */
      readonly 304: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly ETag: components['headers']['ETag'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      /** @description What the path or an id names is missing, or the caller may not know of it. */
      readonly 404: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'not_found';
              readonly details?: {
                /** @enum {string} */
                readonly reason: 'damaged';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 412: components['responses']['PreconditionFailed'];
      readonly 416: components['responses']['RangeNotSatisfiable'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'lfs.repository': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "repository": {
           *         "id": "00000000-0000-4000-8000-000000000004",
           *         "organization_id": "00000000-0000-4000-8000-000000000003",
           *         "name": "Models",
           *         "slug": "models",
           *         "description": "",
           *         "visibility": "PRIVATE",
           *         "storage_mode": "managed",
           *         "generation": 3,
           *         "created_at": "2026-01-01T00:00:00.000Z",
           *         "updated_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/vnd.git-lfs+json': components['schemas']['lfs.repository.200'];
        };
      };
      readonly 400: components['responses']['LfsBadRequest'];
      readonly 401: components['responses']['LfsUnauthorized'];
      readonly 403: components['responses']['LfsForbidden'];
      readonly 404: components['responses']['LfsNotFound'];
      readonly 429: components['responses']['LfsRateLimited'];
      readonly 500: components['responses']['LfsInternal'];
      readonly 503: components['responses']['LfsUnavailable'];
      readonly default: components['responses']['LfsOtherError'];
    };
  };
  readonly 'lfs.batch': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "operation": "upload",
         *       "transfers": [
         *         "basic"
         *       ],
         *       "ref": {
         *         "name": "refs/heads/main"
         *       },
         *       "objects": [
         *         {
         *           "oid": "1666bad2819cd229d1c9f7ba8dbb510356dc41a32cb7cab36370eead6c16a5bb",
         *           "size": 17
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['lfs.batch.request'];
        /**
         * @example {
         *       "operation": "upload",
         *       "transfers": [
         *         "basic"
         *       ],
         *       "ref": {
         *         "name": "refs/heads/main"
         *       },
         *       "objects": [
         *         {
         *           "oid": "1666bad2819cd229d1c9f7ba8dbb510356dc41a32cb7cab36370eead6c16a5bb",
         *           "size": 17
         *         }
         *       ]
         *     }
         */
        readonly 'application/vnd.git-lfs+json': components['schemas']['lfs.batch.lenient-request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "transfer": "basic",
           *       "objects": [
           *         {
           *           "oid": "1666bad2819cd229d1c9f7ba8dbb510356dc41a32cb7cab36370eead6c16a5bb",
           *           "size": 17,
           *           "authenticated": true,
           *           "actions": {
           *             "upload": {
           *               "href": "https://svc.example.com/storage/repositories/00000000-0000-4000-8000-000000000004/staging/00000000-0000-4000-8000-00000000001b/1666bad2819cd229d1c9f7ba8dbb510356dc41a32cb7cab36370eead6c16a5bb?expires=1767226500&kid=k1&size=17&signature=5ad45d1dae9157626bdaa0f7f30a2dca66f9d353e000f506ff16dc42e064667a",
           *               "header": {
           *                 "Content-Type": "application/octet-stream"
           *               },
           *               "expires_in": 900,
           *               "expires_at": "2026-01-01T00:15:00.000Z"
           *             },
           *             "verify": {
           *               "href": "https://svc.example.com/api/v1/repositories/00000000-0000-4000-8000-000000000004/lfs/objects/1666bad2819cd229d1c9f7ba8dbb510356dc41a32cb7cab36370eead6c16a5bb/verify?token=00000000-0000-4000-8000-00000000001b.-.k1.ce249c0a9178ed7a6a3f7b7e9affb888b82aaa73aedce0e5deee9ad0927e1260"
           *             }
           *           }
           *         }
           *       ],
           *       "hash_algo": "sha256"
           *     }
           */
          readonly 'application/vnd.git-lfs+json': components['schemas']['lfs.batch.200'];
        };
      };
      readonly 400: components['responses']['LfsBadRequest'];
      readonly 401: components['responses']['LfsUnauthorized'];
      /** @description A limit of the plan, or of the service, is reached. */
      readonly 402: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/vnd.git-lfs+json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'quota_exceeded';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'storage_quota' | 'max_session_objects';
                /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
                readonly limit: number;
                readonly current: number;
              };
              readonly message: string;
              readonly request_id: string;
            };
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
      readonly 403: components['responses']['LfsForbidden'];
      readonly 404: components['responses']['LfsNotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/vnd.git-lfs+json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'hash_algorithm';
              };
              readonly message: string;
              readonly request_id: string;
            };
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
      readonly 413: components['responses']['LfsPayloadTooLarge'];
      readonly 429: components['responses']['LfsRateLimited'];
      readonly 500: components['responses']['LfsInternal'];
      readonly 503: components['responses']['LfsUnavailable'];
      readonly default: components['responses']['LfsOtherError'];
    };
  };
  readonly 'lfs.verify': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly oid: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "oid": "1666bad2819cd229d1c9f7ba8dbb510356dc41a32cb7cab36370eead6c16a5bb",
         *       "size": 17
         *     }
         */
        readonly 'application/json': components['schemas']['lfs.verify.request'];
        /**
         * @example {
         *       "oid": "1666bad2819cd229d1c9f7ba8dbb510356dc41a32cb7cab36370eead6c16a5bb",
         *       "size": 17
         *     }
         */
        readonly 'application/vnd.git-lfs+json': components['schemas']['lfs.verify.lenient-request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /** @example {} */
          readonly 'application/vnd.git-lfs+json': components['schemas']['lfs.verify.200'];
        };
      };
      readonly 400: components['responses']['LfsBadRequest'];
      /** @description A limit of the plan, or of the service, is reached. */
      readonly 402: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/vnd.git-lfs+json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'quota_exceeded';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'storage_quota';
                /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
                readonly limit: number;
                readonly current: number;
              };
              readonly message: string;
              readonly request_id: string;
            };
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
      readonly 403: components['responses']['LfsForbidden'];
      /** @description What the path or an id names is missing, or the caller may not know of it. */
      readonly 404: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/vnd.git-lfs+json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'not_found';
              readonly details?: {
                /** @enum {string} */
                readonly reason: 'not_uploaded';
              };
              readonly message: string;
              readonly request_id: string;
            };
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/vnd.git-lfs+json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'size_mismatch' | 'checksum_mismatch';
                /** @description Which of several objects the reason is about: the first one */
                readonly oid?: string;
              };
              readonly message: string;
              readonly request_id: string;
            };
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
      readonly 413: components['responses']['LfsPayloadTooLarge'];
      readonly 500: components['responses']['LfsInternal'];
      readonly 503: components['responses']['LfsUnavailable'];
      readonly default: components['responses']['LfsOtherError'];
    };
  };
  readonly 'locks.list': {
    readonly parameters: {
      readonly query?: {
        readonly path?: string;
        readonly id?: string;
        readonly cursor?: '' | string;
        readonly limit?: number;
        readonly refspec?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "locks": [
           *         {
           *           "id": "00000000-0000-4000-8000-00000000001c",
           *           "path": "models/small.safetensors",
           *           "locked_at": "2026-01-01T00:00:00.000Z",
           *           "owner": {
           *             "name": "Olivia Owner"
           *           }
           *         }
           *       ]
           *     }
           */
          readonly 'application/vnd.git-lfs+json': components['schemas']['locks.list.200'];
        };
      };
      readonly 400: components['responses']['LfsBadRequest'];
      readonly 401: components['responses']['LfsUnauthorized'];
      readonly 403: components['responses']['LfsForbidden'];
      readonly 404: components['responses']['LfsNotFound'];
      readonly 429: components['responses']['LfsRateLimited'];
      readonly 500: components['responses']['LfsInternal'];
      readonly 503: components['responses']['LfsUnavailable'];
      readonly default: components['responses']['LfsOtherError'];
    };
  };
  readonly 'locks.create': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "path": "models/small.safetensors"
         *     }
         */
        readonly 'application/json': components['schemas']['locks.create.request'];
        /**
         * @example {
         *       "path": "models/small.safetensors"
         *     }
         */
        readonly 'application/vnd.git-lfs+json': components['schemas']['locks.create.lenient-request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "lock": {
           *         "id": "00000000-0000-4000-8000-00000000001c",
           *         "path": "models/small.safetensors",
           *         "locked_at": "2026-01-01T00:00:00.000Z",
           *         "owner": {
           *           "name": "Olivia Owner"
           *         }
           *       }
           *     }
           */
          readonly 'application/vnd.git-lfs+json': components['schemas']['locks.create.201'];
        };
      };
      readonly 400: components['responses']['LfsBadRequest'];
      readonly 401: components['responses']['LfsUnauthorized'];
      /** @description A limit of the plan, or of the service, is reached. */
      readonly 402: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/vnd.git-lfs+json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'quota_exceeded';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'max_locks';
                /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
                readonly limit: number;
                readonly current: number;
              };
              readonly message: string;
              readonly request_id: string;
            };
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
      readonly 403: components['responses']['LfsForbidden'];
      readonly 404: components['responses']['LfsNotFound'];
      /** @description Done. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "lock": {
           *         "id": "00000000-0000-4000-8000-00000000001c",
           *         "path": "models/small.safetensors",
           *         "locked_at": "2026-01-01T00:00:00.000Z",
           *         "owner": {
           *           "name": "Olivia Owner"
           *         }
           *       },
           *       "message": "This path is locked already.",
           *       "request_id": "example",
           *       "error": {
           *         "code": "conflict",
           *         "message": "This path is locked already.",
           *         "request_id": "example",
           *         "details": {
           *           "reason": "already_locked"
           *         }
           *       }
           *     }
           */
          readonly 'application/vnd.git-lfs+json': components['schemas']['locks.create.409'];
        };
      };
      readonly 413: components['responses']['LfsPayloadTooLarge'];
      readonly 429: components['responses']['LfsRateLimited'];
      readonly 500: components['responses']['LfsInternal'];
      readonly 503: components['responses']['LfsUnavailable'];
      readonly default: components['responses']['LfsOtherError'];
    };
  };
  readonly 'locks.verify': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "limit": 100
         *     }
         */
        readonly 'application/json': components['schemas']['locks.verify.request'];
        /**
         * @example {
         *       "limit": 100
         *     }
         */
        readonly 'application/vnd.git-lfs+json': components['schemas']['locks.verify.lenient-request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ours": [
           *         {
           *           "id": "00000000-0000-4000-8000-00000000001c",
           *           "path": "models/small.safetensors",
           *           "locked_at": "2026-01-01T00:00:00.000Z",
           *           "owner": {
           *             "name": "Olivia Owner"
           *           }
           *         }
           *       ],
           *       "theirs": []
           *     }
           */
          readonly 'application/vnd.git-lfs+json': components['schemas']['locks.verify.200'];
        };
      };
      readonly 400: components['responses']['LfsBadRequest'];
      readonly 401: components['responses']['LfsUnauthorized'];
      readonly 403: components['responses']['LfsForbidden'];
      readonly 404: components['responses']['LfsNotFound'];
      readonly 413: components['responses']['LfsPayloadTooLarge'];
      readonly 429: components['responses']['LfsRateLimited'];
      readonly 500: components['responses']['LfsInternal'];
      readonly 503: components['responses']['LfsUnavailable'];
      readonly default: components['responses']['LfsOtherError'];
    };
  };
  readonly 'locks.unlock': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly lockID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "force": false
         *     }
         */
        readonly 'application/json': components['schemas']['locks.unlock.request'];
        /**
         * @example {
         *       "force": false
         *     }
         */
        readonly 'application/vnd.git-lfs+json': components['schemas']['locks.unlock.lenient-request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "lock": {
           *         "id": "00000000-0000-4000-8000-00000000001c",
           *         "path": "models/small.safetensors",
           *         "locked_at": "2026-01-01T00:00:00.000Z",
           *         "owner": {
           *           "name": "Olivia Owner"
           *         }
           *       }
           *     }
           */
          readonly 'application/vnd.git-lfs+json': components['schemas']['locks.unlock.200'];
        };
      };
      readonly 400: components['responses']['LfsBadRequest'];
      readonly 401: components['responses']['LfsUnauthorized'];
      readonly 403: components['responses']['LfsForbidden'];
      readonly 404: components['responses']['LfsNotFound'];
      readonly 413: components['responses']['LfsPayloadTooLarge'];
      readonly 429: components['responses']['LfsRateLimited'];
      readonly 500: components['responses']['LfsInternal'];
      readonly 503: components['responses']['LfsUnavailable'];
      readonly default: components['responses']['LfsOtherError'];
    };
  };
  readonly 'tree.get': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description One range of bytes, such as `bytes=0-99`, `bytes=100-` or `bytes=-100`, or, of a pack and with an Accept that names `multipart/byteranges`, 2 to 128 such as `bytes=0-99,100-149,300-399`, each with both ends, in order, without overlap and inside of the pack; any other is ignored */
        readonly Range?: string;
        /** @description Answers all bytes unless this is their ETag */
        readonly 'If-Range'?: string;
        /** @description Answers 412 unless the ETag is one of these */
        readonly 'If-Match'?: string;
        /** @description Answers 304 when the ETag is one of these */
        readonly 'If-None-Match'?: string;
      };
      readonly path: {
        readonly repoID: string;
        readonly path: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The bytes. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly 'Content-Length': components['headers']['ContentLength'];
          readonly 'Accept-Ranges': components['headers']['AcceptRanges'];
          readonly ETag: components['headers']['ETag'];
          readonly 'X-SVC-State': components['headers']['State'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/octet-stream': Uint8Array;
        };
      };
      /** @description The bytes of one range; of a pack those of several, as multipart/byteranges without Content-Range where Accept names that type. */
      readonly 206: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly 'Content-Range': components['headers']['ContentRange'];
          readonly 'Content-Length': components['headers']['ContentLength'];
          readonly 'Accept-Ranges': components['headers']['AcceptRanges'];
          readonly ETag: components['headers']['ETag'];
          readonly 'X-SVC-State': components['headers']['State'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/octet-stream': Uint8Array;
          readonly 'multipart/byteranges': Uint8Array;
        };
      };
      /** @description The bytes are those that If-None-Match names. */
      readonly 304: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly ETag: components['headers']['ETag'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['LfsBadRequest'];
      readonly 401: components['responses']['LfsUnauthorized'];
      readonly 403: components['responses']['LfsForbidden'];
      /** @description What the path or an id names is missing, or the caller may not know of it. */
      readonly 404: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Not found: nothing that this caller may see at this path.",
           *       "request_id": "example",
           *       "error": {
           *         "code": "not_found",
           *         "message": "Not found: nothing that this caller may see at this path.",
           *         "request_id": "example"
           *       }
           *     }
           */
          readonly 'application/vnd.git-lfs+json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'not_found';
              readonly details?: {
                /** @enum {string} */
                readonly reason: 'damaged';
              };
              readonly message: string;
              readonly request_id: string;
            };
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
      readonly 412: components['responses']['LfsPreconditionFailed'];
      readonly 416: components['responses']['LfsRangeNotSatisfiable'];
      readonly 429: components['responses']['LfsRateLimited'];
      readonly 500: components['responses']['LfsInternal'];
      readonly 503: components['responses']['LfsUnavailable'];
      readonly default: components['responses']['LfsOtherError'];
    };
  };
  readonly 'tree.put': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        readonly 'content-encoding'?: 'identity';
      };
      readonly path: {
        readonly repoID: string;
        readonly path: string;
      };
      readonly cookie?: never;
    };
    /** @description The bytes. Their number is sent as Content-Length; Content-Range, If-Match and If-None-Match are refused, since a file is stored as a whole. */
    readonly requestBody: {
      readonly content: {
        readonly 'application/octet-stream': Uint8Array;
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['LfsBadRequest'];
      readonly 401: components['responses']['LfsUnauthorized'];
      /** @description A limit of the plan, or of the service, is reached. */
      readonly 402: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/vnd.git-lfs+json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'quota_exceeded';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'storage_quota' | 'max_tree_files';
                /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
                readonly limit: number;
                readonly current: number;
              };
              readonly message: string;
              readonly request_id: string;
            };
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
      readonly 403: components['responses']['LfsForbidden'];
      readonly 404: components['responses']['LfsNotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/vnd.git-lfs+json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'directory_file_conflict' | 'manifest_frozen';
              };
              readonly message: string;
              readonly request_id: string;
            };
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
      readonly 413: components['responses']['LfsPayloadTooLarge'];
      /** @description There are too many requests, or too much of something goes on at once. */
      readonly 429: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly 'Retry-After': components['headers']['RetryAfter'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/vnd.git-lfs+json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'rate_limited';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'concurrent_writes' | 'unfinished_bytes' | 'request_rate';
              };
              readonly message: string;
              readonly request_id: string;
            };
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
      readonly 500: components['responses']['LfsInternal'];
      readonly 503: components['responses']['LfsUnavailable'];
      readonly default: components['responses']['LfsOtherError'];
    };
  };
  readonly 'tree.head': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description Answers 412 unless the ETag is one of these */
        readonly 'If-Match'?: string;
        /** @description Answers 304 when the ETag is one of these */
        readonly 'If-None-Match'?: string;
      };
      readonly path: {
        readonly repoID: string;
        readonly path: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The number of bytes, as Content-Length. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly 'Content-Length': components['headers']['ContentLength'];
          readonly 'Accept-Ranges': components['headers']['AcceptRanges'];
          readonly ETag: components['headers']['ETag'];
          readonly 'X-SVC-State': components['headers']['State'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The bytes are those that If-None-Match names. */
      readonly 304: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly ETag: components['headers']['ETag'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['LfsBadRequest'];
      readonly 401: components['responses']['LfsUnauthorized'];
      readonly 403: components['responses']['LfsForbidden'];
      /** @description What the path or an id names is missing, or the caller may not know of it. */
      readonly 404: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/vnd.git-lfs+json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'not_found';
              readonly details?: {
                /** @enum {string} */
                readonly reason: 'damaged';
              };
              readonly message: string;
              readonly request_id: string;
            };
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
      readonly 412: components['responses']['LfsPreconditionFailed'];
      readonly 429: components['responses']['LfsRateLimited'];
      readonly 500: components['responses']['LfsInternal'];
      readonly 503: components['responses']['LfsUnavailable'];
      readonly default: components['responses']['LfsOtherError'];
    };
  };
  readonly 'tree.lookUp': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "chunks": [
         *         "595bc128f59fc10d1046f15bbba4711b03e545de1373695e06b1d3c95cd07c90",
         *         "ec249e1a3c75bd1774e8bf642336baaa51cd130fdffce4fda617faa8198093d4"
         *       ],
         *       "sizes": [
         *         1800
         *       ],
         *       "oids": [
         *         "5f032995374590f2ba0f8324fec3f6b784079d50125e5560119056ee711435cc"
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['tree.lookUp.request'];
        /**
         * @example {
         *       "chunks": [
         *         "595bc128f59fc10d1046f15bbba4711b03e545de1373695e06b1d3c95cd07c90",
         *         "ec249e1a3c75bd1774e8bf642336baaa51cd130fdffce4fda617faa8198093d4"
         *       ],
         *       "sizes": [
         *         1800
         *       ],
         *       "oids": [
         *         "5f032995374590f2ba0f8324fec3f6b784079d50125e5560119056ee711435cc"
         *       ]
         *     }
         */
        readonly 'application/vnd.git-lfs+json': components['schemas']['tree.lookUp.lenient-request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "packs": [
           *         "9e4661962fc0625512128bb834f74f75d235e52fe2159a5abad251c777651f8b"
           *       ],
           *       "chunks": [
           *         [
           *           0,
           *           0,
           *           8,
           *           1024,
           *           1024,
           *           0
           *         ],
           *         [
           *           1,
           *           0,
           *           1032,
           *           776,
           *           776,
           *           0
           *         ]
           *       ],
           *       "sizes": [
           *         1800
           *       ],
           *       "objects": [
           *         {
           *           "oid": "5f032995374590f2ba0f8324fec3f6b784079d50125e5560119056ee711435cc",
           *           "size": 1800
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['tree.lookUp.200'];
        };
      };
      readonly 400: components['responses']['LfsBadRequest'];
      readonly 401: components['responses']['LfsUnauthorized'];
      readonly 403: components['responses']['LfsForbidden'];
      readonly 404: components['responses']['LfsNotFound'];
      readonly 413: components['responses']['LfsPayloadTooLarge'];
      readonly 429: components['responses']['LfsRateLimited'];
      readonly 500: components['responses']['LfsInternal'];
      readonly 503: components['responses']['LfsUnavailable'];
      readonly default: components['responses']['LfsOtherError'];
    };
  };
  readonly 'tree.declare': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "push": "push-1",
         *       "from": 0,
         *       "packs": [
         *         "9e4661962fc0625512128bb834f74f75d235e52fe2159a5abad251c777651f8b"
         *       ],
         *       "chunks": [
         *         [
         *           "595bc128f59fc10d1046f15bbba4711b03e545de1373695e06b1d3c95cd07c90",
         *           0,
         *           8,
         *           1024,
         *           1024,
         *           0
         *         ],
         *         [
         *           "ec249e1a3c75bd1774e8bf642336baaa51cd130fdffce4fda617faa8198093d4",
         *           0,
         *           1032,
         *           776,
         *           776,
         *           0
         *         ]
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['tree.declare.request'];
        /**
         * @example {
         *       "push": "push-1",
         *       "from": 0,
         *       "packs": [
         *         "9e4661962fc0625512128bb834f74f75d235e52fe2159a5abad251c777651f8b"
         *       ],
         *       "chunks": [
         *         [
         *           "595bc128f59fc10d1046f15bbba4711b03e545de1373695e06b1d3c95cd07c90",
         *           0,
         *           8,
         *           1024,
         *           1024,
         *           0
         *         ],
         *         [
         *           "ec249e1a3c75bd1774e8bf642336baaa51cd130fdffce4fda617faa8198093d4",
         *           0,
         *           1032,
         *           776,
         *           776,
         *           0
         *         ]
         *       ]
         *     }
         */
        readonly 'application/vnd.git-lfs+json': components['schemas']['tree.declare.lenient-request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "proving": true
           *     }
           */
          readonly 'application/json': components['schemas']['tree.declare.200'];
        };
      };
      readonly 400: components['responses']['LfsBadRequest'];
      readonly 401: components['responses']['LfsUnauthorized'];
      readonly 403: components['responses']['LfsForbidden'];
      readonly 404: components['responses']['LfsNotFound'];
      readonly 413: components['responses']['LfsPayloadTooLarge'];
      readonly 429: components['responses']['LfsRateLimited'];
      readonly 500: components['responses']['LfsInternal'];
      readonly 503: components['responses']['LfsUnavailable'];
      readonly default: components['responses']['LfsOtherError'];
    };
  };
  readonly 'tree.convert': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "oid": "5f032995374590f2ba0f8324fec3f6b784079d50125e5560119056ee711435cc",
         *       "chunks": [
         *         "595bc128f59fc10d1046f15bbba4711b03e545de1373695e06b1d3c95cd07c90",
         *         "ec249e1a3c75bd1774e8bf642336baaa51cd130fdffce4fda617faa8198093d4"
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['tree.convert.request'];
        /**
         * @example {
         *       "oid": "5f032995374590f2ba0f8324fec3f6b784079d50125e5560119056ee711435cc",
         *       "chunks": [
         *         "595bc128f59fc10d1046f15bbba4711b03e545de1373695e06b1d3c95cd07c90",
         *         "ec249e1a3c75bd1774e8bf642336baaa51cd130fdffce4fda617faa8198093d4"
         *       ]
         *     }
         */
        readonly 'application/vnd.git-lfs+json': components['schemas']['tree.convert.lenient-request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "state": "chunks"
           *     }
           */
          readonly 'application/json': components['schemas']['tree.convert.200'];
        };
      };
      readonly 400: components['responses']['LfsBadRequest'];
      readonly 401: components['responses']['LfsUnauthorized'];
      readonly 403: components['responses']['LfsForbidden'];
      readonly 404: components['responses']['LfsNotFound'];
      readonly 413: components['responses']['LfsPayloadTooLarge'];
      readonly 429: components['responses']['LfsRateLimited'];
      readonly 500: components['responses']['LfsInternal'];
      readonly 503: components['responses']['LfsUnavailable'];
      readonly default: components['responses']['LfsOtherError'];
    };
  };
  readonly 'tree.finalize': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "objects": [
         *         {
         *           "oid": "5f032995374590f2ba0f8324fec3f6b784079d50125e5560119056ee711435cc",
         *           "size": 1800
         *         }
         *       ],
         *       "stats": {
         *         "kind": "push",
         *         "duration_ms": 1200,
         *         "logical_bytes": 1800,
         *         "stored_bytes": 1910,
         *         "object_count": 1
         *       }
         *     }
         */
        readonly 'application/json': components['schemas']['tree.finalize.request'];
        /**
         * @example {
         *       "objects": [
         *         {
         *           "oid": "5f032995374590f2ba0f8324fec3f6b784079d50125e5560119056ee711435cc",
         *           "size": 1800
         *         }
         *       ],
         *       "stats": {
         *         "kind": "push",
         *         "duration_ms": 1200,
         *         "logical_bytes": 1800,
         *         "stored_bytes": 1910,
         *         "object_count": 1
         *       }
         *     }
         */
        readonly 'application/vnd.git-lfs+json': components['schemas']['tree.finalize.lenient-request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "generation": 5,
           *       "objects": 1
           *     }
           */
          readonly 'application/json': components['schemas']['tree.finalize.200'];
        };
      };
      readonly 400: components['responses']['LfsBadRequest'];
      readonly 401: components['responses']['LfsUnauthorized'];
      /** @description A limit of the plan, or of the service, is reached. */
      readonly 402: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/vnd.git-lfs+json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'quota_exceeded';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'max_object_size' | 'storage_quota' | 'max_tree_files';
                /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
                readonly limit: number;
                readonly current: number;
              };
              readonly message: string;
              readonly request_id: string;
            };
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
      readonly 403: components['responses']['LfsForbidden'];
      readonly 404: components['responses']['LfsNotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/vnd.git-lfs+json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason:
                  | 'size_mismatch'
                  | 'not_uploaded'
                  | 'manifest_invalid'
                  | 'pack_invalid'
                  | 'chunks_gone'
                  | 'checksum_mismatch';
                /** @description Which of several objects the reason is about: the first one */
                readonly oid?: string;
                /** @description For `pack_invalid` and `not_uploaded`, the name of the pack, where it is one */
                readonly pack?: string;
                /** @description For `pack_invalid` and `manifest_invalid`, what is wrong, in a word of docs/formats.md; `damaged`: the bytes are no longer those that were sent, and sending them again heals them */
                readonly problem?: string;
                /** @description For `chunks_gone`, the packs, chunk maps and manifests that are to be sent again, by their paths; the first 100 */
                readonly paths?: readonly string[];
              };
              readonly message: string;
              readonly request_id: string;
            };
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
      readonly 413: components['responses']['LfsPayloadTooLarge'];
      /** @description There are too many requests, or too much of something goes on at once. */
      readonly 429: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly 'Retry-After': components['headers']['RetryAfter'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/vnd.git-lfs+json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'rate_limited';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'concurrent_writes' | 'unfinished_bytes' | 'request_rate';
              };
              readonly message: string;
              readonly request_id: string;
            };
            readonly message: string;
            readonly request_id: string;
          };
        };
      };
      readonly 500: components['responses']['LfsInternal'];
      readonly 503: components['responses']['LfsUnavailable'];
      readonly default: components['responses']['LfsOtherError'];
    };
  };
  readonly 'transfers.report': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "kind": "pull",
         *       "duration_ms": 800,
         *       "object_count": 1
         *     }
         */
        readonly 'application/json': components['schemas']['transfers.report.request'];
        /**
         * @example {
         *       "kind": "pull",
         *       "duration_ms": 800,
         *       "object_count": 1
         *     }
         */
        readonly 'application/vnd.git-lfs+json': components['schemas']['transfers.report.lenient-request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /** @example {} */
          readonly 'application/json': components['schemas']['transfers.report.201'];
        };
      };
      readonly 400: components['responses']['LfsBadRequest'];
      readonly 401: components['responses']['LfsUnauthorized'];
      readonly 403: components['responses']['LfsForbidden'];
      readonly 404: components['responses']['LfsNotFound'];
      readonly 413: components['responses']['LfsPayloadTooLarge'];
      readonly 429: components['responses']['LfsRateLimited'];
      readonly 500: components['responses']['LfsInternal'];
      readonly 503: components['responses']['LfsUnavailable'];
      readonly default: components['responses']['LfsOtherError'];
    };
  };
  readonly 'index.state': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "index": {
           *         "indexed": true,
           *         "object_format": "sha1",
           *         "generation": 1,
           *         "commits": 1,
           *         "objects": 2,
           *         "indexed_at": "2026-01-01T00:00:00.000Z",
           *         "refs": [
           *           {
           *             "name": "refs/heads/main",
           *             "target": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9"
           *           },
           *           {
           *             "name": "refs/tags/v1",
           *             "target": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
           *             "tag_id": "2a1073a6e67f0e5f09a5957c659503c690efe727"
           *           }
           *         ]
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['index.state.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'index.open': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "object_format": "sha1"
         *     }
         */
        readonly 'application/json': components['schemas']['index.open.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 201: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session": {
           *         "id": "00000000-0000-4000-8000-000000000020",
           *         "base_generation": 0,
           *         "expires_at": "2026-01-02T00:00:00.000Z"
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['index.open.201'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'object_format';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'index.commits': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly sessionID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "commits": [
         *         {
         *           "id": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
         *           "raw": "dHJlZSBmMjExOTI3OTY3Yjk4ZjdhNGVmZTRiNDNkNDRhYjdhY2MyY2ZkMGMxCmF1dGhvciBBZGEgPGFkYUBleGFtcGxlLnRlc3Q+IDE3NjcyMjU2MDAgKzAxMDAKY29tbWl0dGVyIEFkYSA8YWRhQGV4YW1wbGUudGVzdD4gMTc2NzIyNTYwMCArMDEwMAoKRGVzY3JpYmUgdGhlIG1vZGVscwo="
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['index.commits.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "accepted": 1,
           *       "already_indexed": 0
           *     }
           */
          readonly 'application/json': components['schemas']['index.commits.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      /** @description A limit of the plan, or of the service, is reached. */
      readonly 402: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'quota_exceeded';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'max_git_commits' | 'max_git_index_bytes';
                /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
                readonly limit: number;
                readonly current: number;
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'session_expired' | 'session_finalized';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'index.tree': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly sessionID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "objects": [
         *         {
         *           "id": "91361720ebfffda1ff30f500879c18dafe084dc9",
         *           "size": 9
         *         }
         *       ],
         *       "trees": [
         *         {
         *           "commit": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
         *           "changes": [
         *             [
         *               "README.md",
         *               "100644",
         *               "91361720ebfffda1ff30f500879c18dafe084dc9"
         *             ]
         *           ],
         *           "is_last": true
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': components['schemas']['index.tree.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "completed": 1,
           *       "pending": 0
           *     }
           */
          readonly 'application/json': components['schemas']['index.tree.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      /** @description A limit of the plan, or of the service, is reached. */
      readonly 402: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'quota_exceeded';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'max_git_index_bytes';
                /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
                readonly limit: number;
                readonly current: number;
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'session_expired' | 'session_finalized';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'index.finalize': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly sessionID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "refs": [
         *         {
         *           "name": "refs/heads/main",
         *           "target": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
         *           "expected": null
         *         },
         *         {
         *           "name": "refs/tags/v1",
         *           "target": "b4adf7e624cbbc4703e6ff467d7efa1e209549b9",
         *           "tag": {
         *             "id": "2a1073a6e67f0e5f09a5957c659503c690efe727",
         *             "tagger_name": "Ada",
         *             "tagger_email": "ada@example.test",
         *             "message": "The first release.",
         *             "tagged_at": "2026-01-01T00:00:00Z"
         *           }
         *         }
         *       ],
         *       "complete": false
         *     }
         */
        readonly 'application/json': components['schemas']['index.finalize.request'];
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "generation": 1,
           *       "commits": 1,
           *       "refs": 2,
           *       "missing_objects": 0
           *     }
           */
          readonly 'application/json': components['schemas']['index.finalize.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      /** @description A limit of the plan, or of the service, is reached. */
      readonly 402: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'quota_exceeded';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'max_git_refs' | 'max_git_index_bytes';
                /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
                readonly limit: number;
                readonly current: number;
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description The request contradicts the state that something is in. */
      readonly 409: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'conflict';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'session_expired' | 'index_moved' | 'ref_moved';
                /** @description Which branch or tag, for `ref_moved` */
                readonly ref?: string;
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'storage.download': {
    readonly parameters: {
      readonly query: {
        readonly expires: number;
        readonly kid: string;
      };
      readonly header?: {
        /** @description One range of bytes, such as `bytes=0-99`, `bytes=100-` or `bytes=-100`; any other is ignored */
        readonly Range?: string;
        /** @description Answers all bytes unless this is their ETag */
        readonly 'If-Range'?: string;
        /** @description Answers 412 unless the ETag is one of these */
        readonly 'If-Match'?: string;
        /** @description Answers 304 when the ETag is one of these */
        readonly 'If-None-Match'?: string;
      };
      readonly path: {
        readonly wildcard: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The bytes. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly 'Content-Length': components['headers']['ContentLength'];
          readonly 'Accept-Ranges': components['headers']['AcceptRanges'];
          readonly ETag: components['headers']['ETag'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/octet-stream': Uint8Array;
        };
      };
      /** @description The bytes of one range. */
      readonly 206: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly 'Content-Range': components['headers']['ContentRange'];
          readonly 'Content-Length': components['headers']['ContentLength'];
          readonly 'Accept-Ranges': components['headers']['AcceptRanges'];
          readonly ETag: components['headers']['ETag'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/octet-stream': Uint8Array;
        };
      };
      /** @description The bytes are those that If-None-Match names. */
      readonly 304: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly ETag: components['headers']['ETag'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 403: components['responses']['Forbidden'];
      /** @description What the path or an id names is missing, or the caller may not know of it. */
      readonly 404: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'not_found';
              readonly details?: {
                /** @enum {string} */
                readonly reason: 'damaged';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 412: components['responses']['PreconditionFailed'];
      readonly 416: components['responses']['RangeNotSatisfiable'];
      readonly 500: components['responses']['Internal'];
      /** @description The service is starting, or a part that it depends on does not answer now. */
      readonly 503: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly 'Retry-After': components['headers']['RetryAfter'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'unavailable';
              readonly details?: {
                /** @enum {string} */
                readonly reason: 'too_many_downloads' | 'storage_full' | 'storage_damaged' | 'storage_refused' | 'contended';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'storage.upload': {
    readonly parameters: {
      readonly query: {
        readonly expires: number;
        readonly kid: string;
        readonly size: number;
      };
      readonly header?: never;
      readonly path: {
        readonly wildcard: string;
      };
      readonly cookie?: never;
    };
    /** @description The bytes. Their number is sent as Content-Length; Content-Range, If-Match and If-None-Match are refused, since a file is stored as a whole. */
    readonly requestBody: {
      readonly content: {
        readonly 'application/octet-stream': Uint8Array;
      };
    };
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['BadRequest'];
      /** @description A limit of the plan, or of the service, is reached. */
      readonly 402: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'quota_exceeded';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'storage_quota';
                /** @description A count, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes` */
                readonly limit: number;
                readonly current: number;
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      /** @description There are too many requests, or too much of something goes on at once. */
      readonly 429: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly 'Retry-After': components['headers']['RetryAfter'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'rate_limited';
              readonly details: {
                /** @enum {string} */
                readonly reason: 'concurrent_writes' | 'unfinished_bytes';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'agent.download': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description One range of bytes, such as `bytes=0-99`, `bytes=100-` or `bytes=-100`; any other is ignored */
        readonly Range?: string;
        /** @description Answers all bytes unless this is their ETag */
        readonly 'If-Range'?: string;
        /** @description Answers 412 unless the ETag is one of these */
        readonly 'If-Match'?: string;
        /** @description Answers 304 when the ETag is one of these */
        readonly 'If-None-Match'?: string;
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The bytes. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly 'Content-Length': components['headers']['ContentLength'];
          readonly 'Accept-Ranges': components['headers']['AcceptRanges'];
          readonly ETag: components['headers']['ETag'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/octet-stream': Uint8Array;
        };
      };
      /** @description The bytes of one range. */
      readonly 206: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly 'Content-Range': components['headers']['ContentRange'];
          readonly 'Content-Length': components['headers']['ContentLength'];
          readonly 'Accept-Ranges': components['headers']['AcceptRanges'];
          readonly ETag: components['headers']['ETag'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/octet-stream': Uint8Array;
        };
      };
      /** @description The bytes are those that If-None-Match names. */
      readonly 304: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly ETag: components['headers']['ETag'];
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 404: components['responses']['NotFound'];
      readonly 412: components['responses']['PreconditionFailed'];
      readonly 416: components['responses']['RangeNotSatisfiable'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'activity.list': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly skip?: number;
        readonly type?:
          | 'repository.created'
          | 'repository.updated'
          | 'repository.deleted'
          | 'repository.push'
          | 'organization.updated'
          | 'member.joined'
          | 'member.left'
          | 'member.role_changed'
          | 'token.created'
          | 'token.revoked';
        readonly actor?: string;
        readonly repo?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "activity": [
           *         {
           *           "id": "15",
           *           "type": "repository.created",
           *           "actor": {
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner"
           *           },
           *           "repository": {
           *             "id": "00000000-0000-4000-8000-000000000025",
           *             "slug": "datasets"
           *           },
           *           "data": {
           *             "visibility": "PRIVATE",
           *             "storage_mode": "managed"
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "14",
           *           "type": "repository.push",
           *           "actor": {
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner"
           *           },
           *           "repository": {
           *             "id": "00000000-0000-4000-8000-000000000004",
           *             "slug": "models"
           *           },
           *           "data": {
           *             "objects": 2,
           *             "bytes": 1927,
           *             "generation": 5
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "13",
           *           "type": "repository.push",
           *           "actor": {
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner"
           *           },
           *           "repository": {
           *             "id": "00000000-0000-4000-8000-000000000004",
           *             "slug": "models"
           *           },
           *           "data": {
           *             "objects": 2,
           *             "bytes": 176,
           *             "generation": 1
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "12",
           *           "type": "member.joined",
           *           "data": {
           *             "user_id": "00000000-0000-4000-8000-000000000017",
           *             "name": "carl",
           *             "role": "VIEWER"
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "11",
           *           "type": "repository.updated",
           *           "actor": {
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner"
           *           },
           *           "repository": {
           *             "id": "00000000-0000-4000-8000-000000000013",
           *             "slug": "weights"
           *           },
           *           "data": {
           *             "name": "Model weights"
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "10",
           *           "type": "repository.created",
           *           "actor": {
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner"
           *           },
           *           "repository": {
           *             "id": "00000000-0000-4000-8000-000000000013",
           *             "slug": "weights"
           *           },
           *           "data": {
           *             "visibility": "INTERNAL",
           *             "storage_mode": "managed"
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "9",
           *           "type": "token.created",
           *           "actor": {
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner"
           *           },
           *           "data": {
           *             "token_id": "00000000-0000-4000-8000-000000000010",
           *             "name": "CI",
           *             "kind": "CI"
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "8",
           *           "type": "member.joined",
           *           "actor": {
           *             "id": "00000000-0000-4000-8000-00000000000a",
           *             "name": "bob"
           *           },
           *           "data": {
           *             "user_id": "00000000-0000-4000-8000-00000000000a",
           *             "name": "bob",
           *             "role": "VIEWER"
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "7",
           *           "type": "member.joined",
           *           "actor": {
           *             "id": "00000000-0000-4000-8000-00000000000c",
           *             "name": "eve"
           *           },
           *           "data": {
           *             "user_id": "00000000-0000-4000-8000-00000000000c",
           *             "name": "eve",
           *             "role": "VIEWER"
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "6",
           *           "type": "member.left",
           *           "actor": {
           *             "id": "00000000-0000-4000-8000-00000000000a",
           *             "name": "bob"
           *           },
           *           "data": {
           *             "user_id": "00000000-0000-4000-8000-00000000000a",
           *             "name": "bob"
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "5",
           *           "type": "member.role_changed",
           *           "actor": {
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner"
           *           },
           *           "data": {
           *             "user_id": "00000000-0000-4000-8000-000000000008",
           *             "name": "ada",
           *             "role": "ADMIN"
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "4",
           *           "type": "member.joined",
           *           "data": {
           *             "user_id": "00000000-0000-4000-8000-00000000000a",
           *             "name": "bob",
           *             "role": "VIEWER"
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "3",
           *           "type": "member.joined",
           *           "data": {
           *             "user_id": "00000000-0000-4000-8000-000000000008",
           *             "name": "ada",
           *             "role": "DEVELOPER"
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "2",
           *           "type": "organization.updated",
           *           "actor": {
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner"
           *           },
           *           "data": {
           *             "name": "Acme Models"
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "1",
           *           "type": "repository.created",
           *           "actor": {
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner"
           *           },
           *           "repository": {
           *             "id": "00000000-0000-4000-8000-000000000004",
           *             "slug": "models"
           *           },
           *           "data": {
           *             "visibility": "PRIVATE",
           *             "storage_mode": "managed"
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['activity.list.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'activity.listOfRepository': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly skip?: number;
        readonly type?:
          | 'repository.created'
          | 'repository.updated'
          | 'repository.deleted'
          | 'repository.push'
          | 'organization.updated'
          | 'member.joined'
          | 'member.left'
          | 'member.role_changed'
          | 'token.created'
          | 'token.revoked';
        readonly actor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "activity": [
           *         {
           *           "id": "14",
           *           "type": "repository.push",
           *           "actor": {
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner"
           *           },
           *           "repository": {
           *             "id": "00000000-0000-4000-8000-000000000004",
           *             "slug": "models"
           *           },
           *           "data": {
           *             "objects": 2,
           *             "bytes": 1927,
           *             "generation": 5
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "13",
           *           "type": "repository.push",
           *           "actor": {
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner"
           *           },
           *           "repository": {
           *             "id": "00000000-0000-4000-8000-000000000004",
           *             "slug": "models"
           *           },
           *           "data": {
           *             "objects": 2,
           *             "bytes": 176,
           *             "generation": 1
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         },
           *         {
           *           "id": "1",
           *           "type": "repository.created",
           *           "actor": {
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner"
           *           },
           *           "repository": {
           *             "id": "00000000-0000-4000-8000-000000000004",
           *             "slug": "models"
           *           },
           *           "data": {
           *             "visibility": "PRIVATE",
           *             "storage_mode": "managed"
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['activity.listOfRepository.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'artifacts.list': {
    readonly parameters: {
      readonly query?: {
        readonly repo?: string;
        readonly type?: 'model' | 'dataset' | 'media' | 'archive' | 'other';
        readonly q?: string;
        readonly sort?: 'recent' | 'size' | 'downloads' | 'name';
        readonly limit?: number;
        readonly before?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly orgID: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "artifacts": [
           *         {
           *           "repository": {
           *             "id": "00000000-0000-4000-8000-000000000004",
           *             "slug": "models",
           *             "name": "Models"
           *           },
           *           "oid": "5f032995374590f2ba0f8324fec3f6b784079d50125e5560119056ee711435cc",
           *           "type": "other",
           *           "size": 1800,
           *           "physical_size": 1910,
           *           "layout": "chunks",
           *           "downloads": 0,
           *           "created_at": "2026-01-01T00:00:00.000004Z"
           *         },
           *         {
           *           "repository": {
           *             "id": "00000000-0000-4000-8000-000000000004",
           *             "slug": "models",
           *             "name": "Models"
           *           },
           *           "oid": "1666bad2819cd229d1c9f7ba8dbb510356dc41a32cb7cab36370eead6c16a5bb",
           *           "type": "other",
           *           "size": 17,
           *           "physical_size": 17,
           *           "layout": "whole",
           *           "downloads": 0,
           *           "created_at": "2026-01-01T00:00:00.000003Z"
           *         },
           *         {
           *           "repository": {
           *             "id": "00000000-0000-4000-8000-000000000004",
           *             "slug": "models",
           *             "name": "Models"
           *           },
           *           "oid": "0cf96eef952fb8e0d4f9d07ced3cf8cc188e8942739b46e466ee596f9be7ebb9",
           *           "name": "models/large.safetensors",
           *           "type": "model",
           *           "size": 152,
           *           "physical_size": 152,
           *           "layout": "whole",
           *           "downloads": 0,
           *           "created_at": "2026-01-01T00:00:00.000002Z"
           *         },
           *         {
           *           "repository": {
           *             "id": "00000000-0000-4000-8000-000000000004",
           *             "slug": "models",
           *             "name": "Models"
           *           },
           *           "oid": "7ec4c211ada7f2321b7873535ae2ba1f7290fa65c22a9ec95fb1c752e037d1d4",
           *           "name": "models/small.safetensors",
           *           "type": "model",
           *           "size": 24,
           *           "physical_size": 24,
           *           "layout": "whole",
           *           "downloads": 0,
           *           "created_at": "2026-01-01T00:00:00.000000Z"
           *         }
           *       ],
           *       "total": 4
           *     }
           */
          readonly 'application/json': components['schemas']['artifacts.list.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'artifacts.get': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly oid: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "artifact": {
           *         "repository": {
           *           "id": "00000000-0000-4000-8000-000000000004",
           *           "slug": "models",
           *           "name": "Models"
           *         },
           *         "oid": "0cf96eef952fb8e0d4f9d07ced3cf8cc188e8942739b46e466ee596f9be7ebb9",
           *         "name": "models/large.safetensors",
           *         "type": "model",
           *         "size": 152,
           *         "physical_size": 152,
           *         "layout": "whole",
           *         "downloads": 0,
           *         "created_at": "2026-01-01T00:00:00.000002Z",
           *         "uploaded_by": {
           *           "id": "00000000-0000-4000-8000-000000000001",
           *           "name": "Olivia Owner"
           *         },
           *         "kept_by": {
           *           "refs": [],
           *           "commits": [],
           *           "uploads": [],
           *           "snapshots": [],
           *           "has_more": false
           *         }
           *       }
           *     }
           */
          readonly 'application/json': components['schemas']['artifacts.get.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'artifacts.timeline': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly before?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly oid: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "timeline": [
           *         {
           *           "repository": {
           *             "id": "00000000-0000-4000-8000-000000000004",
           *             "slug": "models",
           *             "name": "Models"
           *           },
           *           "oid": "0cf96eef952fb8e0d4f9d07ced3cf8cc188e8942739b46e466ee596f9be7ebb9",
           *           "name": "models/large.safetensors",
           *           "type": "model",
           *           "size": 152,
           *           "physical_size": 152,
           *           "layout": "whole",
           *           "downloads": 0,
           *           "created_at": "2026-01-01T00:00:00.000002Z",
           *           "uploaded_by": {
           *             "id": "00000000-0000-4000-8000-000000000001",
           *             "name": "Olivia Owner"
           *           }
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['artifacts.timeline.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'artifacts.references': {
    readonly parameters: {
      readonly query?: {
        readonly kind?: 'ref' | 'commit' | 'upload' | 'snapshot';
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly oid: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "indexed": true,
           *       "generation": 1,
           *       "references": []
           *     }
           */
          readonly 'application/json': components['schemas']['artifacts.references.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'artifacts.sharing': {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly oid: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "shared_with": [
           *         {
           *           "oid": "7616caa9c9720637e6092063820e497206087093601ab5247005d852ee36b8d3",
           *           "chunks": 32,
           *           "bytes": 8176
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': components['schemas']['artifacts.sharing.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      readonly 404: components['responses']['NotFound'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      readonly 503: components['responses']['Unavailable'];
      readonly default: components['responses']['OtherError'];
    };
  };
  readonly 'artifacts.compare': {
    readonly parameters: {
      readonly query?: {
        readonly status?: 'same' | 'moved' | 'changed' | 'undecided' | 'added' | 'removed';
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        readonly repoID: string;
        readonly oid: string;
        readonly other: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Done. */
      readonly 200: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "format": "safetensors",
           *       "has_chunk_maps": true,
           *       "tensors": [
           *         {
           *           "name": "embed",
           *           "status": "undecided",
           *           "dtype": "BF16",
           *           "shape": [
           *             64,
           *             32
           *           ],
           *           "bytes": 4096,
           *           "shared_bytes": 3856,
           *           "other": {
           *             "dtype": "BF16",
           *             "shape": [
           *               64,
           *               32
           *             ],
           *             "bytes": 4096
           *           }
           *         },
           *         {
           *           "name": "head",
           *           "status": "changed",
           *           "dtype": "BF16",
           *           "shape": [
           *             64,
           *             32
           *           ],
           *           "bytes": 4096,
           *           "shared_bytes": 0,
           *           "other": {
           *             "dtype": "BF16",
           *             "shape": [
           *               64,
           *               32
           *             ],
           *             "bytes": 4096
           *           }
           *         }
           *       ],
           *       "totals": {
           *         "same": {
           *           "tensors": 0,
           *           "bytes": 0
           *         },
           *         "moved": {
           *           "tensors": 0,
           *           "bytes": 0
           *         },
           *         "changed": {
           *           "tensors": 1,
           *           "bytes": 4096
           *         },
           *         "undecided": {
           *           "tensors": 2,
           *           "bytes": 8192
           *         },
           *         "added": {
           *           "tensors": 0,
           *           "bytes": 0
           *         },
           *         "removed": {
           *           "tensors": 0,
           *           "bytes": 0
           *         },
           *         "shared_bytes": 7936
           *       },
           *       "next_cursor": "WmaZ50sOMg"
           *     }
           */
          readonly 'application/json': components['schemas']['artifacts.compare.200'];
        };
      };
      readonly 400: components['responses']['BadRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['Forbidden'];
      /** @description What the path or an id names is missing, or the caller may not know of it. */
      readonly 404: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'not_found';
              readonly details?: {
                /** @enum {string} */
                readonly reason: 'damaged';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['Internal'];
      /** @description The service is starting, or a part that it depends on does not answer now. */
      readonly 503: {
        headers: {
          readonly 'X-Request-Id': components['headers']['RequestId'];
          readonly 'Retry-After': components['headers']['RetryAfter'];
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly error: {
              /** @enum {string} */
              readonly code: 'unavailable';
              readonly details?: {
                /** @enum {string} */
                readonly reason: 'too_many_downloads' | 'storage_full' | 'storage_damaged' | 'storage_refused' | 'contended';
              };
              readonly message: string;
              readonly request_id: string;
            };
          };
        };
      };
      readonly default: components['responses']['OtherError'];
    };
  };
}
