import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { respondAsTestPayer } from '#claims/clearhouse/test-payer/respond.ts';
import { type ClaimWish, claimFile, claimInput } from '../../fixtures/claims/claim-input.ts';
import { type ApiResponse, get, post, stack } from '../stack/api-client.ts';

export const biller = { key: stack.claimsApiKeys.biller };
export const auditor = { key: stack.claimsApiKeys.auditor };
export const admin = { key: stack.claimsApiKeys.admin };

// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
type Json = any;

/** Puts an object into the X12 bucket, like `curl -T`. */
export async function putX12Object(key: string, bytes: string | Uint8Array): Promise<void> {
  const path = key.split('/').map(encodeURIComponent).join('/');
  const answer = await fetch(`${stack.endpoints.s3}/${stack.buckets['x12']}/${path}`, {
    method: 'PUT',
    body: Buffer.from(bytes),
  });
  if (!answer.ok) throw new Error(`The object was not stored: ${answer.status}`);
}

/** Returns the text of an object of the X12 bucket; undefined when there is none. */
export async function readX12Object(key: string): Promise<string | undefined> {
  const path = key.split('/').map(encodeURIComponent).join('/');
  const answer = await fetch(`${stack.endpoints.s3}/${stack.buckets['x12']}/${path}`);
  return answer.ok ? answer.text() : undefined;
}

/** Repeats `ask` until it returns a result, for 110 seconds. */
export async function until<T>(what: string, ask: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = Date.now() + 110_000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await delay(100);
  }
}

const finalStates = ['applied', 'partly_applied', 'quarantined', 'duplicate'];

/** Drops a file into the inbox, waits for its final state and returns its record from `GET /api/files/{id}`. */
export async function dropFile(name: string, bytes: string | Uint8Array): Promise<Json> {
  await putX12Object(`inbox/${name}`, bytes);
  const listed = await until(`the file ${name}`, async () => {
    const { body } = await get('/api/files?limit=200', biller);
    return body.data.find(
      (file: Json) => file.object_key === `inbox/${name}` && finalStates.includes(file.state),
    );
  });
  return (await get(`/api/files/${listed.id}`, biller)).body.data;
}

/** Returns the newest claim of a patient control number. */
export async function claimOf(number: string): Promise<Json> {
  return until(`claim ${number}`, async () => {
    const { body } = await get(`/api/claims?patient_control_number=${number}`, biller);
    return body.data[0];
  });
}

/** Waits until a claim is in a lane and returns it. */
export const claimInLane = (id: string, lane: string): Promise<Json> =>
  until(`lane ${lane} of ${id}`, async () => {
    const { body } = await get(`/api/claims/${id}`, biller);
    return body.data.lane === lane && body.data;
  });

/** Creates a claim through the API. */
export async function postClaim(wish: ClaimWish, more: object = {}): Promise<Json> {
  const answer = await post('/api/claims', { ...claimInput(wish), ...more }, biller);
  expect([answer.status, answer.body.code]).toEqual([201, undefined]);
  return answer.body.data;
}

/** Posts the 835 of the test payer for a claim that Granary does not have, and returns its unmatched item. */
export async function unmatchedPayment(number: string): Promise<Json> {
  const bytes = claimFile([{ number }]);
  const remittance =
    respondAsTestPayer(bytes, 'unmatched.x12').find(({ kind }) => kind === '835')?.bytes ?? [];
  const content = Buffer.from(remittance).toString();
  const { body } = await post('/api/parse-835', { content }, biller);
  const { id } = body.data.remittances[0];
  return until('the unmatched item', async () => {
    const list = await get('/api/unmatched?kind=payment&limit=200', biller);
    return list.body.data.find((item: Json) => item.response_id === id);
  });
}

export const postSubmission = (claim_ids: readonly string[]): Promise<ApiResponse> =>
  post('/api/clearhouse/submit', { claim_ids }, biller);

/** Returns the audit entries of a claim with their payloads, oldest first. */
export async function auditEntriesOf(id: string): Promise<readonly Json[]> {
  const { body } = await get(`/api/admin/audit-log?entity_id=${id}&limit=200`, auditor);
  return body.data.toReversed().map((entry: Json) => ({ ...entry, payload: JSON.parse(entry.payload_json) }));
}

export const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
