import type { OperationExamples } from '../../openapi/document.ts';
import { acknowledgmentsExamples } from './acknowledgments.ts';
import { auditLogExamples } from './audit-log.ts';
import { claimAcknowledgmentsExamples } from './claim-acknowledgments.ts';
import { claimDetailExamples } from './claim-detail.ts';
import { clearhouseExamples } from './clearhouse.ts';
import { configurationExamples } from './configuration.ts';
import { correctionsExamples } from './corrections.ts';
import { filesExamples } from './files.ts';
import { newClaimsExamples } from './new-claims.ts';
import { remittancesExamples } from './remittances.ts';
import { serviceExamples } from './service.ts';

/** Examples of every operation of the claims API: responses of the local stack to invented claims. */
export const claimsExamples: OperationExamples = {
  ...newClaimsExamples,
  ...claimDetailExamples,
  ...correctionsExamples,
  ...filesExamples,
  ...acknowledgmentsExamples,
  ...claimAcknowledgmentsExamples,
  ...remittancesExamples,
  ...clearhouseExamples,
  ...configurationExamples,
  ...auditLogExamples,
  ...serviceExamples,
};
