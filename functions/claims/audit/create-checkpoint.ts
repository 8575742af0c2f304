import { takeCheckpoint } from '#audit/checkpoints/take-checkpoint.ts';
import { createCheckpoint } from '#contract/claims/audit/checkpoints.ts';
import { ApiError } from '#contract/errors.ts';
import { claimsEndpoint, created, ok } from '#http/endpoint/claims-endpoint.ts';
import { auditSubject } from '#store/audit/audit-subject.ts';

/** Leaves time to sign and to answer, milliseconds. */
const walkTime = 18_000;

export const handler = claimsEndpoint(createCheckpoint, async ({ now }) => {
  const until = Date.now() + walkTime;
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
