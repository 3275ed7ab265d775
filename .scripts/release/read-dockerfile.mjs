/** Continued lines as one, without comments. */
const instructionsIn = (text) =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/ *\\\n */g, ' ')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, name, rest] = line.match(/^([A-Z]+) (.*)$/);
      return { name, rest };
    });

/** The stages of a Dockerfile, each with its image, its name, and its instructions in their order; the arguments that come before them are put in. */
export const readDockerfile = (text) => {
  const values = new Map();
  const stages = [];
  for (const { name, rest } of instructionsIn(text)) {
    const [, key, value] = rest.match(/^([A-Z_]+)=(.*)$/) ?? [];
    if (name === 'ARG' && stages.length === 0) values.set(key, value);
    else if (name === 'FROM') {
      const [image, , stage] = rest.replaceAll(/\$\{([A-Z_]+)\}/g, (_, used) => values.get(used)).split(' ');
      stages.push({ image, name: stage, instructions: [] });
    } else stages.at(-1).instructions.push({ name, rest });
  }
  return stages;
};

/** What follows each instruction of this name. */
export const allOf = (stage, name) => stage.instructions.filter((each) => each.name === name).map(({ rest }) => rest);
