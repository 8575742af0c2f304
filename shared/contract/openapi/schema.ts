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
      const { minLength = 0 } = made;
      if (io === 'input' && minLength > 0 && trims(zodSchema)) {
        made.pattern = withTrimmedLength(made.pattern, minLength);
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

/** Whether a string loses the blanks at its ends before its length is checked. A value of `z.core` would bring all of zod along. */
const trims = ({ _zod: { def } }: z.core.$ZodTypes): boolean =>
  def.type === 'string' &&
  (def.checks ?? []).some(({ _zod: { def: check } }) => {
    return 'tx' in check && typeof check.tx === 'function' && check.tx(' a ') === 'a';
  });

/**
 * A pattern for the least length without blanks at the ends, which `minLength` does not state. It keeps what a pattern of any number
 * of some characters says, and has no lookahead, which some validators do not support.
 */
function withTrimmedLength(pattern: string | undefined, length: number): string {
  if (pattern === undefined) return length === 1 ? '\\S' : `\\S[\\s\\S]{${length - 2},}\\S`;
  const any = /^\^(\[[^\]]*\])\*\$$/.exec(pattern)?.[1];
  const visible = any?.replace('[^', '[^\\s').replace('[\\x20-', '[\\x21-');
  if (any === undefined || visible === any) return pattern;
  return length === 1
    ? `^${any}*${visible}${any}*$`
    : `^${any}*${visible}${any}{${length - 2},}${visible}${any}*$`;
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
