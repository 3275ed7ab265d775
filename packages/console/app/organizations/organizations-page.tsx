import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { paths } from '../paths.js';
import { Ago } from '../ui/ago.js';
import { Empty } from '../ui/empty.js';
import { Loaded } from '../ui/loaded.js';
import { NameForm } from '../ui/name-form.js';
import { Page } from '../ui/page.js';
import { MyInvitations, SharedRepositories } from './shared-with-me.js';
import { useCreateOrganization, useOrganizations } from './organizations.js';

/** The caller's organizations: where everything begins. */
export const OrganizationsPage = () => {
  const query = useOrganizations();
  const create = useCreateOrganization();
  const { route } = useLocation();
  const [isMaking, setMaking] = useState(false);
  const begin = (
    <button type="button" class="button main-action" onClick={() => setMaking(true)}>
      New organization
    </button>
  );
  return (
    <Page
      title="Organizations"
      about="An organization owns repositories and decides who may use them."
      actions={isMaking ? undefined : begin}
    >
      <div class="stack">
        {isMaking ? (
          <NameForm
            label="Name of the organization"
            hint="You become its owner. Its address is made of the name."
            action="Create organization"
            cancel={() => setMaking(false)}
            make={async (name) => route(paths.organization((await create.mutateAsync(name)).slug))}
          />
        ) : null}
        <MyInvitations />
        <Loaded query={query}>
          {({ items, isWhole }) =>
            items.length === 0 ? (
              <section class="card">
                <Empty title="You belong to no organization yet">
                  <p>Make one for yourself or your team. If you were invited to one, open the link of the invitation.</p>
                </Empty>
              </section>
            ) : (
              <section class="card table-scroll">
                <table class="table">
                  <thead>
                    <tr>
                      <th scope="col">Organization</th>
                      <th scope="col">Your role</th>
                      <th scope="col">Plan</th>
                      <th scope="col">Since</th>
                    </tr>
                  </thead>
                  <tbody>
                    {items.map(({ id, name, slug, role, plan_id: plan, created_at: createdAt }) => (
                      <tr key={id}>
                        <td>
                          <a href={paths.organization(slug)}>{name}</a> <span class="quiet small">{slug}</span>
                        </td>
                        <td>{role}</td>
                        <td>{plan}</td>
                        <td>
                          <Ago at={createdAt} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
                {isWhole ? null : <p class="file-foot">There are more. Search finds them.</p>}
              </section>
            )
          }
        </Loaded>
        <SharedRepositories />
      </div>
    </Page>
  );
};
