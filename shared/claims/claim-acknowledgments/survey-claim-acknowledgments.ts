import { withDigests } from '#claims/files/stored-response.ts';
import { ClaimAcknowledgmentReader } from '#x12/277ca/claim-acknowledgment-set.ts';
import { guide277ca } from '#x12/guides/277ca.ts';

/** The 277CA: its first reading makes the digest of the statuses of a set. */
export const surveyedClaimAcknowledgments = withDigests('277CA', guide277ca, (context, { add, end }) =>
  new ClaimAcknowledgmentReader({ status: add, unscoped: add, end }).open(context),
);
