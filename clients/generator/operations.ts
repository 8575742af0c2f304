import type { ApiDocument, DocumentedOperation, JsonSchema } from './document.ts';
import { pascalCase } from './names.ts';
import { type Member, membersOf, objectType, typeOf } from './types.ts';

type Parameter = DocumentedOperation['parameters'][number];

/** An operation with everything that its method and its types need. */
export interface OperationModel {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly inPath: readonly string[];
  readonly inQuery: readonly string[];
  readonly inHeaders: readonly string[];
  readonly body: RequestBody | undefined;
  /** Type of the input; undefined if the operation takes none. */
  readonly input: { readonly name: string; readonly type: string; readonly isRequired: boolean } | undefined;
  readonly result: Result;
  readonly isKeyed: boolean;
  readonly takesMatch: boolean;
  readonly takesNoneMatch: boolean;
  readonly errorCodes: readonly string[];
}

interface RequestBody {
  readonly mediaType: string;
  readonly from: 'members' | 'member';
  readonly form: 'json' | 'unchanged';
}

interface Result {
  /** Media type of the reply by default, and those that a caller can choose instead. */
  readonly accept: string;
  readonly alternatives: readonly string[];
  readonly type: string;
  /** The type is long, so it gets this name. */
  readonly name: string | undefined;
  readonly isEnveloped: boolean;
  readonly redirects: boolean;
  readonly paging:
    | { readonly kind: 'cursor' | 'offset'; readonly item: string; readonly page: string }
    | undefined;
}

export function operationsOf(document: ApiDocument): readonly OperationModel[] {
  const isTaken = (name: string) => name in document.components.schemas;
  const free = (name: string): string => (isTaken(name) ? free(`${name}Type`) : name);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation ? [modelOf(method.toUpperCase(), path, operation, document, free)] : [],
    ),
  );
}

function modelOf(
  method: string,
  path: string,
  operation: DocumentedOperation,
  document: ApiDocument,
  free: (name: string) => string,
): OperationModel {
  const { operationId: id, parameters } = operation;
  const has = (header: string) => parameters.some(({ name }) => name === header);
  const members = parameters.filter(({ name }) => !optionHeaders.has(name));
  const inPlace = (place: Parameter['in']) =>
    members.filter((one) => one.in === place).map(({ name }) => name);
  const body = requestBodyOf(operation, members, document);
  return {
    id,
    tag: operation.tags[0],
    method,
    path,
    summary: operation.summary,
    description: operation.description,
    inPath: inPlace('path'),
    inQuery: inPlace('query'),
    inHeaders: inPlace('header'),
    body: body?.form,
    input: inputOf(free(`${pascalCase(id)}Input`), members, body, document),
    result: resultOf(method, operation, document, free(`${pascalCase(id)}Result`)),
    isKeyed: has('Idempotency-Key'),
    takesMatch: has('If-Match'),
    takesNoneMatch: has('If-None-Match'),
    errorCodes: operation['x-error-codes'],
  };
}

/** Headers that are options of a request and no members of its input. */
const optionHeaders: ReadonlySet<string> = new Set(['Idempotency-Key', 'If-Match', 'If-None-Match']);

interface Body {
  readonly form: RequestBody;
  readonly schema: JsonSchema;
}

const isJson = (mediaType: string): boolean => /[/+]json$/.test(mediaType);

function requestBodyOf(
  { requestBody }: DocumentedOperation,
  parameters: readonly Parameter[],
  document: ApiDocument,
): Body | undefined {
  const offered = Object.entries(requestBody?.content ?? {});
  const [mediaType, { schema } = { schema: {} }] =
    offered.find(([type]) => type === 'application/merge-patch+json') ??
    offered.find(([type]) => isJson(type)) ??
    offered[0] ??
    [];
  if (mediaType === undefined) return undefined;
  const isText = !isJson(mediaType) || schema.contentMediaType !== undefined;
  if (isText) return { schema: { type: 'string' }, form: { mediaType, from: 'member', form: 'unchanged' } };
  const names = memberNames(schema, document);
  const isFlat = names !== undefined && !parameters.some(({ name }) => names.includes(name));
  return { schema, form: { mediaType, from: isFlat ? 'members' : 'member', form: 'json' } };
}

/** Names of the members of a body; undefined if the body is not an object, or takes members of any name. */
function memberNames(schema: JsonSchema, document: ApiDocument): readonly string[] | undefined {
  const resolved = resolve(schema, document);
  const parts = [...(resolved.allOf ?? []), ...(resolved.anyOf ?? []), ...(resolved.oneOf ?? [])];
  const isOpen = resolved.additionalProperties === true || typeof resolved.additionalProperties === 'object';
  if (isOpen || (resolved.type !== 'object' && parts.length === 0)) return undefined;
  const nested = parts.map((part) => memberNames(part, document));
  if (nested.includes(undefined)) return undefined;
  return [...Object.keys(resolved.properties ?? {}), ...nested.flatMap((names) => names ?? [])];
}

function resolve(schema: JsonSchema, document: ApiDocument): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const target = document.components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
  if (target === undefined) throw new Error(`The document has no schema ${schema.$ref}`);
  return resolve(target, document);
}

function inputOf(
  name: string,
  parameters: readonly Parameter[],
  body: Body | undefined,
  document: ApiDocument,
): OperationModel['input'] {
  const members: Member[] = parameters.map(({ name, schema, required, description }) => ({
    name,
    schema,
    isRequired: required,
    description,
  }));
  if (body === undefined) {
    if (members.length === 0) return undefined;
    return { name, type: objectType(members), isRequired: members.some(({ isRequired }) => isRequired) };
  }
  if (body.form.from === 'member') {
    members.push({
      name: 'body',
      schema: body.schema,
      isRequired: true,
      description: body.schema.description,
    });
    return { name, type: objectType(members), isRequired: true };
  }
  const isPlain =
    body.schema.$ref === undefined && body.schema.properties !== undefined && !partsOf(body.schema);
  const required = members.some(({ isRequired }) => isRequired) || demandsMembers(body.schema, document);
  if (isPlain)
    return { name, type: objectType([...members, ...membersOf(body.schema)]), isRequired: required };
  const type = typeOf(body.schema);
  return {
    name,
    type: members.length === 0 ? type : `${objectType(members)} & (${type})`,
    isRequired: required,
  };
}

const partsOf = ({ allOf, anyOf, oneOf }: JsonSchema) => allOf ?? anyOf ?? oneOf;

const demandsMembers = (schema: JsonSchema, document: ApiDocument): boolean => {
  const resolved = resolve(schema, document);
  return partsOf(resolved) !== undefined || (resolved.required ?? []).length > 0;
};

function resultOf(
  method: string,
  { responses, parameters }: DocumentedOperation,
  document: ApiDocument,
  name: string,
): Result {
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 400 && status !== '304');
  const redirects = successes.some(([status]) => Number(status) >= 300);
  const contents = successes.map(([, { content }]) => content ?? {});
  const mediaTypes = [...new Set(contents.flatMap((content) => Object.keys(content)))];
  const accept = mediaTypes.find(isJson) ?? mediaTypes[0] ?? 'application/json';
  const bodies = contents.flatMap((content) => content[accept]?.schema ?? []);
  const hasEmpty = contents.some((content) => content[accept] === undefined);
  const isEnveloped = isJson(accept) && bodies.length > 0 && bodies.every(isEnvelope);
  const types = redirects
    ? ['string']
    : isJson(accept)
      ? bodies.map((body) => typeOf(isEnveloped ? (body.properties?.['data'] ?? {}) : body))
      : bodies.map(() => textOrBytes(accept));
  const type = [
    ...new Set([...types, ...(hasEmpty && !redirects ? [types.length > 0 ? 'undefined' : 'void'] : [])]),
  ];
  const text = type.join(' | ');
  return {
    accept,
    alternatives: mediaTypes.filter((mediaType) => mediaType !== accept && !isJson(mediaType)),
    type: text,
    name: text.includes('\n') ? name : undefined,
    isEnveloped,
    redirects,
    paging: method === 'GET' ? pagingOf(bodies[0], parameters, document) : undefined,
  };
}

/** A body of which `data` is the only member. */
const isEnvelope = ({ properties = {} }: JsonSchema): boolean => Object.keys(properties).join() === 'data';

/** As `contentOf` of the client reads a reply. */
export const textOrBytes = (mediaType: string): string =>
  /^text\/|[/+](?:xml|x-ndjson|edi-x12)$/.test(mediaType) ? 'string' : 'Blob';

/** A page has its records in `data` and the position of the next page in `pagination`. */
function pagingOf(
  body: JsonSchema | undefined,
  parameters: readonly Parameter[],
  document: ApiDocument,
): Result['paging'] {
  const { data, pagination, ...others } = body?.properties ?? {};
  const { items } = data ?? {};
  if (typeof items !== 'object' || pagination === undefined) return undefined;
  const fields = resolve(pagination, document).properties ?? {};
  const takes = (name: string) => parameters.some((parameter) => parameter.name === name);
  const kind =
    takes('cursor') && 'next_cursor' in fields
      ? 'cursor'
      : takes('offset') && 'count' in fields && 'limit' in fields
        ? 'offset'
        : undefined;
  if (kind === undefined) return undefined;
  const isPlain = Object.keys(others).length === 0;
  const standard = kind === 'cursor' ? 'CursorPage' : 'OffsetPage';
  return { kind, item: typeOf(items), page: isPlain ? standard : '' };
}
