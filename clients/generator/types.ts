import type { JsonSchema } from './document.ts';
import { memberName, textLiteral } from './names.ts';

/** Returns the TypeScript type of a schema. Components are members of the namespace import `schema`. */
export function typeOf(schema: JsonSchema, indent = ''): string {
  const { $ref, allOf, anyOf, oneOf } = schema;
  if ($ref !== undefined) return `schema.${componentName($ref)}`;
  const parts = [
    ...(allOf ?? []).map((part) => inParentheses(typeOf(part, indent))),
    ...(anyOf || oneOf ? [inParentheses(union([...(anyOf ?? []), ...(oneOf ?? [])], indent))] : []),
    ...(hasShape(schema) ? [shapeOf(schema, indent)] : []),
  ];
  if (parts.length === 0) return 'unknown';
  return parts.length === 1
    ? withoutParentheses(parts[0] ?? '')
    : parts.map((part) => inParentheses(part)).join(' & ');
}

/** `#/components/schemas/Order` → `Order`; `Error` must not hide the class of JavaScript. */
export const componentName = (reference: string): string => {
  const name = reference.slice(reference.lastIndexOf('/') + 1).replace(/\W/g, '_');
  return name === 'Error' ? 'ErrorBody' : name;
};

/** A member of an object type, with its description as a comment. */
export interface Member {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  readonly description?: string | undefined;
}

export const membersOf = ({ properties = {}, required = [] }: JsonSchema): readonly Member[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name),
    description: schema.description,
  }));

/** `{ … }` with one member per line. */
export function objectType(members: readonly Member[], indent = ''): string {
  const inner = `${indent}  `;
  const lines = members.map(({ name, schema, isRequired, description }) => {
    const type = typeOf(schema, inner);
    const optional = isRequired || type === 'unknown' ? type : `${type} | undefined`;
    return `${comment(description, inner)}${inner}readonly ${memberName(name)}${isRequired ? '' : '?'}: ${optional};\n`;
  });
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('')}${indent}}`;
}

/** A comment in front of a declaration, wrapped; empty without a text. */
export function comment(text: string | undefined, indent = ''): string {
  if (!text) return '';
  const lines = text
    .replaceAll('*/', '*\\/')
    .split('\n')
    .flatMap((line) => line.trimEnd().match(/\S.{0,100}(?=\s|$)|\S+/g) ?? ['']);
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */\n`].join(
    '\n',
  );
}

const hasShape = (schema: JsonSchema): boolean =>
  schema.type !== undefined ||
  schema.enum !== undefined ||
  'const' in schema ||
  schema.properties !== undefined ||
  schema.additionalProperties !== undefined;

function shapeOf(schema: JsonSchema, indent: string): string {
  if ('const' in schema && schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  const types = [schema.type ?? 'object'].flat();
  return [...new Set(types.map((type) => typeNamed(type, schema, indent)))].join(' | ');
}

function typeNamed(type: string, schema: JsonSchema, indent: string): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return arrayType(schema, indent);
    case 'object':
      return openObjectType(schema, indent);
    default:
      throw new Error(`The generator does not know the JSON type ${type}`);
  }
}

function arrayType({ items = true, prefixItems }: JsonSchema, indent: string): string {
  const rest = typeof items === 'boolean' ? 'unknown' : typeOf(items, indent);
  if (prefixItems === undefined) return `readonly ${inParentheses(rest)}[]`;
  const first = prefixItems.map((item) => typeOf(item, indent));
  const more = typeof items === 'boolean' ? [] : [`...${inParentheses(rest)}[]`];
  return `readonly [${[...first, ...more].join(', ')}]`;
}

/** An object with members, with members of any name, or with both. */
function openObjectType(schema: JsonSchema, indent: string): string {
  const { additionalProperties: more } = schema;
  const members = membersOf(schema);
  const isOpen = more === true || (typeof more === 'object' && more !== null);
  if (!isOpen && (members.length > 0 || more === false)) return objectType(members, indent);
  const type = typeof more === 'object' ? typeOf(more, indent) : 'unknown';
  const open = `{ readonly [name: string]: ${type} }`;
  return members.length === 0 ? open : `${objectType(members, indent)} & ${open}`;
}

const union = (schemas: readonly JsonSchema[], indent: string): string =>
  [...new Set(schemas.map((schema) => inParentheses(typeOf(schema, indent), '&')))].join(' | ');

const literal = (value: unknown): string =>
  typeof value === 'string' ? textLiteral(value) : JSON.stringify(value);

/** Puts a type with an operator outside of braces into parentheses. */
function inParentheses(type: string, operators = '|&'): string {
  if (isEnclosed(type)) return type;
  let depth = 0;
  for (const character of type.replace(/'(?:[^'\\]|\\.)*'/g, "''")) {
    if ('{[('.includes(character)) depth++;
    else if ('}])'.includes(character)) depth--;
    else if (depth === 0 && operators.includes(character)) return `(${type})`;
  }
  return type.startsWith('readonly ') ? `(${type})` : type;
}

/** Whether the first parenthesis closes at the end. */
function isEnclosed(type: string): boolean {
  if (!type.startsWith('(')) return false;
  let depth = 0;
  for (const [at, character] of [...type].entries()) {
    if (character === '(') depth++;
    if (character === ')' && --depth === 0) return at === type.length - 1;
  }
  return false;
}

const withoutParentheses = (type: string): string => (isEnclosed(type) ? type.slice(1, -1) : type);
