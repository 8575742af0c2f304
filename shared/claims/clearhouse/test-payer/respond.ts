import { maxControlNumber } from '#claims/claims/batch.ts';
import {
  type ClaimAcknowledgmentInput,
  type ProviderStatusInput,
  type StatusDraft,
  writeClaimAcknowledgments,
} from '#x12/277ca/write-claim-acknowledgments.ts';
import type { SegmentError, TransactionSetResponse } from '#x12/999/functional-group-response.ts';
import type { FileEnvelope } from '#x12/envelope/file-envelope.ts';
import { writeAcknowledgmentFiles } from '#x12/outbound/acknowledge.ts';
import type { ReceivedGroup } from '#x12/outbound/verdict-collector.ts';
import { remittancesOf } from './paid-claims.ts';
import {
  npiOrTaxId,
  payerOf,
  periodOf,
  type ReceivedClaim,
  type ReceivedFile,
  receiveClaims,
} from './received-file.ts';

export interface TestPayerResponse {
  readonly kind: '999' | '277CA' | '835';
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Returns the test payer's responses to a claim file: at most one 999, one 277CA and one 835. The same file always gets the
 * same bytes. Empty for a file without claims, or with silent claims only.
 *
 * @param fileName name of the claim file, from which the names of the responses are derived
 * @throws X12Error for bytes that are not X12
 */
export function respondAsTestPayer(bytes: Uint8Array, fileName: string): readonly TestPayerResponse[] {
  const file = receiveClaims(bytes);
  if (file === undefined) return [];
  const acknowledgment = implementationAcknowledgmentOf(file, envelopeOf(file, 0));
  const refused = acknowledgment?.refusedSets ?? new Set<string>();
  const taken = file.claims.filter(
    ({ group, set, scenario }) => !refused.has(`${group} ${set}`) && scenario !== 'silent',
  );
  const statuses = claimAcknowledgmentOf(taken, file, envelopeOf(file, 1));
  const remittances = remittancesOf(taken, file, envelopeOf(file, 2));
  const written = [
    ['999', acknowledgment?.bytes],
    ['277CA', statuses],
    ['835', remittances],
  ] as const;
  return written.flatMap(([kind, bytes]) => (bytes ? { kind, name: names(fileName)[kind], bytes } : []));
}

/** Returns an envelope with sender and receiver swapped. The control number is derived from the claim file's. */
function envelopeOf({ interchange, moment }: ReceivedFile, n: number): FileEnvelope {
  const number = ((Number(interchange.controlNumber) * 3 + n) % maxControlNumber) + 1;
  return {
    senderQualifier: interchange.receiverQualifier,
    sender: interchange.receiver,
    receiverQualifier: interchange.senderQualifier,
    receiver: interchange.sender,
    moment,
    interchangeNumber: number,
    groupNumber: number,
    usage: interchange.usage === 'P' ? 'P' : 'T',
  };
}

function names(fileName: string): Readonly<Record<TestPayerResponse['kind'], string>> {
  const base = fileName.replace(/\.\w+$/, '');
  const typed = (kind: string) =>
    base.includes('-837P-') ? base.replace('-837P-', `-${kind}-`) : `${base}-${kind}`;
  return { '999': `${base}_999.x12`, '277CA': `${typed('277CA')}.x12`, '835': `${typed('835')}.x12` };
}

/** Writes the 277CA of the test payer, with one set for each set of claims; undefined without claims. */
function claimAcknowledgmentOf(
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
      trn02: claim.patientControlNumber,
      ref_1k: isRefused ? undefined : payerControlNumber,
      ref_d9: references?.clearinghouseTrace,
    },
    statuses: [
      isRefused
        ? { reasons: [{ category: 'A7', code: '562', entity: '85' }], date, action: 'U', amount }
        : { reasons: [{ category: 'A2', code: '20' }], date, action: 'WQ', amount },
    ],
    ...periodOf(claim),
  };
}

/**
 * Writes the 999 of the test payer. It contains the real verdicts on the file, and rejects each set with a claim of
 * scenario `rejected_by_999`. Undefined if all claims are silent.
 *
 * @returns the bytes, and the sets that it rejects as `GS06 ST02`
 */
function implementationAcknowledgmentOf(
  { claims, verdicts }: ReceivedFile,
  { moment, interchangeNumber }: FileEnvelope,
) {
  if (claims.every(({ scenario }) => scenario === 'silent')) return undefined;
  const bad = claims.filter(({ scenario }) => scenario === 'rejected_by_999');
  const decided = verdicts.map((verdict) => ({
    ...verdict,
    groups: verdict.groups.map((group) => withRefusals(group, bad)),
  }));
  const files = writeAcknowledgmentFiles(decided, {
    moment,
    controlNumber: interchangeNumber,
    ta1: 'never',
    lineEnd: '\n',
  });
  const refused = decided.flatMap(({ groups }) =>
    groups.flatMap(({ header, response: acknowledgment }) =>
      acknowledgment.sets
        .filter(({ accepted }) => !accepted)
        .map(({ controlNumber }) => `${header.controlNumber} ${controlNumber}`),
    ),
  );
  return { bytes: Buffer.concat(files.map(({ bytes }) => bytes)), refusedSets: new Set(refused) };
}

function withRefusals(verdict: ReceivedGroup, bad: readonly ReceivedClaim[]): ReceivedGroup {
  const { header, response: acknowledgment } = verdict;
  const sets = acknowledgment.sets.map((set) =>
    refusing(
      set,
      bad.filter(({ group, set: own }) => group === header.controlNumber && own === set.controlNumber),
    ),
  );
  const accepted = sets.filter((set) => set.accepted).length;
  if (accepted === sets.length) return { header, response: { ...acknowledgment, sets } };
  const code = accepted === 0 ? 'R' : 'P';
  return {
    header,
    response: { ...acknowledgment, sets, code, accepted: false, acceptedCount: accepted },
  };
}

function refusing(set: TransactionSetResponse, bad: readonly ReceivedClaim[]): TransactionSetResponse {
  if (bad.length === 0) return set;
  const segments = [...set.segments, ...bad.map((claim) => claimError(claim))];
  return {
    ...set,
    code: 'R',
    accepted: false,
    errors: ['5'],
    segments: segments.toSorted((a, b) => a.position - b.position),
  };
}

/** Reports CLM05 of the claim as an invalid code (IK403 7). */
function claimError({ claim, set }: ReceivedClaim): SegmentError {
  const position = claim.position?.index ?? 0;
  const reference = `${set}.${position}`;
  return {
    segment: 'CLM',
    position,
    loop: '2300',
    code: '8',
    reference,
    triggers: [],
    businessUnit: [{ name: 'CLM01', value: claim.patientControlNumber }],
    elements: [
      {
        element: 5,
        component: 3,
        repetition: undefined,
        ref: '1325',
        code: '7',
        value: '',
        reference: `${reference}.5-3`,
        triggers: [],
      },
    ],
  };
}
