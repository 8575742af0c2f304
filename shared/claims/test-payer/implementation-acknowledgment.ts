import type { SegmentError, TransactionSetResponse } from '#x12/999/functional-group-response.ts';
import type { FileEnvelope } from '#x12/envelope/file-envelope.ts';
import { writeAcknowledgmentFiles } from '#x12/outbound/acknowledge.ts';
import type { ReceivedGroup } from '#x12/outbound/verdict-collector.ts';
import type { ReceivedClaim, ReceivedFile } from './received-file.ts';

/**
 * Writes the 999 of the test payer. It contains the real verdicts on the file, and rejects each set with a claim of
 * scenario `rejected_by_999`. Undefined if all claims are silent.
 *
 * @returns the bytes, and the sets that it rejects as `GS06 ST02`
 */
export function implementationAcknowledgmentOf(
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
