import type { ComponentChildren } from 'preact';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { Frame } from './frame.js';
import { pattern } from './paths.js';
import { SessionProvider, useSession } from './session/session.js';
import { SignInPage } from './session/sign-in-page.js';
import { SignedInPage } from './session/signed-in-page.js';
import { OrganizationsPage } from './organizations/organizations-page.js';
import { settings } from './settings.js';
import { FaultBoundary } from './ui/fault-boundary.js';
import { lazyPart } from './ui/lazy-part.js';
import { Problem } from './ui/problem.js';

const OrganizationPage = lazyPart(async () => (await import('./organizations/organization-page.js')).OrganizationPage);
const RepositoryPage = lazyPart(async () => (await import('./repositories/repository-page.js')).RepositoryPage);
const AccountPage = lazyPart(async () => (await import('./account/account-page.js')).AccountPage);
const NotificationsPage = lazyPart(async () => (await import('./account/notifications-page.js')).NotificationsPage);
const OperatorPage = lazyPart(async () => (await import('./operator/operator-page.js')).OperatorPage);
const SearchPage = lazyPart(async () => (await import('./search/search-page.js')).SearchPage);
const InvitationPage = lazyPart(async () => (await import('./account/invitation-page.js')).InvitationPage);

const NoPage = () => <Problem fault={new Error('There is no such page.')} />;

/** The router decodes each part of an address, and would throw at half a character. */
const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/** A page with a fault of its own leaves the way to the others. */
const PageBoundary = ({ children }: { readonly children: ComponentChildren }) => {
  const { url } = useLocation();
  return (
    <FaultBoundary of={url} message="This page cannot be shown. Load it again, or go to another one.">
      {children}
    </FaultBoundary>
  );
};

const Pages = () => {
  const { client } = useSession();
  const { path } = useLocation();
  if (client === undefined) {
    return (
      <Router>
        <Route path={pattern('/signed-in')} component={SignedInPage} />
        <Route default component={SignInPage} />
      </Router>
    );
  }
  if (!isDecodable(path)) {
    return (
      <Frame>
        <NoPage />
      </Frame>
    );
  }
  return (
    <Frame>
      <PageBoundary>
        <Router>
          <Route path={pattern('/')} component={OrganizationsPage} />
          <Route path={pattern('/sign-in')} component={OrganizationsPage} />
          <Route path={pattern('/signed-in')} component={OrganizationsPage} />
          <Route path={pattern('/organizations')} component={OrganizationsPage} />
          <Route path={pattern('/organizations/:organization/:tab?')} component={OrganizationPage} />
          <Route path={pattern('/repositories/:repository/:tab?/:item?')} component={RepositoryPage} />
          <Route path={pattern('/invitations/accept')} component={InvitationPage} />
          <Route path={pattern('/account')} component={AccountPage} />
          <Route path={pattern('/notifications')} component={NotificationsPage} />
          <Route path={pattern('/operator')} component={OperatorPage} />
          <Route path={pattern('/search')} component={SearchPage} />
          <Route default component={NoPage} />
        </Router>
      </PageBoundary>
    </Frame>
  );
};

/** Signed URLs, the API and downloads lie at the same origin: links there are no pages. */
const scope = new RegExp(
  `^${settings.basePath}/(?:organizations|repositories|sign-in|search|account|notifications|operator)(?:[/?]|$)|^${settings.basePath}/$`,
);

export const App = () => (
  <LocationProvider scope={scope}>
    <PageBoundary>
      <SessionProvider>
        <Pages />
      </SessionProvider>
    </PageBoundary>
  </LocationProvider>
);
