import type { ResponseProcessor } from '#claims/files/file-run.ts';
import { applier277ca } from '#claims/responses/claim-acknowledgment/apply-277ca.ts';
import type { StatusPolicy } from '#claims/responses/claim-acknowledgment/status-policy.ts';
import { applier999 } from '#claims/responses/implementation-acknowledgment/apply-999.ts';
import { applierTa1 } from '#claims/responses/implementation-acknowledgment/apply-ta1.ts';
import { applier835 } from '#claims/responses/remittance/apply-835.ts';
import type { Table } from '../../dynamodb/table.ts';
import { batchLookup, claimLookup } from '../claims/claim-lookup.ts';
import { envelopeAnswerBook, statusAnswerBook } from './acknowledgments.ts';
import { remittancePorts } from './remittances.ts';

/** What the configuration says about answers. */
export interface AnswerSettings {
  /** How the 277CA of a payer are read. */
  policyOf(payerId: string): StatusPolicy;
}

/** What applies the answers in files, on the real stores. */
export function responseProcessors(
  claims: Table,
  { policyOf }: AnswerSettings,
): readonly ResponseProcessor[] {
  const shared = { claims: claimLookup(claims), batches: batchLookup(claims) };
  const envelopes = { ...shared, answers: envelopeAnswerBook(claims) };
  return [
    applier999(envelopes),
    applierTa1(envelopes),
    applier277ca({ ...shared, answers: statusAnswerBook(claims), policyOf }),
    applier835(remittancePorts(claims)),
  ];
}
