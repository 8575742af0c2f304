import { keptPcnLength } from '#claims/claims/claim-keys.ts';
import {
  counted,
  folded,
  inFirstIndex,
  inSecondIndex,
  itemKey,
  keysUnder,
  timeKey,
} from '#store/claims/key-parts.ts';
import type { ItemKey, KeyPrefix } from '#store/dynamodb/items.ts';
import { encodedText } from '#store/records/key-pattern.ts';

export const acknowledgmentKey = (id: string): ItemKey => ({ pk: `ACK#${id}`, sk: 'ACK' });
export const acknowledgmentPartKey = (id: string, n: number) => itemKey(`ACK#${id}`, `PART#${counted(n, 7)}`);
export const acknowledgmentPartsOf = (id: string): KeyPrefix => ({ pk: `ACK#${id}`, prefix: 'PART#' });
export const acknowledgmentSetsKey = (id: string, n: number) => itemKey(`ACK#${id}`, `SETS#${counted(n, 7)}`);
export const acknowledgmentSetsOf = (id: string): KeyPrefix => ({ pk: `ACK#${id}`, prefix: 'SETS#' });
export const acknowledgmentKeys = (kind: string, receivedAt: string, id: string) =>
  inFirstIndex(acknowledgmentPartition(kind), timeKey(receivedAt, id));
/** @param kind 999, which includes TA1, or 277CA */
export const acknowledgmentPartition = (kind: string) => `ACKS#${kind}`;

export const remittanceKey = (id: string): ItemKey => ({ pk: `REMITTANCE#${id}`, sk: 'REMITTANCE' });
/**
 * Payments from the n-th on, counted from 1, which were stored together. Apart from the remittance and in blocks of 128, so that no
 * partition takes all of a large remittance.
 */
export const remittancePaymentsKey = (id: string, n: number) =>
  itemKey(blockOf(id, remittanceBlockOf(n)), `PAYMENTS#${counted(n, 7)}`);
export const remittancePaymentsOf = (id: string, block: number): KeyPrefix =>
  keysUnder(blockOf(id, block), 'PAYMENTS#');
/** The posting of the n-th payment that was stored for itself. */
export const remittancePostingKey = (id: string, n: number) =>
  itemKey(blockOf(id, remittanceBlockOf(n)), `POSTING#${counted(n, 7)}`);
export const remittancePostingsIn = (id: string, block: number): KeyPrefix =>
  keysUnder(blockOf(id, block), 'POSTING#');
/** Payments and postings of a block. */
export const remittanceBlock = (id: string, block: number): KeyPrefix => keysUnder(blockOf(id, block));
export const remittanceBlockOf = (n: number): number => Math.floor((n - 1) / 128);
const blockOf = (id: string, block: number) => `REMITTANCE#${id}#${block}`;
/** Postings of the claims from the n-th on that one transaction has posted. */
export const remittancePostingsKey = (id: string, n: number) =>
  itemKey(remittanceKey(id).pk, `POSTINGS#${counted(n, 7)}`);
export const remittancePostingsOf = (id: string): KeyPrefix => keysUnder(remittanceKey(id).pk, 'POSTINGS#');
export const remittanceKeys = (payerId: string, receivedAt: string, id: string) => ({
  ...inFirstIndex(remittancesPartition, timeKey(receivedAt, id)),
  ...inSecondIndex(payerRemittancePartition(payerId), timeKey(receivedAt, id)),
});
export const remittancesPartition = 'REMITTANCES';
export const payerRemittancePartition = (payerId: string) => `REMITTANCES#${encodedText(payerId)}`;

/** Marks a number that has unmatched payments; written together with an {@link unmatchedPaymentKey}. */
export const unmatchedPaymentMarkKey = (patientControlNumber: string) =>
  itemKey(`AWAITED#${folded(patientControlNumber)}`, 'AWAITED');
/** The forms in which a payer may return a patient control number: complete, or its first 20 characters. */
export const numbersKeptByPayers = (patientControlNumber: string): readonly string[] => {
  const kept = patientControlNumber.trim().slice(0, keptPcnLength);
  return kept === patientControlNumber.trim() ? [patientControlNumber] : [patientControlNumber, kept];
};
export const unmatchedPaymentIndexKeys = (at: string, remittanceId: string) =>
  inFirstIndex(unmatchedPaymentsPartition, timeKey(at, remittanceId));
export const unmatchedPaymentsPartition = 'AWAITED';
export const unmatchedPaymentKey = (patientControlNumber: string, remittanceId: string, n: number) =>
  itemKey(unmatchedPaymentMarkKey(patientControlNumber).pk, `REMITTANCE#${remittanceId}#${counted(n, 7)}`);
export const unmatchedPaymentsOf = (patientControlNumber: string) =>
  keysUnder(unmatchedPaymentMarkKey(patientControlNumber).pk, 'REMITTANCE#');

/** An item of the unmatched responses, listed by state, and by state and kind. */
export const unmatchedItemKey = (id: string): ItemKey => ({ pk: `UNMATCHED#${id}`, sk: 'ITEM' });
export const unmatchedItemKeys = (state: string, kind: string, receivedAt: string, id: string) => ({
  ...inFirstIndex(unmatchedPartition(state), timeKey(receivedAt, id)),
  ...inSecondIndex(unmatchedKindPartition(state, kind), timeKey(receivedAt, id)),
});
export const unmatchedPartition = (state: string) => `UNMATCHED#${state}`;
export const unmatchedKindPartition = (state: string, kind: string) => `UNMATCHED#${state}#${kind}`;
