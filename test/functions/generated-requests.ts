import fc from 'fast-check';
import * as z from 'zod';
import { claimsExamples } from '#contract/claims/examples/index.ts';
import { commerceExamples } from '#contract/commerce/examples/index.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';

/** A request with hostile values in any place. */
export interface GeneratedRequest {
  readonly endpoint: EndpointDeclaration;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string | undefined;
  /** Without the credential that the caller would have. */
  readonly isStranger: boolean;
}

/** Values for any place of a request: valid, almost valid, huge, hostile. */
const hostile = fc.oneof(
  fc.constantFrom(
    ...[null, true, false, 0, -1, 1, 1.005, 1e308, 5e-324, -0, 2 ** 53, '', ' ', '0', 'null', '__proto__'],
    ...['\u0000', '\ud800', '👩‍🌾', 'مزرعة', 'é', '\u001f', '%00', "' OR 1=1 --", '$' + '{jndi:ldap://x}'],
    ...[
      '../../../etc',
      'inbox/',
      'inbox/..',
      'BRAND#x',
      'CLAIM#x',
      '*',
      '~',
      ':',
      '^',
      'A*B~C',
      '2026-02-30',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constant('x'.repeat(20_000)),
  fc.uuid(),
  fc.jsonValue({ maxDepth: 3 }),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

/** The value in one of fifteen samples, else undefined. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 14, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const examples: Readonly<Record<string, { readonly body?: unknown }>> = {
  ...commerceExamples,
  ...claimsExamples,
};

const membersOf = (schema: z.ZodType | undefined): readonly string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

/**
 * Generates requests to the endpoints.
 *
 * @param known ids of records, of the caller and of others
 */
export const generatedRequests = (
  endpoints: readonly EndpointDeclaration[],
  known: { readonly own: readonly string[]; readonly foreign: readonly string[] },
): fc.Arbitrary<GeneratedRequest> => {
  const value = fc.oneof(
    { weight: 3, arbitrary: hostile },
    ...(known.own.length > 0 ? [{ weight: 3, arbitrary: fc.constantFrom(...known.own) }] : []),
    ...(known.foreign.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...known.foreign) }] : []),
  );
  return fc.constantFrom(...endpoints).chain((endpoint) => {
    const example = examples[endpoint.name]?.body;
    const changed = fc
      .tuple(fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 5 }), value)
      .map(([at, one]) => planted(example, at, one));
    const members = fc.dictionary(
      fc.constantFrom(...membersOf(endpoint.body), 'brand_id', 'extra', 'items'),
      value,
      { maxKeys: 8 },
    );
    const bodies = fc.oneof({ weight: 2, arbitrary: changed }, { weight: 1, arbitrary: members });
    return fc.record({
      endpoint: fc.constant(endpoint),
      parameters: fc.record(
        Object.fromEntries(
          [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, value.map(textOf)]),
        ),
      ),
      query: fc.dictionary(
        fc.constantFrom(...membersOf(endpoint.query), 'unknown', 'brand_id'),
        value.map(textOf),
        { maxKeys: 5 },
      ),
      headers: fc.dictionary(fc.constantFrom(...headerNames), headerValue, { maxKeys: 2 }),
      text:
        endpoint.body === undefined
          ? fc.constant(undefined)
          : fc
              .tuple(rarely(fc.string({ unit: 'binary', maxLength: 50 })), bodies)
              .map(([raw, body]) => raw ?? JSON.stringify(body)),
      isStranger: rarely(fc.constant(true)).map((stranger) => stranger === true),
    });
  });
};

const headerNames = [
  ...['idempotency-key', 'if-match', 'if-none-match', 'accept', 'content-type', 'x-request-id'],
] as const;

const headerValue = fc.oneof(
  fc.constantFrom(
    ...['application/json', '*/*', '"v1"', '"v0"', '*', 'text/plain', 'application/edi-x12', ''],
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 300 }),
);

/** Sets a member of the body; `at` is the path to it. */
function planted(body: unknown, at: readonly number[], value: unknown): unknown {
  const [step = 0, ...rest] = at;
  if (typeof body !== 'object' || body === null || at.length === 0) return value;
  const members: [string, unknown][] = Object.entries(body);
  const chosen = step % (members.length + 1);
  if (chosen === members.length) return { ...body, unknown: value };
  const changed = members.map(([name, member], index) => [
    name,
    index === chosen ? planted(member, rest, value) : member,
  ]);
  return Array.isArray(body) ? changed.map(([, member]) => member) : Object.fromEntries(changed);
}

/** A URL cannot contain lone surrogates. */
const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();

/** Whether a reply is a fault of the service: a 5xx except for invalid JSON, or an error without the envelope. */
export function isFault(
  { text }: GeneratedRequest,
  { status, body }: { readonly status: number; readonly body: Readonly<Record<string, unknown>> },
): boolean {
  if (status < 400) return false;
  if (typeof body['error'] !== 'string' || typeof body['request_id'] !== 'string') return true;
  const isInvalidJson = text !== undefined && !isJson(text) && body['error'] === 'Internal server error';
  return status >= 500 && !isInvalidJson;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
