import { afterAll, beforeAll, expect } from '@jest/globals';
import { findClaims } from '#claims/claims/records.ts';
import { type StatusDraft, writeClaimAcknowledgments } from '#x12/277ca/write-claim-acknowledgments.ts';
import { writeRemittances } from '#x12/835/write-remittances.ts';
import { guide837p } from '#x12/guides/837p.ts';
import { acknowledge } from '#x12/outbound/acknowledge.ts';
import { type Answer, functionsOn, type Request } from '../../../claims/invoke.ts';
import { type LocalStores, startLocalStores } from '../../../claims/local-stores.ts';
import type { SentBatch } from '../../../claims/responses/engine/sent-batch.ts';
import { acknowledgmentOf, status, stc } from '../../../fixtures/x12/acknowledgment.ts';
import { line, payerEnvelope, remittanceOf, transfer } from '../../../fixtures/x12/remittance.ts';

export let stores: LocalStores;
export let call: (name: string, request?: Request) => Promise<Answer>;

/** Starts the stores for the tests of one file. */
export function useStores(): void {
  beforeAll(async () => {
    stores = await startLocalStores({ migrated: true });
    call = functionsOn(stores);
  });
  afterAll(() => stores.stop());
}

export const x12 = (text: string | Buffer, type = 'text/plain'): Request => ({
  text: text.toString(),
  headers: { 'Content-Type': type },
});

/** Checks that a reply has exactly the members of the contract. */
export function expectContract(declaration: { readonly responses: object }, { status: code, body }: Answer) {
  const { schema } = (declaration.responses as Record<number, { schema: import('zod').ZodType }>)[code] ?? {};
  expect(schema?.safeParse(body)).toMatchObject({ success: true });
}

/** Checks that a reply names the envelope as the cause, with the edit. */
export function expectInvalidEnvelope({ status: code, body }: Answer, edit: 'V007' | 'V137') {
  expect([code, body.code]).toEqual([422, 'invalid_envelope']);
  expect(body.error).toBe('The file has content of this kind, but its envelope is invalid; see details');
  expect(body.details).toMatchObject([{ code: edit, message: expect.stringMatching(/^SE/) }]);
}

let number = 300;

/** A number that no other test of the file uses. */
export const nextNumber = (): number => ++number;

export async function answer999(
  sent: SentBatch,
  spoil: (text: string) => string = (text) => text,
): Promise<string> {
  const { files } = await acknowledge(Buffer.from(spoil(sent.bytes.toString())), {
    guides: [guide837p],
    moment: new Date('2026-03-15T18:20:00Z'),
    controlNumber: ++number,
    ta1: 'never',
  });
  return Buffer.concat(files.map((file) => file.bytes)).toString();
}

export const answer277 = (...statuses: readonly StatusDraft[]) =>
  writeClaimAcknowledgments([acknowledgmentOf(statuses)], {
    ...payerEnvelope,
    interchangeNumber: ++number,
  }).toString();

export const rejection = (trace: string) =>
  status({ numbers: { trn02: trace }, statuses: [stc('A7', '562', { amount: 17_550 })] });

export function answer835(trace: string, payerNumber = `ICN-${trace}`): string {
  const lines = [12_550, 5_000].map((charge, n) =>
    line({
      charge,
      paid: charge,
      adjustments: [],
      lineControlNumber: `L${n + 1}`,
      remarks: [{ qualifier: 'HE', value: 'N130' }],
    }),
  );
  const payment = { ...transfer, amount: 17_550, trace: `EFT${++number}` };
  const claim = {
    patientControlNumber: trace,
    statusCode: '1',
    charge: 17_550,
    paid: 17_550,
    filingIndicator: 'MC',
    payerControlNumber: payerNumber,
    lines,
  };
  const payee = { name: 'CLINIC', idQualifier: 'XX', id: '1234567893', address: {} };
  return writeRemittances([remittanceOf([claim], { payment, payee })], {
    ...payerEnvelope,
    interchangeNumber: number,
  }).toString();
}

export const laneOf = async ({ claims }: SentBatch) =>
  (
    await findClaims(
      stores.claims,
      claims.map(({ id }) => id),
    )
  ).map(({ lane }) => lane);
