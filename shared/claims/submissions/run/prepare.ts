import { createHash } from 'node:crypto';
import type { Claim } from '../../claim/claim.ts';
import { replacementTargets } from '../../claim/replacement.ts';
import type { SendableFile } from '../file/sendable-file.ts';
import { holdersOf, type UnreadyClaim } from '../held-claims.ts';
import type { SubmissionPorts } from '../ports.ts';
import type { Submission } from '../submission.ts';
import { abandonSubmission, storeProgress } from './progress.ts';

export type Preparation =
  | { readonly kind: 'prepared'; readonly submission: Submission }
  /** These claims are no longer available. The submission was abandoned. */
  | { readonly kind: 'claims-taken'; readonly claims: readonly UnreadyClaim[] };

/** First step of a submission: reserves its claims and stores the file to be sent. */
export async function prepareSubmission(
  { claims, file, context, fileName, payerId }: SendableFile,
  actor: string,
  ports: SubmissionPorts,
): Promise<Preparation> {
  const { clearinghouse, submissionId, batchId, controlNumber, now } = context;
  const submission: Submission = {
    id: submissionId,
    state: 'preparing',
    payer_id: payerId,
    file_name: fileName,
    trading_partner_id: clearinghouse.trading_partner_id,
    transport: clearinghouse.transport,
    object_key: `submissions/${submissionId}/${fileName}`,
    size: file.bytes.length,
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
    interchange_control_number: String(controlNumber).padStart(9, '0'),
    group_control_number: String(controlNumber),
    reference: file.reference,
    batch_id: batchId,
    billing_npis: [...new Set(claims.map(({ billing_npi }) => billing_npi))],
    claim_count: claims.length,
    total_charge: claims.reduce((sum, { total_charge }) => sum + total_charge, 0),
    created_at: now.toISOString(),
    created_by: actor,
    recorded_count: 0,
    attempts: 0,
    run: firstRunId(submissionId),
    lease_until: ports.now().getTime() + ports.lease,
  };
  await ports.store.create(
    submission,
    file.claims.map(({ id, patientControlNumber, set }) => ({
      claim_id: id,
      patient_control_number: patientControlNumber,
      set,
    })),
  );
  const taken = await reserveClaims(submissionId, claims, ports);
  if (taken.length > 0) {
    await abandonSubmission(submission, ports);
    const holders = await holdersOf(taken, ports);
    return {
      kind: 'claims-taken',
      claims: taken.map((claim_id) => holders.get(claim_id) ?? { claim_id, lane: 'in_progress' }),
    };
  }
  await ports.putFile(submission.object_key, file.bytes);
  await ports.store.putBatch(file.batch, file.sets);
  return { kind: 'prepared', submission: await storeProgress(submission, { state: 'prepared' }, ports) };
}

const reserveClaims = (submissionId: string, claims: readonly Claim[], { store }: SubmissionPorts) =>
  store.reserve(
    submissionId,
    claims.map(({ id }) => id),
    replacementTargets(claims),
    // A claim that was edited after its content was read must not be sent with the earlier content.
    new Map(claims.map(({ id, content_version }) => [id, content_version])),
  );

/** Id of the run that creates a submission. Runs of a repeated request begin with it; other runs have random ids. */
export const firstRunId = (submissionId: string): string => submissionId;
