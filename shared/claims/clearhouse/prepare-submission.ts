import { createHash } from 'node:crypto';
import { leaseEnd } from '#persistence/lease.ts';
import { chunksOf } from '../chunks.ts';
import type { Claim } from '../claims/claim.ts';
import { replacementTargets } from '../edits/replacement.ts';
import { holdersOf, type UnreadyClaim } from './held-claims.ts';
import type { SendableFile } from './sendable-file.ts';
import type { Submission } from './submission.ts';
import type { SubmissionPorts } from './submission-ports.ts';
import { abandonSubmission, isTimeUp, storeProgress } from './submission-progress.ts';

export type Preparation =
  /** The submission is prepared, or still preparing because the time is up. */
  | { readonly kind: 'continues'; readonly submission: Submission }
  /** These claims are no longer available. The submission was abandoned. */
  | {
      readonly kind: 'claims-taken';
      readonly submission: Submission;
      readonly claims: readonly UnreadyClaim[];
    };

export const sha256Of = ({ bytes }: Pick<SendableFile['file'], 'bytes'>): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Claims that are reserved before the run looks at the time. */
const claimsPerReservation = 175;

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
    sha256: sha256Of(file),
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
    lease_until: leaseEnd(ports.now()).getTime(),
  };
  await ports.store.create(
    submission,
    file.claims.map(({ id, patientControlNumber, set }) => ({
      claim_id: id,
      patient_control_number: patientControlNumber,
      set,
    })),
  );
  return finishPreparation(submission, { claims, file, reserved: new Set() }, ports);
}

/** Reserves claims that the submission has not reserved yet, and stores the file. Stops early when the time is up. */
export async function finishPreparation(
  submission: Submission,
  { claims, file, reserved }: UnreservedFile,
  ports: SubmissionPorts,
): Promise<Preparation> {
  const left = claims.filter(({ id }) => !reserved.has(id)).toSorted(bySource);
  for (const some of chunksOf(left, claimsPerReservation)) {
    if (isTimeUp(ports)) return { kind: 'continues', submission };
    const taken = await reserveClaims(submission.id, some, claims, ports);
    if (taken.length === 0) continue;
    const abandoned = await abandonSubmission(submission, ports);
    const names = new Set(taken);
    const holders = await holdersOf(
      some.filter(({ id }) => names.has(id)),
      ports,
    );
    return {
      kind: 'claims-taken',
      submission: abandoned,
      claims: taken.map((claim_id) => holders.get(claim_id) ?? { claim_id, lane: 'in_progress' }),
    };
  }
  await ports.putFile(submission.object_key, file.bytes);
  await ports.store.putBatch(file.batch, file.sets);
  return { kind: 'continues', submission: await storeProgress(submission, { state: 'prepared' }, ports) };
}

interface UnreservedFile extends Pick<SendableFile, 'claims' | 'file'> {
  /** Ids of claims that the submission has reserved. */
  readonly reserved: ReadonlySet<string>;
}

/** Neighbours in a file follow each other, because they share writes. */
function bySource({ source: a }: Claim, { source: b }: Claim): number {
  if (a.kind === 'api' || b.kind === 'api') return Number(a.kind === 'api') - Number(b.kind === 'api');
  if (a.file_id !== b.file_id) return a.file_id < b.file_id ? -1 : 1;
  return a.ordinal - b.ordinal;
}

const reserveClaims = (
  submissionId: string,
  some: readonly Claim[],
  all: readonly Claim[],
  { store }: SubmissionPorts,
) =>
  store.reserve(
    submissionId,
    some,
    replacementTargets(all),
    // A claim that was edited after its content was read must not be sent with the earlier content.
    new Map(some.map(({ id, content_version }) => [id, content_version])),
  );

/** Id of the run that creates a submission. Runs of a repeated request begin with it; other runs have random ids. */
export const firstRunId = (submissionId: string): string => submissionId;
