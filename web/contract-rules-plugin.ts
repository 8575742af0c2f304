import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { FieldRule, FieldRules } from './src/components/field-rules.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Documents of the two APIs, read when the first page asks. */
let documents: Promise<readonly Schema[]> | undefined;

async function readDocuments(): Promise<readonly Schema[]> {
  const contract = new URL('../shared/contract/', import.meta.url);
  const [commerce, claims] = await Promise.all([
    import(/* @vite-ignore */ fileURLToPath(new URL('commerce/document.ts', contract))),
    import(/* @vite-ignore */ fileURLToPath(new URL('claims/document.ts', contract))),
  ]);
  return [commerce.commerceDocument(), claims.claimsDocument()];
}

/**
 * Replaces `contractRules('POST /api/v1/contacts')` by the rules of the fields of that request, so that a page names a field once and
 * has its rules without the schemas, whose library would be larger than the app.
 */
export function contractRules(): Plugin {
  return {
    name: 'granary-contract-rules',
    enforce: 'pre',
    transform: {
      filter: { id: '**/web/src/**/*.tsx', code: 'contractRules(' },
      async handler(source) {
        documents ??= readDocuments();
        const apis = await documents;
        const code = source.replaceAll(/\bcontractRules\('(\w+) ([^']+)'\)/g, (_, method, path) => {
          const rules = rulesOf(apis, String(method), String(path));
          return `(${JSON.stringify(rules)})`;
        });
        return { code, map: null };
      },
    },
  };
}

/** The rules of the JSON body of an operation. */
export function rulesOf(apis: readonly Schema[], method: string, path: string): FieldRules {
  for (const api of apis) {
    const operation = at(api, 'paths', path, method.toLowerCase());
    if (operation === undefined) continue;
    const rules: Record<string, FieldRule> = {};
    const body = at(operation, 'requestBody', 'content', 'application/json', 'schema');
    collect({ api, rules }, '', body ?? {}, true);
    return rules;
  }
  throw new Error(`No request ${method} ${path} in the contract`);
}

interface Collection {
  readonly api: Schema;
  readonly rules: Record<string, FieldRule>;
}

/** The deepest field that a form names, such as `items.*.price.amount`. */
const deepest = 5;

function collect(to: Collection, name: string, given: Schema, isRequired: boolean): void {
  const schema = resolved(to.api, given);
  if (name.split('.').length > deepest) return;
  const choices = listAt(schema, 'anyOf') ?? listAt(schema, 'oneOf');
  if (choices !== undefined) {
    const values = choices.filter((choice) => resolved(to.api, choice)['type'] !== 'null');
    // A field that one of several forms does not have is required by none of them.
    for (const choice of values) collect(to, name, choice, isRequired && choices.length === 1);
    return;
  }
  for (const part of listAt(schema, 'allOf') ?? []) collect(to, name, part, isRequired);
  const properties = at(schema, 'properties') ?? {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  for (const member of Object.keys(properties)) {
    const child = at(properties, member) ?? {};
    collect(to, name === '' ? member : `${name}.${member}`, child, isRequired && required.includes(member));
  }
  const items = at(schema, 'items');
  if (items !== undefined) collect(to, `${name}.*`, items, true);
  const rule = ruleOf(schema, isRequired && name !== '');
  if (Object.keys(rule).length > 0) to.rules[name] = rule;
}

function ruleOf(schema: Schema, isRequired: boolean): FieldRule {
  const type = schema['type'];
  if (type !== 'string' && type !== 'number' && type !== 'integer') return {};
  const format = schema['format'];
  const number = (name: string) => (typeof schema[name] === 'number' ? schema[name] : undefined);
  const safe = (limit: number | undefined) =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER ? limit : undefined;
  const kinds: Readonly<Record<string, FieldRule['kind']>> = { date: 'date', email: 'email', uri: 'url' };
  const kind = type === 'string' ? kinds[String(format)] : type;
  const pattern = type === 'string' && kind === undefined ? usablePattern(schema['pattern']) : undefined;
  const all: FieldRule = {
    ...(isRequired && { required: true }),
    kind,
    min: safe(number('minimum')),
    max: safe(number('maximum')),
    above: safe(number('exclusiveMinimum')),
    below: safe(number('exclusiveMaximum')),
    longest: number('maxLength'),
    shortest: (number('minLength') ?? 0) > 1 ? number('minLength') : undefined,
    pattern,
  };
  return JSON.parse(JSON.stringify(all));
}

/** Ids and times are made by the page. What only demands a text is said by `required`. */
function usablePattern(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string' || pattern.length > 60) return undefined;
  return pattern === '\\S' || pattern.includes('\\S[') || pattern.includes('\\u00') ? undefined : pattern;
}

function resolved(api: Schema, schema: Schema): Schema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  return at(api, ...reference.replace('#/', '').split('/')) ?? {};
}

function at(object: Schema, ...path: readonly string[]): Schema | undefined {
  let value: unknown = object;
  for (const name of path) value = isObject(value) ? value[name] : undefined;
  return isObject(value) ? value : undefined;
}

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

const listAt = (schema: Schema, name: string): readonly Schema[] | undefined =>
  Array.isArray(schema[name]) ? schema[name].filter(isObject) : undefined;
