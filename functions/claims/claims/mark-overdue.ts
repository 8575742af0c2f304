import { markOverdue } from '#claims/overdue/mark-overdue.ts';
import { sweepUnmatchedPayments } from '#claims/responses/remittance/unmatched-payments.ts';
import { sweepUnmatchedItems } from '#claims/unmatched/settle/sweep.ts';
import { count, logger, logUnmigrated, publishMetrics } from '#observability/logger.ts';
import { overduePolicies, overduePorts } from '#store/claims/claims/overdue.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';
import { currentConfiguration, isMigrated } from '#store/claims/configuration/configuration.ts';
import { settleUnsettled } from '#store/claims/money/settle-unsettled.ts';
import { foldAbandonedFigures } from '#store/claims/reports/pending-figures.ts';
import { unmatchedPaymentPorts } from '#store/claims/responses/remittances.ts';
import { unmatchedSweepPorts } from '#store/claims/responses/unmatched-ports.ts';

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
