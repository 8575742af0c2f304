import { markOverdue } from '#claims/overdue/mark-overdue.ts';
import { sweepUnmatchedPayments } from '#claims/responses/remittance/unmatched-payments.ts';
import { logger, metrics, publishMetrics } from '#observability/logger.ts';
import { overduePolicies, overduePorts } from '#store/claims/claims/overdue.ts';
import { auditLog, claimsTable } from '#store/claims/claims-table.ts';
import { currentConfiguration } from '#store/claims/configuration/configuration.ts';
import { unmatchedPaymentPorts } from '#store/claims/responses/remittances.ts';

/**
 * On a schedule: marks claims with a late response as overdue, and posts unmatched payments whose claims are stored.
 * Idempotent.
 */
export async function handler(): Promise<void> {
  const stores = { claims: claimsTable, audit: auditLog };
  try {
    const policies = overduePolicies(await currentConfiguration(claimsTable));
    const overdue = await markOverdue(overduePorts(stores, policies), new Date());
    const posted = await sweepUnmatchedPayments(unmatchedPaymentPorts(stores));
    logger.info('Checked for overdue responses', { overdue, posted });
    metrics.addMetric('claims_overdue', 'Count', overdue);
  } finally {
    publishMetrics();
  }
}
