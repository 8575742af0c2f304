import { takeCheckpoint } from '#audit/checkpoints/take-checkpoint.ts';
import { createCheckpoint } from '#claims/audit/contract.ts';
import { ApiError } from '#contract/errors.ts';
import { claimsEndpoint, created, ok } from '#http/endpoint/claims-endpoint.ts';
import { auditSubject } from '#store/audit/audit-subject.ts';

/** Milliseconds for verification, with time left for signing and the reply. */
const verificationTime = 18_000;

export const handler = claimsEndpoint(createCheckpoint, async ({ now }) => {
  const until = Date.now() + verificationTime;
  const outcome = await takeCheckpoint(auditSubject, { now, outOfTime: () => Date.now() > until });
  switch (outcome.kind) {
    case 'signed':
      return created(outcome.checkpoint, undefined);
    case 'current':
      return ok(outcome.checkpoint);
    case 'empty':
      throw new ApiError('audit_log_empty');
    case 'damaged':
      throw new ApiError('audit_log_damaged');
  }
});
