import { beforeAll, describe, expect, test } from '@jest/globals';
import { respondAsTestPayer } from '#claims/clearhouse/test-payer/respond.ts';
import { claimFile, newNumber } from '../../fixtures/claims/claim-input.ts';
import { call, get, post } from '../stack/api-client.ts';
import { auditEntriesOf, biller, claimOf, dropFile, putX12Object, until } from './claims-api.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
type Json = any;

/** Claims of the biller's own system, and the responses to its file through the API. */
async function sentElsewhere(...numbers: readonly string[]) {
  const bytes = claimFile(numbers.map((number) => ({ number })));
  const name = `elsewhere-${numbers[0]}.x12`;
  await dropFile(name, bytes);
  const claims = new Map<string, Json>();
  for (const number of numbers) claims.set(number, await claimOf(number));
  const answers = respondAsTestPayer(bytes, name);
  const textOf = (kind: string) =>
    Buffer.from(answers.find((one) => one.kind === kind)?.bytes ?? []).toString();
  return { claims, textOf };
}

const numbers = { paid: newNumber('PA'), rejected: newNumber('RC'), partly: newNumber('PP') };
let sent: Awaited<ReturnType<typeof sentElsewhere>>;
beforeAll(async () => {
  sent = await sentElsewhere(numbers.paid, numbers.rejected, numbers.partly);
});

const send = (path: string, text: string, type: string) =>
  call('POST', path, { ...biller, text, headers: { 'content-type': type } });
const claimNamed = async (number: string): Promise<Json> =>
  (await get(`/api/claims/${sent.claims.get(number).id}`, biller)).body.data;

describe('POST /api/parse-999', () => {
  test('as text/plain rejects every claim of a refused set, with one audit event each', async () => {
    const [bad, beside] = [newNumber('R9'), newNumber('PA')];
    const refused = await sentElsewhere(bad, beside);
    const { status, body } = await send('/api/parse-999', refused.textOf('999'), 'text/plain');
    expect([status, body.data.state]).toEqual([200, 'applied']);
    const [acknowledgment] = body.data.acknowledgments;
    expect(acknowledgment).toMatchObject({ verdict: 'rejected', code: 'R', claim_counts: { rejected: 2 } });
    for (const { id } of refused.claims.values()) {
      const entries = await auditEntriesOf(id);
      expect(entries.map(({ event_type }) => event_type)).toEqual(['claim.received', 'claim.rejected']);
      expect(entries.at(-1)?.actor).toMatch(/^key:/);
      const claim = (await get(`/api/claims/${id}`, biller)).body.data;
      expect(claim).toMatchObject({ lane: 'rejected', rejected_by_999_id: acknowledgment.id });
    }
    const stored = await get(`/api/999-acks/${acknowledgment.id}`, biller);
    expect(stored.body.data).toEqual(acknowledgment);
  });
});

describe('a file with responses and claims', () => {
  test('takes in the claims as the inbox does', async () => {
    const { textOf } = await sentElsewhere(newNumber('PA'));
    const beside = newNumber('PA');
    const claims = Buffer.from(claimFile([{ number: beside }])).toString();
    const { status, body } = await send('/api/parse-999', textOf('999') + claims, 'text/plain');
    expect([status, body.data?.state]).toEqual([200, 'applied']);
    expect(body.data.acknowledgments).toHaveLength(1);
    expect(await claimOf(beside)).toMatchObject({ patient_control_number: beside });
  });
});

describe('POST /api/parse-277ca', () => {
  test('as application/edi-x12 has the fields of the spec and rejects the claim', async () => {
    const { status, body } = await send('/api/parse-277ca', sent.textOf('277CA'), 'application/edi-x12');
    expect([status, body.data.state]).toEqual([200, 'applied']);
    const { statuses, unscoped_statuses } = body.data;
    expect(statuses).toHaveLength(3);
    const rejected = statuses.find((one: Json) => one.patient_control_number === numbers.rejected);
    expect(rejected).toMatchObject({
      patient_control_number: numbers.rejected,
      tax_id: null,
      category: 'A7',
      amount: 125,
      service_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      classification: 'rejected',
    });
    expect(unscoped_statuses.length).toBeGreaterThan(0);
    const claim = await claimNamed(numbers.rejected);
    expect(claim).toMatchObject({
      lane: 'payer_rejected',
      payer_rejected_at: expect.any(String),
      payer_rejected_reason: expect.any(String),
      payer_rejected_status_code: expect.stringContaining('A7'),
      payer_rejected_by_277ca_id: body.data.acknowledgments[0].id,
    });
    const entries = await auditEntriesOf(claim.id);
    expect(entries.filter(({ event_type }) => event_type === 'claim.payer_rejected')).toHaveLength(1);
    expect((await claimNamed(numbers.paid)).lane).toBe('accepted');
  });

  test('again as JSON repeats the first response and applies nothing twice', async () => {
    const before = await claimNamed(numbers.rejected);
    const { status, body } = await post('/api/parse-277ca', { content: sent.textOf('277CA') }, biller);
    expect(status).toBe(200);
    expect(body.data.statuses).toHaveLength(3);
    expect((await claimNamed(numbers.rejected)).version).toBe(before.version);
  });
});

describe('POST /api/parse-835', () => {
  test('as JSON posts payments', async () => {
    const { status, body } = await post('/api/parse-835', { content: sent.textOf('835') }, biller);
    expect([status, body.data.state]).toEqual([200, 'applied']);
    const [remittance] = body.data.remittances;
    expect(remittance).toMatchObject({ state: 'applied', paid: 200, balance: { balanced: true } });
    expect(await claimNamed(numbers.paid)).toMatchObject({ lane: 'paid', paid: 125 });
    expect(await claimNamed(numbers.partly)).toMatchObject({ lane: 'underpaid', paid: 75 });
    expect((await get(`/api/remittances/${remittance.id}`, biller)).body.data).toEqual(remittance);
    const types = (await auditEntriesOf((await claimNamed(numbers.paid)).id)).map(
      ({ event_type }) => event_type,
    );
    expect(types).toEqual(['claim.received', 'claim.accepted', 'claim.paid']);
  });

  test('by the key of an inbox object is idempotent with the intake', async () => {
    const own = newNumber('DN');
    const other = await sentElsewhere(own);
    const key = `inbox/by-key-${own}.x12`;
    await putX12Object(key, other.textOf('835'));
    const { status, body } = await post('/api/parse-835', { key }, biller);
    expect([status, body.data.state]).toEqual([200, 'applied']);
    const id = other.claims.get(own).id;
    expect(body.data.remittances[0].claims[0]).toMatchObject({ match: { claim_id: id }, outcome: 'denied' });
    const types = (await auditEntriesOf(id)).map(({ event_type }) => event_type);
    expect(types).toEqual(['claim.received', 'claim.denied']);
  });

  test('keeps an unmatched payment and posts it when the claim arrives', async () => {
    const late = newNumber('PA');
    const bytes = claimFile([{ number: late }]);
    const text =
      respondAsTestPayer(bytes, 'late.x12').find(({ kind }) => kind === '835')?.bytes ?? Buffer.of();
    const { body } = await post('/api/parse-835', { content: Buffer.from(text).toString() }, biller);
    const [remittance] = body.data.remittances;
    expect(remittance).toMatchObject({ counts: { unmatched: 1, matched: 0 } });
    await dropFile(`late-${late}.x12`, bytes);
    const claim = await until('the late claim to be paid', async () => {
      const found = await claimOf(late);
      return found.lane === 'paid' && found;
    });
    expect(claim).toMatchObject({ remittance_id: remittance.id, paid: 125 });
  });
});

test('the same Idempotency-Key repeats the first response, marked, for one file', async () => {
  const own = newNumber('PA');
  const other = await sentElsewhere(own);
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const body = { content: other.textOf('999') };
  const first = await post('/api/parse-999', body, { ...biller, headers });
  const again = await post('/api/parse-999', body, { ...biller, headers });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.body).toEqual(first.body);
});
