import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import { GatewayError } from '../processing/gateway-error.ts';

/** The payload limit of a REST API. */
const maxBodyBytes = 10 * 1024 * 1024;

const tooLarge = () =>
  new GatewayError('REQUEST_TOO_LARGE', { message: `HTTP content length exceeded ${maxBodyBytes} bytes.` });

/** Maximum size of a refused body that is read, so that the client can read the response. */
const maxDiscardedBytes = 64 * 1024 * 1024;

/** Reads the body of a request. Throws GatewayError REQUEST_TOO_LARGE beyond the limit. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk);
    if (size > maxDiscardedBytes) break;
  }
  if (size > maxBodyBytes) throw tooLarge();
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

/** Decompresses a body, with the limit of a plain body. */
export async function decompressBody(body: Buffer, coding: string | undefined): Promise<Buffer> {
  const decode =
    coding === 'gzip' ? promisify(gunzip) : coding === 'deflate' ? promisify(inflate) : undefined;
  if (decode === undefined || body.length === 0) return body;
  try {
    return await decode(body, { maxOutputLength: maxBodyBytes });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw new GatewayError('BAD_REQUEST_BODY', { cause: error });
  }
}
