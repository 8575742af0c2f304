import type {
  ImplementationAcknowledgmentDetailJson,
  ImplementationAcknowledgmentJson,
} from '#contract/claims/acknowledgment-records.ts';
import { elementErrors, groupErrors, interchangeNotes, segmentErrors, setErrors } from './codes-999.ts';
import type { EnvelopeAnswer, SegmentAnswer, SetAnswer, VerdictResult } from './record.ts';

/** A 999 or TA1 as the API shows it: codes with their texts. */
export function envelopeAnswerJson(answer: EnvelopeAnswer): ImplementationAcknowledgmentJson {
  const { applied, batch_ids, match, findings, state, ...rest } = answer;
  const shared = {
    batch_ids: [...batch_ids],
    match: { by: match.by, candidates: [...match.candidates] },
    findings: [...findings],
    state: state === 'applied' ? state : ('applying' as const),
  };
  if (rest.kind === '999') {
    return { ...rest, ...shared, errors: rest.errors.map((code) => told(groupErrors, code)) };
  }
  const { note, ...ta1 } = rest;
  return { ...ta1, ...shared, errors: note === '000' ? [] : [told(interchangeNotes, note)] };
}

/** With its sets, and some of the claims that it is about. */
export const envelopeAnswerDetailJson = (
  answer: EnvelopeAnswer,
  sets: readonly SetAnswer[],
  claims: readonly VerdictResult[],
  nextCursor: string | null,
): ImplementationAcknowledgmentDetailJson => ({
  ...envelopeAnswerJson(answer),
  sets: sets.map(({ errors, segments, ...set }) => ({
    ...set,
    errors: errors.map((code) => told(setErrors, code)),
    segments: segments.map(segmentJson),
  })),
  claims: claims.map((claim) => claimJson(claim)),
  next_cursor: nextCursor,
});

const segmentJson = ({ code, elements, ...segment }: SegmentAnswer) => ({
  ...segment,
  error: told(segmentErrors, code),
  elements: elements.map(({ code: fault, ...element }) => ({
    ...element,
    error: told(elementErrors, fault),
  })),
});

function claimJson({ lane, errors, ...claim }: VerdictResult) {
  return { ...claim, errors: [...errors], ...(lane !== undefined && { lane }) };
}

function told(texts: Readonly<Record<string, string>>, code: string) {
  const text = texts[code];
  return { code, ...(text !== undefined && { text }) };
}
