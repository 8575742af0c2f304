import { type TransportErrorCode, type TransportFailed, transportErrors } from '../transport.ts';

/** Reason for passing over a response: a check of the visit, or an error of the server. */
export type PassedOverCode = keyof typeof reasons | TransportErrorCode;

const reasons = {
  empty: 'The file is empty',
  too_large: 'The file is larger than 100 MB; upload it through POST /api/files',
  unusable_name: 'The name is longer than 255 bytes, has control characters or is not UTF-8',
} as const;

export const passedOverMessages: Readonly<Record<PassedOverCode, string>> = {
  ...transportErrors,
  ...reasons,
};

export interface PassedOverFile {
  readonly name: string;
  readonly size: number;
  readonly code: PassedOverCode;
  readonly message: string;
}

/** Outcome of a visit to the clearinghouse's server. */
export interface ServerVisit {
  readonly at: string;
  readonly taken: number;
  readonly waiting: number;
  /** The first 200, because DynamoDB limits items to 400 kB. */
  readonly passed_over: readonly PassedOverFile[];
  readonly passed_over_count: number;
  /** Cause of an early end of the visit. */
  readonly error?: { readonly code: TransportErrorCode; readonly message: string };
}

const maxPassedOver = 200;

interface VisitOutcome extends Pick<ServerVisit, 'taken' | 'waiting' | 'passed_over'> {
  readonly failure?: Pick<TransportFailed, 'code' | 'message'>;
}

export function visitRecord({ taken, waiting, passed_over, failure }: VisitOutcome, now: Date): ServerVisit {
  return {
    at: now.toISOString(),
    taken,
    waiting,
    passed_over: passed_over.slice(0, maxPassedOver).map((one) => ({ ...one, name: shownName(one.name) })),
    passed_over_count: passed_over.length,
    ...(failure && { error: { code: failure.code, message: failure.message } }),
  };
}

/** File names come from a foreign system, so control characters are replaced. */
const shownName = (name: string): string => name.replace(/\p{Cc}/gu, '?').slice(0, 255);
