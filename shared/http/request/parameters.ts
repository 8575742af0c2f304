import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import type { ErrorDetail } from '#contract/errors.ts';
import type { ExchangeInput } from './exchange.ts';

/** Faults of query parameters that are sent more than once. No parameter is a list, so the intended value is unknown. */
export function repeatedParameters(
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
export function undecodableValues({ parameters, query }: ExchangeInput): ErrorDetail[] {
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
