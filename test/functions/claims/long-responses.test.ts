import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { writeRemittances } from '#x12/835/write-remittances.ts';
import { type Answer, functionsOn, type Request } from '../../claims/invoke.ts';
import { type LocalStores, startLocalStores } from '../../claims/local-stores.ts';
import { claim, line, payerEnvelope, remittanceOf, transfer } from '../../fixtures/x12/remittance.ts';

let stores: LocalStores;
let call: (name: string, request?: Request) => Promise<Answer>;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  call = functionsOn(stores);
});
afterAll(() => stores.stop());

const lines = 800;
const claims = Array.from({ length: 30 }, (_, index) =>
  claim({
    patientControlNumber: `H${index}`,
    payerControlNumber: `ICN${index}`,
    charge: lines * 10_000,
    paid: lines * 8_000,
    patientResponsibility: lines * 500,
    lines: Array.from({ length: lines }, (_, n) => line({ lineControlNumber: `L${n}` })),
  }),
);

/** Returns the size of a function's result, which contains the body as text. */
const payloadOf = (body: unknown) => Buffer.byteLength(JSON.stringify(JSON.stringify(body)));

// Lambda fails a response over 6 MB, and the caller gets 502.
test('limits a page of a remittance to what Lambda can return', async () => {
  const payment = { ...transfer, amount: claims.length * lines * 8_000 };
  const payee = { name: 'HOSPITAL', idQualifier: 'XX', id: '1234567893', address: {} };
  const bytes = writeRemittances([remittanceOf(claims, { payment, payee })], payerEnvelope);
  const parsed = await call('parse-remittance', {
    text: bytes.toString(),
    headers: { 'Content-Type': 'text/plain' },
  });
  expect(parsed).toMatchObject({ status: 200, body: { data: { state: 'applied' } } });
  const id = parsed.body.data.remittances[0].id;

  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: Record<string, string> = { limit: '200', ...(cursor && { cursor }) };
    const { status, body } = await call('get-remittance', { path: { id }, query });
    expect(status).toBe(200);
    expect(payloadOf(body)).toBeLessThan(6 * 1024 * 1024);
    for (const { patient_control_number } of body.data.claims) seen.push(patient_control_number);
    cursor = body.data.next_cursor;
  }
  expect(seen).toEqual(claims.map(({ patientControlNumber }) => patientControlNumber));
});
