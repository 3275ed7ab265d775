import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

interface NamedSchema {
  readonly name: string;
  readonly schema: z.core.$ZodType;
}

type Direction = 'input' | 'output';

const componentUri = (name: string): string => `#/components/schemas/${name}`;

export const reference = (name: string): JsonSchema => ({ $ref: componentUri(name) });

/** What a schema's JSON form says more, or less, than it should. */
const adjusted =
  (direction: Direction) =>
  ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
    const parameter = z.globalRegistry.get(zodSchema)?.['parameter'];
    if (typeof parameter === 'object' && parameter !== null) {
      const { description } = jsonSchema;
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
      Object.assign(jsonSchema, parameter, description !== undefined && { description });
    }
    // The format says it all; the pattern that enforces it has 250 characters.
    if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    // Later versions may answer more, and clients must not stumble over it.
    if (direction === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  };

const withoutIdentity = ({ $schema, $id, ...schema }: JsonSchema): JsonSchema => schema;

/** The schemas as JSON Schema by name; one that stands inside of another is referred to. */
export const jsonSchemas = (direction: Direction, named: readonly NamedSchema[]): Readonly<Record<string, JsonSchema>> => {
  const registry = z.registry<{ id: string }>();
  for (const { name, schema } of named) registry.add(schema, { id: name });
  const { schemas } = z.toJSONSchema(registry, { io: direction, uri: componentUri, override: adjusted(direction) });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutIdentity(schema)]));
};

/** A schema without a name of its own, to stand where it is used. */
export const inlineSchema = (direction: Direction, schema: z.core.$ZodType): JsonSchema =>
  withoutIdentity(z.toJSONSchema(schema, { io: direction, override: adjusted(direction) }));

const inputOf = (schema: z.core.$ZodType = z.object({})) => z.toJSONSchema(schema, { io: 'input', override: adjusted('input') });

/** The parameters that a query or header schema names, as they come in. */
export const propertiesOf = (schema: z.core.$ZodType | undefined): readonly (readonly [string, unknown])[] =>
  Object.entries(inputOf(schema).properties ?? {});

/** Those of them without which a request is refused. */
export const demandedProperties = (schema: z.core.$ZodType | undefined): readonly string[] => inputOf(schema).required ?? [];
