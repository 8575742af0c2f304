import {
  type ClaimAcknowledgmentInput,
  type ProviderStatusInput,
  type StatusDraft,
  writeClaimAcknowledgments,
} from '#x12/277ca/write-claim-acknowledgments.ts';
import type { FileEnvelope } from '#x12/envelope/file-envelope.ts';
import { npiOrTaxId, payerOf, periodOf, type ReceivedClaim, type ReceivedFile } from './received-file.ts';

/** Writes the 277CA of the test payer, with one set for each set of claims; undefined without claims. */
export function claimAcknowledgmentOf(
  claims: readonly ReceivedClaim[],
  file: ReceivedFile,
  envelope: FileEnvelope,
): Uint8Array | undefined {
  if (claims.length === 0) return undefined;
  const bySet = Map.groupBy(claims, ({ group, set }) => `${group} ${set}`);
  const drafts = [...bySet.values()].map((own, index) => draftOf(own, file, index + 1));
  return writeClaimAcknowledgments(drafts, envelope, { lineEnd: '\n' });
}

function draftOf(
  claims: readonly ReceivedClaim[],
  file: ReceivedFile,
  number: number,
): ClaimAcknowledgmentInput {
  const [first] = claims;
  const { transaction } = first?.claim ?? {};
  const day = file.moment.toISOString().slice(0, 10);
  const trace = `${file.interchange.controlNumber}-${number}`;
  return {
    reference: trace,
    source: { entity: 'PR', ...payerOf(claims) },
    sourceTrace: trace,
    received: day,
    processed: day,
    receiver: {
      entity: '41',
      name: transaction?.submitter?.lastName ?? 'SUBMITTER',
      idQualifier: '46',
      id: transaction?.submitter?.id ?? file.interchange.sender,
    },
    batch: transaction?.batchId ?? '',
    providers: [...Map.groupBy(claims, ({ claim }) => npiOrTaxId(claim).id).values()].map((own) =>
      providerOf(own, day),
    ),
  };
}

function providerOf(claims: readonly ReceivedClaim[], day: string): ProviderStatusInput {
  const { billingProvider } = claims[0]?.claim ?? {};
  const number = claims[0] && npiOrTaxId(claims[0].claim);
  return {
    provider: { entity: '85', name: billingProvider?.lastName ?? '', ...number },
    claims: claims.map((claim) => statusOf(claim, day)),
  };
}

function statusOf({ claim, scenario, payerControlNumber }: ReceivedClaim, date: string): StatusDraft {
  const { patient, subscriber, references, totalCharge: amount = 0 } = claim;
  const person = patient ?? subscriber;
  const isRefused = scenario === 'rejected_by_277ca';
  return {
    patient: {
      lastName: person.lastName,
      firstName: person.firstName,
      idQualifier: 'MI',
      id: subscriber.id,
    },
    numbers: {
      trace: claim.patientControlNumber,
      ref1K: isRefused ? undefined : payerControlNumber,
      refD9: references?.clearinghouseTrace,
    },
    statuses: [
      isRefused
        ? { reasons: [{ category: 'A7', code: '562', entity: '85' }], date, action: 'U', amount }
        : { reasons: [{ category: 'A2', code: '20' }], date, action: 'WQ', amount },
    ],
    ...periodOf(claim),
  };
}
