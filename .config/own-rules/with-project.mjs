import { API } from 'typescript-native/unstable/sync';

/** Opens the project of a tsconfig.json in the native compiler, for as long as `use` takes. Its types are asked for in batches: each question goes to another process. */
export const withProject = (config, use) => {
  const compiler = new API();
  try {
    const project = compiler.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (project === undefined) throw new Error(`the compiler does not open ${config}`);
    return use(project);
  } finally {
    compiler.close();
  }
};
