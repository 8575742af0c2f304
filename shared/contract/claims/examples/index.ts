import { acknowledgmentsExamples } from '#claims/acknowledgments/examples.ts';
import { alertsExamples } from '#claims/alerts/examples.ts';
import { apiKeysExamples } from '#claims/api-keys/examples.ts';
import { auditLogExamples } from '#claims/audit/examples.ts';
import { bulkWorkExamples } from '#claims/bulk/examples.ts';
import { claimAcknowledgmentsExamples } from '#claims/claim-acknowledgments/examples.ts';
import { claimDetailExamples, newClaimsExamples } from '#claims/claims/examples.ts';
import { clearhouseExamples } from '#claims/clearhouse/examples.ts';
import { configurationExamples } from '#claims/configuration/examples.ts';
import { claimEditsExamples, correctionsExamples } from '#claims/edits/examples.ts';
import { filesExamples } from '#claims/files/examples.ts';
import { followUpExamples } from '#claims/follow-up/examples.ts';
import { moneyExamples } from '#claims/money/examples.ts';
import { remittancesExamples } from '#claims/remittances/examples.ts';
import { retentionExamples } from '#claims/retention/examples.ts';
import { secondaryExamples } from '#claims/secondary/examples.ts';
import { unmatchedExamples } from '#claims/unmatched/examples.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';
import { serviceExamples } from './service.ts';

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
  ...apiKeysExamples,
};
