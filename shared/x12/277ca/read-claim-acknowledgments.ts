import { setReader } from '../engine/set-reader.ts';
import { guide277ca } from '../guides/277ca.ts';
import { ClaimAcknowledgmentReader, type ClaimAcknowledgmentSummary } from './claim-acknowledgment-set.ts';
import type { ClaimAcknowledgment, ClaimStatus, UnscopedStatus } from './model.ts';

/** A 277CA in file order: header and batch, statuses, then counts. */
export type ClaimAcknowledgmentEvent =
  | { readonly kind: 'acknowledgment'; readonly acknowledgment: ClaimAcknowledgment }
  | { readonly kind: 'status'; readonly status: ClaimStatus }
  | { readonly kind: 'unscoped'; readonly unscoped: UnscopedStatus }
  | { readonly kind: 'end'; readonly summary: ClaimAcknowledgmentSummary };

const reader = setReader<ClaimAcknowledgmentEvent>(
  guide277ca,
  (add) =>
    new ClaimAcknowledgmentReader({
      acknowledgment: (acknowledgment) => add({ kind: 'acknowledgment', acknowledgment }),
      status: (status) => add({ kind: 'status', status }),
      unscoped: (unscoped) => add({ kind: 'unscoped', unscoped }),
      end: (summary) => add({ kind: 'end', summary }),
    }),
);

/** Reads all 277CA sets of a source. */
export const readClaimAcknowledgments = reader.read;

/** `readClaimAcknowledgments` for bytes in memory. */
export const readClaimAcknowledgmentsSync = reader.readSync;
