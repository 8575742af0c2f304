import { postUnmatchedPayments } from '#claims/responses/remittance/unmatched-payments.ts';
import type { ClaimsTables } from '../write-change.ts';
import { unmatchedPaymentPorts } from './remittances.ts';

/** Posts the unmatched payments of claims that are stored after their remittance. */
export const postPaymentsOfLateClaims = (tables: ClaimsTables, claimIds: readonly string[]): Promise<void> =>
  postUnmatchedPayments(unmatchedPaymentPorts(tables), claimIds);
