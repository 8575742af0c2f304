import * as z from 'zod';

export type OpenApiObject = Record<string, unknown>;

/** JSON Schema of a zod schema; named schemas (`meta.id`) go to the components. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', schemas: OpenApiObject): OpenApiObject {
  const { $schema, $defs, ...body } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => {
      const { def } = zodSchema._zod;
      // The output of a transform (lower case, UTC) has the schema of its input.
      if (io === 'output' && def.type === 'pipe' && def.out._zod.def.type === 'transform') {
        Object.assign(made, z.toJSONSchema(def.in, { io: 'input', unrepresentable: 'any' }));
        delete made.$schema;
      }
      // Some validators do not support Unicode properties, so Cc is spelled out.
      if (made.pattern !== undefined) {
        made.pattern = made.pattern.replaceAll('\\P{Cc}', '[^\\u0000-\\u001f\\u007f-\\u009f]');
      }
      const { openapi: given, description } = made;
      // A function, where the description of one schema needs that of another.
      const openapi = typeof given === 'function' ? given() : given;
      if (typeof openapi === 'object') {
        for (const key of Object.keys(made)) delete made[key];
        Object.assign(made, openapi, description !== undefined && { description });
      }
    },
  });
  for (const [name, definition] of Object.entries($defs ?? {})) schemas[name] = withComponentRefs(definition);
  return withComponentRefs(body);
}

function withComponentRefs(value: unknown): OpenApiObject {
  return JSON.parse(
    JSON.stringify(value, (key, member: unknown) =>
      key === 'id' && typeof member === 'string' ? undefined : member,
    ),
    (key, member: unknown) =>
      key === '$ref' && typeof member === 'string'
        ? member.replace('#/$defs/', '#/components/schemas/')
        : member,
  );
}
