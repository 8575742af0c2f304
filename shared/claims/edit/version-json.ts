import type { ClaimVersionJson } from '#contract/claims/claim-edits.ts';
import type { Claim } from '../claim/claim.ts';
import type { ClaimVersion } from '../claim/claim-version.ts';

/** An edit as the API shows it. */
export const versionJson = ({ request, changes, ...shown }: ClaimVersion): ClaimVersionJson => ({
  event: 'claim.edited',
  ...shown,
  changes: [...changes],
});

/** The content as the claim arrived, which no edit made. */
export const firstVersionJson = ({ received_at, source }: Claim): ClaimVersionJson => ({
  event: 'claim.received',
  version: 1,
  at: received_at,
  actor: source.kind === 'api' ? source.subject : `file:${source.file_id}`,
  changes: [],
});
