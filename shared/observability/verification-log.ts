import type { Verification } from '#audit/verification/verify-chain.ts';
import { logger, metrics } from '#observability/logger.ts';

/** Raises an alarm for a damaged chain. Logs only reasons and ids. */
export function logVerification({ ok, first_bad_id, reason, detail }: Verification): void {
  metrics.addMetric('audit_verification_failures', 'Count', ok ? 0 : 1);
  if (!ok) logger.error('The audit log is damaged', { first_bad_id, reason, detail });
}
