import * as z from 'zod';
import { headerValue, responseHeaderName } from '../server/headers.ts';
import type { GatewayCall } from './gateway-call.ts';
import { GatewayError } from './gateway-error.ts';
import type { ClientResponse } from './gateway-responses.ts';
import { matchesMediaType } from './media-types.ts';

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const responseSchema = z.object({
  statusCode: z.union([z.number().int(), z.string().regex(/^\d{3}$/)]).default(200),
  headers: z.record(z.string(), scalar.nullable()).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(scalar)).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

/** Turns what a function returned into an answer. Throws GatewayError (502) when it is not a proxy response. */
export function readProxyResponse(payload: string, call: GatewayCall): ClientResponse {
  const parsed = responseSchema.safeParse(parseJson(payload));
  if (!parsed.success) {
    throw new GatewayError('DEFAULT_5XX', { cause: new Error('Malformed Lambda proxy response') });
  }
  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = parsed.data;
  const sent: [string, string][] = [];
  const add = (name: string, value: string | number | boolean) => {
    const shown = responseHeaderName(name);
    if (shown !== undefined) sent.push([shown, String(value)]);
  };
  const multi = Object.entries(multiValueHeaders ?? {});
  const multiNames = new Set(multi.map(([name]) => name.toLowerCase()));
  for (const [name, value] of Object.entries(headers ?? {})) {
    // When both are given, API Gateway merges them; a name in both keeps its list.
    if (value !== null && !multiNames.has(name.toLowerCase())) add(name, value);
  }
  for (const [name, values] of multi) for (const value of values) add(name, value);
  const status = Number(statusCode);
  if (status !== 204 && !sent.some(([name]) => name.toLowerCase() === 'content-type')) {
    sent.push(['Content-Type', 'application/json']);
  }
  return { status, headers: sent, body: isBase64Encoded ? decodeBody(body ?? '', call) : (body ?? '') };
}

/** Base64 is decoded when the type that the client accepts first is one of the API's binary types. */
function decodeBody(body: string, call: GatewayCall): Buffer | string {
  const accepted = headerValue(call.headers, 'accept')?.split(',')[0] ?? '*/*';
  return matchesMediaType(call.api.binaryMediaTypes, accepted) ? Buffer.from(body, 'base64') : body;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
