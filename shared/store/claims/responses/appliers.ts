import type { Applier } from '#claims/files/applier.ts';
import { applier277ca } from '#claims/responses/claim-acknowledgment/apply-277ca.ts';
import type { StatusPolicy } from '#claims/responses/claim-acknowledgment/policy.ts';
import { applier999 } from '#claims/responses/implementation-acknowledgment/apply-999.ts';
import { applierTa1 } from '#claims/responses/implementation-acknowledgment/apply-ta1.ts';
import { applier835 } from '#claims/responses/remittance/apply-835.ts';
import type { Table } from '../../dynamodb/table.ts';
import { batchBook, claimBook } from '../claims/claim-book.ts';
import { envelopeAnswerBook, statusAnswerBook } from './acknowledgments.ts';
import { remittancePorts } from './remittances.ts';

/** What the configuration says about answers. */
export interface AnswerSettings {
  /** How the 277CA of a payer are read. */
  policyOf(payerId: string): StatusPolicy;
}

/** What applies the answers in files, on the real stores. */
export function answerAppliers(claims: Table, { policyOf }: AnswerSettings): readonly Applier[] {
  const shared = { claims: claimBook(claims), batches: batchBook(claims) };
  const envelopes = { ...shared, answers: envelopeAnswerBook(claims) };
  return [
    applier999(envelopes),
    applierTa1(envelopes),
    applier277ca({ ...shared, answers: statusAnswerBook(claims), policyOf }),
    applier835(remittancePorts(claims)),
  ];
}
