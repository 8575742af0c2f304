import { toJson } from '#claims/files/response-json.ts';
import { type CsvColumns, membersOf } from '#contract/csv.ts';
import {
  elementErrors,
  groupErrors,
  interchangeNotes,
  segmentErrors,
  setErrors,
} from './acknowledgment-codes.ts';
import type { ImplementationAcknowledgmentDetailJson, ImplementationAcknowledgmentJson } from './contract.ts';
import type {
  StoredEnvelopeAcknowledgment,
  StoredSetAcknowledgment,
  VerdictResult,
} from './stored-acknowledgment.ts';

/** A 999 or TA1 as the API returns it: codes have their texts. */
export function implementationAcknowledgmentSummaryJson(
  stored: StoredEnvelopeAcknowledgment,
): ImplementationAcknowledgmentJson {
  const { applied, attached_after, written_on, written_at, application_sender, ...known } = stored;
  const { batch_ids, match, findings, state, ...rest } = known;
  const shared = { batch_ids, match, findings, state: state === 'applied' ? state : ('applying' as const) };
  if (rest.kind === '999') {
    return toJson({ ...rest, ...shared, errors: rest.errors.map((code) => codeJson(groupErrors, code)) });
  }
  const { note, ...ta1 } = rest;
  return toJson({ ...ta1, ...shared, errors: note === '000' ? [] : [codeJson(interchangeNotes, note)] });
}

export const implementationAcknowledgmentDetailJson = (
  acknowledgment: StoredEnvelopeAcknowledgment,
  sets: readonly StoredSetAcknowledgment[],
  claims: readonly VerdictResult[],
  nextCursor: string | null,
): ImplementationAcknowledgmentDetailJson => ({
  ...implementationAcknowledgmentSummaryJson(acknowledgment),
  sets: toJson(sets.map(setJson)),
  claims: toJson(claims.map(({ lane, errors, ...claim }) => ({ ...claim, errors, lane }))),
  next_cursor: nextCursor,
});

const setJson = ({ errors, segments, ...set }: StoredSetAcknowledgment) => ({
  ...set,
  errors: errors.map((code) => codeJson(setErrors, code)),
  segments: segments.map(({ code, elements, ...segment }) => ({
    ...segment,
    error: codeJson(segmentErrors, code),
    elements: elements.map(({ code: fault, ...element }) => ({
      ...element,
      error: codeJson(elementErrors, fault),
    })),
  })),
});

const codeJson = (texts: Readonly<Record<string, string>>, code: string) => ({ code, text: texts[code] });

export const implementationAcknowledgmentsCsv: CsvColumns<ImplementationAcknowledgmentJson> = {
  name: '999-acks',
  columns: [
    ...membersOf<ImplementationAcknowledgmentJson>(
      'id',
      'kind',
      'state',
      'received_at',
      'sender',
      'interchange_control_number',
      'file_id',
    ),
    ['accepted', ({ claim_counts }) => claim_counts.accepted],
    ['rejected', ({ claim_counts }) => claim_counts.rejected],
    ['unknown', ({ claim_counts }) => claim_counts.unknown],
  ],
};
