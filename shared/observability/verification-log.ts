import type { Verification } from '#audit/verification/verify-chain.ts';
import { logger, metrics } from '#observability/logger.ts';

/** A chain that does not hold is an alarm, whoever asked. Reasons and ids only. */
export function logVerification({ ok, first_bad_id, reason, detail }: Verification): void {
  metrics.addMetric('audit_verification_failures', 'Count', ok ? 0 : 1);
  if (!ok) logger.error('The audit log does not verify', { first_bad_id, reason, detail });
}
