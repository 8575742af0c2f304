import { type TransportErrorCode, type TransportFailed, transportErrors } from '../submission.ts';

/** Why a response was passed over: a reason of ours, or what the server said. */
export type PassedOverCode = keyof typeof reasons | TransportErrorCode;

const reasons = {
  empty: 'The file is empty',
  too_large: 'The file has more than 100 MB; upload it through POST /api/files',
  unusable_name: 'The name has more than 255 bytes, control characters, or is not UTF-8',
} as const;

export const passedOverMessages: Readonly<Record<PassedOverCode, string>> = {
  ...transportErrors,
  ...reasons,
};

/** A response that stays on the server. */
export interface PassedOverFile {
  readonly name: string;
  readonly size: number;
  readonly code: PassedOverCode;
  readonly message: string;
}

/** What became of the last visit at the clearinghouse's server. */
export interface ServerVisit {
  readonly at: string;
  readonly taken: number;
  readonly waiting: number;
  /** The first of them. */
  readonly passed_over: readonly PassedOverFile[];
  readonly passed_over_count: number;
  /** Why the visit ended early. */
  readonly error?: { readonly code: TransportErrorCode; readonly message: string };
}

/** More of them would not fit into one item with certainty. */
const mostPassedOver = 200;

/** What a visit did, and what ended it early. */
interface VisitOutcome extends Pick<ServerVisit, 'taken' | 'waiting' | 'passed_over'> {
  readonly failure?: Pick<TransportFailed, 'code' | 'message'>;
}

/** The record of a visit. */
export function visitRecord({ taken, waiting, passed_over, failure }: VisitOutcome, now: Date): ServerVisit {
  return {
    at: now.toISOString(),
    taken,
    waiting,
    passed_over: passed_over.slice(0, mostPassedOver).map((one) => ({ ...one, name: shownName(one.name) })),
    passed_over_count: passed_over.length,
    ...(failure && { error: { code: failure.code, message: failure.message } }),
  };
}

/** Names come from a foreign system. */
const shownName = (name: string): string => name.replace(/\p{Cc}/gu, '?').slice(0, 255);
