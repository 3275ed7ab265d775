import { isFields } from '../../src/shape.js';

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => {
  if (!isFields(value)) throw new Error(`${JSON.stringify(value)} is no object`);
  return value;
};
const listOf = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw new Error(`${JSON.stringify(value)} is no list`);
  return value;
};
const textOf = (value: unknown): string => {
  if (typeof value !== 'string') throw new Error(`${JSON.stringify(value)} is no text`);
  return value;
};

const checked = ['type', 'properties', 'required', 'additionalProperties', 'items', 'prefixItems', 'anyOf', '$ref'];
/** What clients do not hold an answer to: a newer service may have more values of an enum, and larger ones of a number. */
const unchecked = [
  ...['description', 'title', 'example', 'examples', 'format', 'pattern', 'enum', 'const', 'propertyNames'],
  ...['maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum'],
];

const simple: Readonly<Record<string, string>> = { string: 'text', number: 'number', boolean: 'boolean' };

/** Components of one answer, such as `organizations.get.200`, stand where they are used; an entity has a constant of its own. */
const isEntity = (component: string): boolean => !component.includes('.');
const constantOf = (entity: string): string => `${entity.charAt(0).toLowerCase()}${entity.slice(1)}`;

/** Writes schemas as calls of the makers of shapes. An entity is written once, before the schemas that need it. */
const createShapeWriter = (schemas: Fields) => {
  const entities = new Map<string, string>();

  const referred = (component: string): string => {
    const schema = fieldsOf(schemas[component]);
    if (!isEntity(component)) return shapeOf(schema);
    const constant = constantOf(component);
    if (!entities.has(constant)) entities.set(constant, shapeOf(schema));
    return constant;
  };

  const objectOf = ({ properties, required = [], additionalProperties }: Fields): string => {
    if (isFields(additionalProperties)) return `map(${shapeOf(additionalProperties)})`;
    const fields = Object.entries(fieldsOf(properties)).map(([name, schema]) => {
      const shape = shapeOf(fieldsOf(schema));
      // A constant tells nothing, such as the `hash_algo` that Git LFS lets servers leave out.
      const isRequired = listOf(required).includes(name) && !('const' in fieldsOf(schema));
      return `${JSON.stringify(name)}: ${isRequired ? shape : `optional(${shape})`}`;
    });
    return `record({ ${fields.join(', ')} })`;
  };

  const shapesOf = (alternatives: unknown): string =>
    listOf(alternatives)
      .map((each) => shapeOf(fieldsOf(each)))
      .join(', ');

  const typeOf = (type: string, schema: Fields): string => {
    if (type === 'object') return objectOf(schema);
    if (type === 'array')
      return schema['prefixItems'] ? `tuple(${shapesOf(schema['prefixItems'])})` : `list(${shapesOf([schema['items']])})`;
    if (type === 'integer') return Number(schema['minimum']) >= 0 ? 'count' : 'integer';
    const shape = simple[type];
    if (shape === undefined) throw new Error(`the type ${type} has no shape`);
    return shape;
  };

  const shapeOf = (schema: Fields): string => {
    const unknown = Object.keys(schema).find((keyword) => !checked.includes(keyword) && !unchecked.includes(keyword));
    if (unknown !== undefined) throw new Error(`the keyword ${unknown} has no shape`);
    const { $ref, anyOf, type } = schema;
    if ($ref !== undefined) return referred(textOf($ref).replace('#/components/schemas/', ''));
    if (anyOf !== undefined) return `either(${shapesOf(anyOf)})`;
    if (!Array.isArray(type)) return typeOf(textOf(type), schema);
    return `either(${type.map((each) => typeOf(textOf(each), schema)).join(', ')})`;
  };

  return { shapeOf, entities };
};

/** What the client takes for an answer, by the operation's method and path and by its status. */
export const writeAnswerShapes = (description: unknown): string => {
  const { paths, components } = fieldsOf(description);
  const { shapeOf, entities } = createShapeWriter(fieldsOf(fieldsOf(components)['schemas']));

  const bodyOf = (response: Fields): string => {
    const [[mediaType, content] = []] = Object.entries(fieldsOf(response['content'] ?? {}));
    if (mediaType === undefined) return `'nothing'`;
    return mediaType.endsWith('json') ? shapeOf(fieldsOf(fieldsOf(content)['schema'])) : `'bytes'`;
  };

  const answersOf = (operation: Fields): string =>
    Object.entries(fieldsOf(operation['responses']))
      .filter(([status]) => /^[23]/.test(status))
      .map(([status, response]) => `${status}: ${bodyOf(fieldsOf(response))}`)
      .join(', ');

  const rows = Object.entries(fieldsOf(paths)).flatMap(([path, item]) =>
    Object.entries(fieldsOf(item)).map(([method, operation]) => {
      const key = JSON.stringify(`${method.toUpperCase()} ${path}`);
      return `${key}: { ${answersOf(fieldsOf(operation))} },`;
    }),
  );
  const constants = [...entities].map(([name, shape]) => `const ${name} = ${shape};`);
  const makers = ['boolean', 'count', 'either', 'integer', 'list', 'map', 'number', 'optional', 'record', 'text', 'tuple'];
  const code = [...constants, ...rows].join('\n');
  return [
    `import { ${[...makers.filter((maker) => new RegExp(`\\b${maker}\\b[^:]`).test(code)), 'type AnswerShapes'].join(', ')} } from '../shape.js';`,
    '',
    ...constants,
    '',
    '/** What each operation answers when it has succeeded, by method and path, and by status. */',
    'export const answerShapes: AnswerShapes = {',
    ...rows,
    '};',
    '',
  ].join('\n');
};
