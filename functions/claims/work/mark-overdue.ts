import { markOverdue } from '#claims/claims/mark-overdue.ts';
import { overduePolicies, overduePorts } from '#claims/claims/overdue-store.ts';
import { currentConfiguration, isMigrated } from '#claims/configuration/records.ts';
import { settleUnsettled } from '#claims/money/records.ts';
import { unmatchedPaymentPorts } from '#claims/remittances/records.ts';
import { sweepUnmatchedPayments } from '#claims/remittances/unmatched-payments.ts';
import { foldAbandonedFigures } from '#claims/reports/figure-records.ts';
import { sweepUnmatchedItems } from '#claims/unmatched/sweep.ts';
import { unmatchedSweepPorts } from '#claims/unmatched/unmatched-store.ts';
import { count, logger, logUnmigrated, publishMetrics } from '#observability/logger.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';

/** Time after which the sweep of unmatched items stops, milliseconds; the next run continues. */
const sweepBudget = 600_000;

/**
 * On a schedule: marks claims with a late response as overdue, applies unmatched payments and statuses whose claims are
 * stored, matches bank lines and deposits that a killed run has left,
 * and adds its figures to reports. Idempotent.
 */
export async function handler(): Promise<void> {
  if (!(await isMigrated(claimsTable))) return logUnmigrated();
  const until = Date.now() + sweepBudget;
  try {
    const policies = overduePolicies(await currentConfiguration(claimsTable));
    const overdue = await markOverdue(overduePorts(claimsTables, policies), new Date());
    const posted = await sweepUnmatchedPayments(unmatchedPaymentPorts(claimsTables));
    const sweep = await unmatchedSweepPorts(claimsTables, () => Date.now() > until);
    const resolved = await sweepUnmatchedItems(sweep);
    const folded = await foldAbandonedFigures(claimsTable, new Date());
    const settled = await settleUnsettled(claimsTables);
    logger.info('Checked for overdue responses', { overdue, posted, resolved, settled, folded });
    count('claims_overdue', overdue);
  } finally {
    publishMetrics();
  }
}
