import type { Batch, SetClaim } from '#claims/claims/batch.ts';
import { batchActions, setClaimsActions } from '#claims/claims/batch-records.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { foldChain } from '#claims/claims/fold-chain.ts';
import { changeActions, findClaimsByPcn } from '#claims/claims/records.ts';
import { type WritableClaim, writeClaims } from '#x12/837p/write/claims.ts';
import type { FileEnvelope } from '#x12/envelope/file-envelope.ts';
import { officeVisit, envelope as usual } from '../../../fixtures/x12/claim.ts';
import type { LocalStores } from '../../local-stores.ts';

/** Claims that were received in a file and sent to the clearinghouse in one batch. */
export interface SentBatch {
  readonly batch: Batch;
  /** The file that was sent. */
  readonly bytes: Buffer;
  readonly envelope: FileEnvelope;
  readonly claims: readonly Claim[];
}

/** A claim like {@link officeVisit} with another number and member, so that it is not a duplicate. */
export function visit(number: string, over: Partial<WritableClaim> = {}): WritableClaim {
  return {
    ...officeVisit,
    subscriber: { ...officeVisit.subscriber, id: `M${number}`.slice(0, 30) },
    patientControlNumber: number,
    ...over,
  };
}

let counter = 100;

/** Drops claims into the inbox and stores their submission: batch, sets and lanes. */
export async function send(
  stores: LocalStores,
  drafts: readonly WritableClaim[],
  options: {
    readonly claimsPerSet?: number;
    readonly envelope?: Partial<FileEnvelope>;
    readonly at?: Date;
  } = {},
): Promise<SentBatch> {
  counter += 2;
  const inbound = writeClaims(drafts, { ...usual, interchangeNumber: counter, groupNumber: counter });
  await stores.drop(`claims-${counter}.x12`, inbound);
  const envelope = {
    ...usual,
    interchangeNumber: counter + 1,
    groupNumber: counter + 1,
    ...options.envelope,
  };
  const { claimsPerSet = 5000, at = new Date('2026-03-15T18:00:00.000Z') } = options;
  const byNumber = await claimsOf(stores, drafts);
  const sets = new Map<string, { reference: string; claims: SetClaim[] }>();
  const bytes = writeClaims(drafts, envelope, {
    claimsPerSet,
    onWritten: ({ claim, set, batchId, billingLevel, subscriberLevel, patientLevel, first }) => {
      const name = String(set).padStart(4, '0');
      const open = sets.get(name) ?? { reference: batchId, claims: [] };
      const stored = byNumber.get(claim.patientControlNumber);
      if (stored === undefined) throw new Error('The claim was not stored');
      open.claims.push({
        claim_id: stored.id,
        patient_control_number: claim.patientControlNumber,
        at: first,
        billing: billingLevel,
        subscriber: subscriberLevel,
        ...(patientLevel !== undefined && { patient: patientLevel }),
      });
      sets.set(name, open);
    },
  });
  const batch = batchOf(envelope, at);
  const actions = [...sets].flatMap(([set, { reference, claims }]) =>
    setClaimsActions({ batch_id: batch.id, set, reference, first: 0, claims }, batch.at),
  );
  const changes = [...byNumber.values()].flatMap((claim) => {
    const sent = {
      claim: claim.id,
      facts: [],
      patch: { batch_id: batch.id, submitted_at: batch.at, sent: [{ sent_at: batch.at, batch: batch.id }] },
      entry: () => ({ type: 'clearhouse.submitted', payload: {} }),
    };
    return foldChain([claim], [sent], { actor: 'test', now: at }).changes;
  });
  for (let n = 0; n < changes.length; n += 30) {
    const some = changes.slice(n, n + 30);
    const entries = some.map(({ entry }) => entry);
    const more = n === 0 ? [...batchActions(batch), ...actions] : [];
    await stores.audit.append(entries, [...changeActions(some), ...more]);
  }
  return { batch, bytes, envelope, claims: changes.map(({ after }) => after) };
}

async function claimsOf(stores: LocalStores, drafts: readonly WritableClaim[]): Promise<Map<string, Claim>> {
  const found = new Map<string, Claim>();
  for (const { patientControlNumber } of drafts) {
    const claim = (await findClaimsByPcn(stores.claims, patientControlNumber)).at(-1);
    if (claim !== undefined) found.set(patientControlNumber, claim);
  }
  return found;
}

function batchOf(envelope: FileEnvelope, at: Date): Batch {
  const { sender, receiver, senderQualifier, receiverQualifier, usage } = envelope;
  return {
    id: crypto.randomUUID(),
    direction: 'sent',
    submission_id: crypto.randomUUID(),
    interchange: {
      control_number: String(envelope.interchangeNumber).padStart(9, '0'),
      sender_qualifier: senderQualifier,
      sender,
      receiver_qualifier: receiverQualifier,
      receiver,
      usage,
    },
    group: {
      control_number: String(envelope.groupNumber),
      sender,
      receiver,
      version: '005010X222A1',
    },
    at: at.toISOString(),
  };
}
