import type { OperationExamples } from '../../openapi/document.ts';
import { acknowledgmentsExamples } from './acknowledgments.ts';
import { alertsExamples } from './alerts.ts';
import { auditLogExamples } from './audit-log.ts';
import { bulkWorkExamples } from './bulk-work.ts';
import { claimAcknowledgmentsExamples } from './claim-acknowledgments.ts';
import { claimDetailExamples } from './claim-detail.ts';
import { claimEditsExamples } from './claim-edits.ts';
import { clearhouseExamples } from './clearhouse.ts';
import { configurationExamples } from './configuration.ts';
import { correctionsExamples } from './corrections.ts';
import { filesExamples } from './files.ts';
import { followUpExamples } from './follow-up.ts';
import { moneyExamples } from './money.ts';
import { newClaimsExamples } from './new-claims.ts';
import { remittancesExamples } from './remittances.ts';
import { retentionExamples } from './retention.ts';
import { secondaryExamples } from './secondary.ts';
import { serviceExamples } from './service.ts';
import { unmatchedExamples } from './unmatched.ts';

/** Examples of every operation of the claims API: responses of the local stack to invented claims. */
export const claimsExamples: OperationExamples = {
  ...newClaimsExamples,
  ...claimDetailExamples,
  ...correctionsExamples,
  ...claimEditsExamples,
  ...bulkWorkExamples,
  ...followUpExamples,
  ...filesExamples,
  ...acknowledgmentsExamples,
  ...claimAcknowledgmentsExamples,
  ...remittancesExamples,
  ...moneyExamples,
  ...unmatchedExamples,
  ...secondaryExamples,
  ...clearhouseExamples,
  ...configurationExamples,
  ...auditLogExamples,
  ...alertsExamples,
  ...retentionExamples,
  ...serviceExamples,
};
