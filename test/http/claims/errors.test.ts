import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { type ApiResponse, call, post } from '../stack/api-client.ts';
import { admin, biller } from './claims-api.ts';

/** Errors of the pipeline as they reach a client. test/functions/claims/documented-errors.test.ts has every error of every endpoint. */
const errors: readonly [string, number, () => Promise<ApiResponse>][] = [
  ['validation_failed', 400, () => post('/api/parse-835', { unknown: 1 }, biller)],
  ['unsupported_media_type', 415, () => sent('<a/>', { 'content-type': 'application/xml' })],
  ['not_acceptable', 406, () => sent('x', { accept: 'text/html' })],
  // The spec defines invalid JSON as an unexpected failure.
  ['internal', 500, () => sent('{"content": "QUILLFEATHER', {})],
  ['wrong_file_kind', 422, () => sent('no X12', { 'content-type': 'text/plain' })],
  ['not_found', 404, () => post('/api/parse-835', { key: `inbox/${randomUUID()}.x12` }, biller)],
  // The largest body that API Gateway and Lambda pass on.
  ['payload_too_large', 413, () => sent(`"${'x'.repeat(4_200_000)}"`, {})],
  ['idempotency_mismatch', 422, otherBody],
];

const sent = (text: string, headers: Readonly<Record<string, string>>): Promise<ApiResponse> =>
  call('POST', '/api/parse-835', { ...biller, text, headers });

async function otherBody(): Promise<ApiResponse> {
  const keyed = { ...admin, headers: { 'idempotency-key': randomUUID() } };
  await post('/api/admin/api-keys', { name: 'Once', role: 'biller' }, keyed);
  return post('/api/admin/api-keys', { name: 'Once', role: 'admin' }, keyed);
}

test.each(errors)('%s is %d in the envelope of errors', async (code, status, trigger) => {
  const { body, headers, ...answer } = await trigger();
  expect([answer.status, body.code]).toEqual([status, code]);
  expect(body).toEqual({
    error: code === 'internal' ? 'Internal server error' : expect.any(String),
    code,
    request_id: headers.get('x-request-id'),
    ...(body.details && { details: expect.any(Array) }),
  });
});
