import { expect } from 'chai';
import { read } from '../client/exchange.js';
import { createRepositoryClient, type RepositoryClient } from '../client/repository-client.js';
import { errorAnswer, organizationAnswer, sessionAnswer } from '../client/wire.js';
import { type ByteServer, startByteServer } from './byte-server.js';

const rivals = 100;

describe('an Idempotency-Key', () => {
  let bytes: ByteServer;
  let repository: RepositoryClient;
  before(async () => {
    bytes = await startByteServer();
    repository = await bytes.newRepository();
  });
  after(() => bytes.close());

  it(`opens one session for ${rivals} requests at the same time`, async () => {
    const answers = await Promise.all(Array.from({ length: rivals }, () => repository.open('one', { expected_objects: 3 })));
    const ids = answers.map((answer) => read(answer, answer.status, sessionAnswer).session.id);
    expect(new Set(ids).size).to.equal(1);
    expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
    expect(answers.filter(({ status }) => status === 200)).to.have.length(rivals - 1);
  });

  it('is refused with another body, whichever of both came first', async () => {
    const refusal = read(await repository.open('one', { expected_objects: 4 }), 409, errorAnswer).error;
    expect(refusal.details).to.deep.equal({ reason: 'idempotency_key_reused' });
    const answers = await Promise.all(
      Array.from({ length: rivals }, (_, at) => repository.open('contradicting', { expected_objects: at % 2 })),
    );
    const accepted = answers.filter(({ status }) => status === 200 || status === 201);
    expect(accepted).to.have.length(rivals / 2);
    expect(new Set(accepted.map((answer) => read(answer, answer.status, sessionAnswer).session.id)).size).to.equal(1);
    for (const answer of answers) if (!accepted.includes(answer)) expect(answer.status).to.equal(409);
  });

  it('is another one in other hands and in another repository', async () => {
    const mine = read(await repository.open('shared'), 201, sessionAnswer).session.id;
    const organization = await bytes.owner.call('GET', `/organizations/${repository.organizationId}`);
    const { slug } = read(organization, 200, organizationAnswer).organization;
    const colleague = createRepositoryClient(await bytes.colleague(slug), repository.id, repository.organizationId);
    const other = await bytes.owner.createRepositoryIn(repository.organizationId, 'other');
    const theirs = read(await colleague.open('shared'), 201, sessionAnswer).session.id;
    const elsewhere = read(await other.open('shared'), 201, sessionAnswer).session.id;
    expect(new Set([mine, theirs, elsewhere]).size).to.equal(3);
  });

  it('is at most 255 visible characters', async () => {
    expect((await repository.open('x'.repeat(255))).status).to.equal(201);
    for (const key of ['x'.repeat(256), 'with space', 'tab\tinside']) expect((await repository.open(key)).status).to.equal(400);
  });
});
