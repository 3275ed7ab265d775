import type { AppError, Application } from '@svc/core';
import { expect } from 'chai';
import { type Project, provisionProject } from '../src/index.js';
import { addOwner, createInMemoryApplication } from './in-memory-application.js';

describe('provisionProject', () => {
  let application: Application;
  let owner: Awaited<ReturnType<typeof addOwner>>;
  beforeEach(async () => {
    application = createInMemoryApplication();
    owner = await addOwner(application, 'ada@example.org');
  });

  const provision = async (name: string, credential = owner.credential): Promise<Project | AppError> => {
    const outcome = await provisionProject(application, credential, { organizationId: owner.organization.id, name });
    return outcome.kind === 'provisioned' ? outcome.project : outcome.error;
  };
  const projectNamed = async (name: string): Promise<Project> => {
    const project = await provision(name);
    if ('kind' in project) throw new Error(`refused: ${JSON.stringify(project)}`);
    return project;
  };
  const mayPush = async (pipelineToken: string, { repositoryId }: Project): Promise<boolean> => {
    const caller = await application.authenticate(pipelineToken, { address: '127.0.0.1', userAgent: undefined });
    const grant = await caller.asyncAndThen((known) => application.authorize.repository(known, repositoryId, 'repository.push'));
    return grant.isOk();
  };

  it('gives the pipeline a token that pushes to the project and to no other', async () => {
    const [lamp, chair] = [await projectNamed('Lamp'), await projectNamed('Chair')];
    expect(await mayPush(lamp.pipelineToken, lamp)).to.equal(true);
    expect(await mayPush(lamp.pipelineToken, chair)).to.equal(false);
  });

  it('refuses a project of the same name', async () => {
    await projectNamed('Lamp');
    expect(await provision('Lamp')).to.deep.equal({ kind: 'conflict', reason: 'duplicate_slug' });
  });

  it('tells a stranger nothing about the organization', async () => {
    const stranger = await addOwner(application, 'eve@example.org');
    expect(await provision('Lamp', stranger.credential)).to.deep.equal({ kind: 'not_found' });
  });

  it('refuses an eleventh project on a plan of ten', async () => {
    for (let count = 1; count <= 10; count += 1) await projectNamed(`Project ${count}`);
    expect(await provision('Project 11')).to.deep.equal({
      kind: 'quota_exceeded',
      reason: 'max_repositories',
      limit: 10,
      current: 10,
    });
  });
});
