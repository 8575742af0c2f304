import type {
  ImplementationAcknowledgmentDetailJson,
  ImplementationAcknowledgmentJson,
} from '#contract/claims/responses/acknowledgment-records.ts';
import {
  elementErrors,
  groupErrors,
  interchangeNotes,
  segmentErrors,
  setErrors,
} from './acknowledgment-codes.ts';
import type {
  StoredEnvelopeAcknowledgment,
  StoredSegmentError,
  StoredSetAcknowledgment,
  VerdictResult,
} from './stored-acknowledgment.ts';

/** A 999 or TA1 as the API returns it: codes have their texts. */
export function implementationAcknowledgmentSummaryJson(
  answer: StoredEnvelopeAcknowledgment,
): ImplementationAcknowledgmentJson {
  const { applied, batch_ids, match, findings, state, ...rest } = answer;
  const shared = {
    batch_ids: [...batch_ids],
    match: { by: match.by, candidates: [...match.candidates] },
    findings: [...findings],
    state: state === 'applied' ? state : ('applying' as const),
  };
  if (rest.kind === '999') {
    return { ...rest, ...shared, errors: rest.errors.map((code) => codeJson(groupErrors, code)) };
  }
  const { note, ...ta1 } = rest;
  return { ...ta1, ...shared, errors: note === '000' ? [] : [codeJson(interchangeNotes, note)] };
}

/** With its sets and a page of its claims. */
export const implementationAcknowledgmentDetailJson = (
  answer: StoredEnvelopeAcknowledgment,
  sets: readonly StoredSetAcknowledgment[],
  claims: readonly VerdictResult[],
  nextCursor: string | null,
): ImplementationAcknowledgmentDetailJson => ({
  ...implementationAcknowledgmentSummaryJson(answer),
  sets: sets.map(({ errors, segments, ...set }) => ({
    ...set,
    errors: errors.map((code) => codeJson(setErrors, code)),
    segments: segments.map(segmentJson),
  })),
  claims: claims.map((claim) => claimJson(claim)),
  next_cursor: nextCursor,
});

const segmentJson = ({ code, elements, ...segment }: StoredSegmentError) => ({
  ...segment,
  error: codeJson(segmentErrors, code),
  elements: elements.map(({ code: fault, ...element }) => ({
    ...element,
    error: codeJson(elementErrors, fault),
  })),
});

function claimJson({ lane, errors, ...claim }: VerdictResult) {
  return { ...claim, errors: [...errors], ...(lane !== undefined && { lane }) };
}

function codeJson(texts: Readonly<Record<string, string>>, code: string) {
  const text = texts[code];
  return { code, ...(text !== undefined && { text }) };
}
