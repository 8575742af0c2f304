import { chunksOf } from '#claims/chunks.ts';
import { postPaymentsUnder, postUnmatchedPayments } from '#claims/remittances/unmatched-payments.ts';
import type { ClaimsTables } from '#store/claims/write-change.ts';
import { getItems } from '#store/dynamodb/items.ts';
import { unmatchedPaymentPorts } from '../remittances/records.ts';
import { unmatchedPaymentMarkKey } from './response-keys.ts';

/** Posts the unmatched payments of claims that are stored after their remittance. */
export const postPaymentsOfLateClaims = (tables: ClaimsTables, claimIds: readonly string[]): Promise<void> =>
  postUnmatchedPayments(unmatchedPaymentPorts(tables), claimIds);

/** Numbers whose marks are read together. */
const readTogether = 100;

/** Posts unmatched payments of claims that got their payer claim control number after the payment. */
export async function postPaymentsUnderNumbers(
  tables: ClaimsTables,
  payerNumbers: readonly string[],
): Promise<void> {
  for (const some of chunksOf(payerNumbers, readTogether)) {
    const marks = await getItems(tables.claims, some.map(unmatchedPaymentMarkKey));
    const awaited = marks.map((item) => String(item['patient_control_number']));
    if (awaited.length > 0) await postPaymentsUnder(unmatchedPaymentPorts(tables), awaited);
  }
}
