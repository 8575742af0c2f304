import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { ApiError, type ErrorDetail } from '#contract/errors.ts';
import type { Exchange, ExchangeInput } from './exchange.ts';

/** Maximum faults in one reply; a body can have one for every two of its bytes. */
const maxDetails = 100;

/**
 * Validates path, query and body with the schemas of the contract, keeps their parsed values, and reports the first fault
 * of each member.
 *
 * @throws ApiError validation_failed with the faults of all three
 */
export function validateInput({ endpoint, event, input }: Exchange): void {
  const details: ErrorDetail[] = [...repeatedParameters(endpoint, event), ...undecodableValues(input)];
  const valid = (place: string, schema: z.ZodType | undefined, value: unknown): unknown => {
    if (!schema) return undefined;
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    details.push(
      ...result.error.issues.slice(0, maxDetails).flatMap((issue) => detailsOf(place, schema, value, issue)),
    );
    return undefined;
  };
  input.parameters = valid('path', endpoint.parameters, input.parameters);
  input.query = valid('query', endpoint.query, input.query);
  input.body = valid('body', endpoint.body, input.body);
  if (details.length > 0) {
    throw new ApiError('validation_failed', { details: firstOfEach(details).slice(0, maxDetails) });
  }
}

const firstOfEach = (details: readonly ErrorDetail[]): ErrorDetail[] =>
  [
    ...new Map(details.toReversed().map((detail) => [JSON.stringify(detail.path), detail])).values(),
  ].reverse();

/** If the body is not an object or fits no alternative, the details name the missing members. */
function detailsOf(
  place: string,
  schema: z.ZodType,
  value: unknown,
  issue: z.core.$ZodIssue,
): readonly ErrorDetail[] {
  if (place !== 'body' || issue.path.length > 0) return [detailOf(place, issue)];
  if (issue.code === 'invalid_type') return [detailOf(place, issue), ...missingMembers(schema)];
  if (issue.code !== 'invalid_union') return [detailOf(place, issue)];
  const { issues, details } = unionFaults(schema, value, issue);
  return [...issues.map((one) => detailOf(place, one)), ...details];
}

const detailOf = (place: string, issue: z.core.$ZodIssue): ErrorDetail => ({
  path: [place, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
  message: isMissing(issue) ? 'Required' : messageOf(issue),
  code: issue.code,
});

/** A key of the caller is shown only if it can be a field name, because it may be the name or number of a patient. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys' || issue.keys.every((key) => fieldName.test(key)))
    return issue.message;
  const shown = issue.keys.filter((key) => fieldName.test(key)).map((key) => `"${key}"`);
  const others = issue.keys.length - shown.length;
  return `Unrecognized keys: ${[...shown, `${others} not in the form of a field name`].join(', ')}`;
}

const fieldName = /^[a-z][A-Za-z0-9_]{0,39}$/;

/** The member is missing, because JSON cannot represent undefined. */
const isMissing = ({ code, message }: z.core.$ZodIssue): boolean =>
  code === 'invalid_type' && message.endsWith('received undefined');

/** Faults of query parameters that are sent more than once. No parameter is a list, so the intended value is unknown. */
function repeatedParameters(
  { query }: EndpointDeclaration,
  { multiValueQueryStringParameters: sent }: APIGatewayProxyEvent,
): ErrorDetail[] {
  const declared = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  return declared
    .filter((name) => (sent?.[name]?.length ?? 0) > 1)
    .map((name) => ({
      path: ['query', name],
      message: 'Send the parameter once',
      code: 'repeated_parameter',
    }));
}

/**
 * Faults of path and query values whose percent-encoding is not UTF-8. API Gateway decodes query strings, with U+FFFD for
 * invalid bytes, but not paths.
 */
function undecodableValues({ parameters, query }: ExchangeInput): ErrorDetail[] {
  return [
    ...namesOf(parameters, (value) => !isDecodable(value)).map((name) => ['path', name]),
    ...namesOf(query, (value) => value.includes('\ufffd')).map((name) => ['query', name]),
  ].map((path) => ({ path, message: 'Must be percent-encoded UTF-8', code: 'invalid_utf8' }));
}

const texts = z.record(z.string(), z.string());

function namesOf(values: unknown, isFaulty: (value: string) => boolean): string[] {
  const { data = {} } = texts.safeParse(values);
  return Object.entries(data)
    .filter(([, value]) => isFaulty(value))
    .map(([name]) => name);
}

function isDecodable(value: string): boolean {
  try {
    return !decodeURIComponent(value).includes('\ufffd');
  } catch {
    return false;
  }
}

/**
 * One detail for each required member, for a request without a body or with a body that is not an object. If the body has
 * alternatives, the details cover all of them and the message lists them.
 */
export function missingMembers(schema: z.ZodType): readonly ErrorDetail[] {
  const alternatives = requiredMembers(schema);
  const message =
    alternatives.length > 1
      ? `Send ${alternatives.map((names) => names.join(' and ')).join(' or ')}`
      : 'Required';
  return [...new Set(alternatives.flat())].map((name) => ({
    path: ['body', name],
    message,
    code: 'required',
  }));
}

/** The faults of the alternative that the body has members of; else the required members of all alternatives. */
function unionFaults(
  schema: z.ZodType,
  body: unknown,
  { errors }: z.core.$ZodIssueInvalidUnion,
): { readonly issues: readonly z.core.$ZodIssue[]; readonly details: readonly ErrorDetail[] } {
  const begun = requiredMembers(schema).flatMap((names, index) =>
    names.some((name) => isObject(body) && body[name] !== undefined) ? [index] : [],
  );
  const [only, ...others] = begun;
  if (only !== undefined && others.length === 0) return { issues: errors[only] ?? [], details: [] };
  return { issues: [], details: missingMembers(schema) };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function requiredMembers(schema: unknown): readonly (readonly string[])[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(requiredMembers);
  if (!(schema instanceof z.ZodObject)) return [];
  const members = Object.entries(schema.shape);
  return [members.flatMap(([name, member]) => (z.safeParse(member, undefined).success ? [] : [name]))];
}
