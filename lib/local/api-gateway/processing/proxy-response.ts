import * as z from 'zod';
import { parseJson } from '../../json-text.ts';
import { responseHeaderName } from '../server/headers.ts';
import { GatewayError } from './gateway-error.ts';
import { type ClientResponse, withContentType } from './gateway-responses.ts';

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const responseSchema = z.object({
  statusCode: z.union([z.number().int(), z.string().regex(/^\d{3}$/)]).default(200),
  headers: z.record(z.string(), scalar.nullable()).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(scalar)).nullish(),
  body: z.string().nullish(),
});

/** Reads the result of a function as a proxy response. Throws GatewayError (502) when it is malformed. */
export function readProxyResponse(payload: string): ClientResponse {
  const parsed = responseSchema.safeParse(parseJson(payload));
  if (!parsed.success) {
    throw new GatewayError('DEFAULT_5XX', { cause: new Error('Malformed Lambda proxy response') });
  }
  const { statusCode, headers, multiValueHeaders, body } = parsed.data;
  const sent: [string, string][] = [];
  const add = (name: string, value: string | number | boolean) => {
    const shown = responseHeaderName(name);
    if (shown !== undefined) sent.push([shown, String(value)]);
  };
  const multi = Object.entries(multiValueHeaders ?? {});
  const multiNames = new Set(multi.map(([name]) => name.toLowerCase()));
  for (const [name, value] of Object.entries(headers ?? {})) {
    // API Gateway merges both; for a name in both, the list wins.
    if (value !== null && !multiNames.has(name.toLowerCase())) add(name, value);
  }
  for (const [name, values] of multi) for (const value of values) add(name, value);
  const status = Number(statusCode);
  const typed = status === 204 ? sent : withContentType(sent, 'application/json');
  return { status, headers: typed, body: body ?? '' };
}
