import { type ApiDocument, type Operation, readDocument, referencedName } from './document.ts';
import { compareSchemas, type SchemaComparison } from './schema-changes.ts';

/**
 * Returns the changes between two OpenAPI documents that can break a program written for the first one. Each is one
 * sentence, with the operations that it concerns.
 *
 * @throws ZodError for anything but OpenAPI documents that the contract makes
 */
export function breakingChanges(before: unknown, after: unknown): ReadonlyMap<string, readonly string[]> {
  const [older, newer] = [readDocument(before), readDocument(after)];
  const documents = {
    before: older,
    after: newer,
    schemas: compareSchemas(older.components.schemas, newer.components.schemas),
  };
  const present = operationsOf(newer);
  const found = new Map<string, readonly string[]>();
  for (const [key, { name, operation }] of operationsOf(older)) {
    const now = present.get(key)?.operation;
    const changes = now ? operationChanges(documents, operation, now) : ['operation is removed'];
    for (const change of new Set(changes)) found.set(change, [...(found.get(change) ?? []), name]);
  }
  return found;
}

interface Documents {
  readonly before: ApiDocument;
  readonly after: ApiDocument;
  readonly schemas: SchemaComparison;
}

/** The operations by method and path. Parameters of a path may change their names. */
const operationsOf = ({ paths }: ApiDocument) =>
  new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const name = `${method.toUpperCase()} ${path}`;
        return [name.replace(/\{\w+\}/g, '{}'), { name, operation }] as const;
      }),
    ),
  );

const operationChanges = (documents: Documents, before: Operation, after: Operation): readonly string[] => [
  ...clientChanges(before, after),
  ...parameterChanges(documents, before, after),
  ...bodyChanges(documents, before, after),
  ...statusChanges(documents, before, after),
];

/** Changes of what names a method of the typed clients and the codes that it can fail with, and of who may call. */
const clientChanges = (before: Operation, after: Operation): readonly string[] => [
  ...(before.operationId === after.operationId
    ? []
    : [`operationId is ${after.operationId} instead of ${before.operationId}`]),
  ...(before.tags[0] === after.tags[0] ? [] : [`tag is ${after.tags[0]} instead of ${before.tags[0]}`]),
  ...(isPublic(before) && !isPublic(after) ? ['a credential is now required'] : []),
  ...missing(before['x-error-codes'], after['x-error-codes']).map((code) => `error code ${code} is removed`),
];

const isPublic = ({ security }: Operation): boolean =>
  security.every((scheme) => Object.keys(scheme).length === 0);

const missing = (before: readonly string[], after: readonly string[]): readonly string[] =>
  before.filter((one) => !after.includes(one));

function parameterChanges({ schemas }: Documents, old: Operation, now: Operation): readonly string[] {
  type Parameter = Operation['parameters'][number];
  // The names of parameters of a path are not sent.
  const byName = ({ parameters }: Operation): ReadonlyMap<string, Parameter> => {
    const inPath = parameters.filter((one) => one.in === 'path');
    return new Map(
      parameters.map((one) => [
        one.in === 'path' ? `path parameter ${inPath.indexOf(one) + 1}` : `${one.in} parameter ${one.name}`,
        one,
      ]),
    );
  };
  const [earlier, present] = [byName(old), byName(now)];
  return [
    ...missing([...earlier.keys()], [...present.keys()]).map((name) => `${name} is removed`),
    ...[...present].flatMap(([name, parameter]) => {
      const one = earlier.get(name);
      const isDemanded = parameter.required && !one?.required ? [`${name} is now required`] : [];
      if (one === undefined) return isDemanded;
      return [...isDemanded, ...schemas.request(one.schema, parameter.schema, name)];
    }),
  ];
}

function bodyChanges({ schemas }: Documents, old: Operation, now: Operation): readonly string[] {
  if (now.requestBody === undefined) return old.requestBody ? ['request body is removed'] : [];
  const { content, required } = now.requestBody;
  const isDemanded = required && !old.requestBody?.required ? ['request body is now required'] : [];
  return [
    ...isDemanded,
    ...Object.entries(old.requestBody?.content ?? {}).flatMap(([mediaType, { schema }]) => {
      const present = content[mediaType];
      if (present === undefined) return [`request body no longer accepts ${mediaType}`];
      return schemas.request(schema, present.schema, 'request body');
    }),
  ];
}

function statusChanges(
  { before, after, schemas }: Documents,
  old: Operation,
  now: Operation,
): readonly string[] {
  const isSuccess = (status: string) => /^[123]/.test(status);
  const [earlier, present] = [Object.keys(old.responses), Object.keys(now.responses)];
  return [
    ...missing(earlier, present).map((status) => `status ${status} is removed`),
    // Further errors are announced in docs/client.md; a program tests for the status of a success.
    ...missing(present, earlier)
      .filter(isSuccess)
      .map((status) => `status ${status} is new`),
    ...earlier.flatMap((status) => {
      const [one, other] = [responseOf(before, old, status), responseOf(after, now, status)];
      if (one === undefined || other === undefined) return [];
      return [
        ...missing(Object.keys(one.headers), Object.keys(other.headers)).map(
          (name) => `response header ${name} is removed`,
        ),
        ...Object.entries(one.content).flatMap(([mediaType, { schema }]) => {
          const shown = other.content[mediaType];
          if (shown === undefined) return [`${mediaType} of status ${status} is removed`];
          return schemas.response(schema, shown.schema, 'response body');
        }),
      ];
    }),
  ];
}

function responseOf({ components }: ApiDocument, operation: Operation, status: string) {
  const response = operation.responses[status];
  return response?.$ref === undefined ? response : components.responses[referencedName(response.$ref)];
}
