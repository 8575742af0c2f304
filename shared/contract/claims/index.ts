import type { EndpointDeclaration } from '../endpoint.ts';
import * as alerts from './alerts/alerts.ts';
import * as apiKeys from './api-keys.ts';
import * as checkpoints from './audit/checkpoints.ts';
import * as auditLog from './audit/log.ts';
import * as auditRuns from './audit/runs.ts';
import * as bulk from './bulk/bulk-runs.ts';
import * as claimEdits from './claim-edits.ts';
import * as claims from './claims.ts';
import * as clearinghouse from './clearinghouse/clearinghouse.ts';
import * as configuration from './configuration/configuration.ts';
import * as files from './files.ts';
import * as followUp from './follow-up.ts';
import * as bank from './money/bank.ts';
import * as deposits from './money/deposits.ts';
import * as ledger from './money/ledger.ts';
import * as patientResponsibility from './money/patient-responsibility.ts';
import * as reports from './reports.ts';
import * as eob from './responses/eob.ts';
import * as parsing from './responses/parse.ts';
import * as responses from './responses/stored-responses.ts';
import * as retention from './retention.ts';
import * as search from './search.ts';
import * as secondary from './secondary.ts';
import * as service from './service.ts';
import * as unmatched from './unmatched/unmatched.ts';

const declared = [
  service.health,
  service.openapi,
  service.getClaimsCaller,
  claims.listLanes,
  claims.createClaim,
  claims.listClaims,
  search.searchClaims,
  claims.getClaim,
  claimEdits.editClaim,
  claimEdits.listClaimVersions,
  claimEdits.getClaimVersion,
  claims.voidClaim,
  claims.movePayment,
  claims.releaseClaim,
  secondary.createSecondaryClaim,
  bulk.previewBulkRun,
  bulk.startBulkRun,
  bulk.listBulkRuns,
  bulk.getBulkRun,
  bulk.listBulkResults,
  bulk.cancelBulkRun,
  followUp.addNote,
  followUp.listNotes,
  followUp.setFollowUp,
  followUp.listWorklist,
  files.createFile,
  files.listFiles,
  files.getFile,
  parsing.parseImplementationAcknowledgment,
  responses.listImplementationAcknowledgments,
  responses.getImplementationAcknowledgment,
  parsing.parseClaimAcknowledgment,
  responses.listClaimAcknowledgments,
  responses.getClaimAcknowledgment,
  parsing.parseRemittance,
  responses.listRemittances,
  responses.getRemittance,
  eob.getEob,
  bank.importBankFile,
  bank.listBankFiles,
  bank.listBankLines,
  bank.getBankLine,
  bank.matchBankLine,
  bank.unmatchBankLine,
  bank.getReconciliation,
  deposits.listDeposits,
  ledger.listProviderBalances,
  ledger.listLedger,
  patientResponsibility.listPatientResponsibility,
  patientResponsibility.getPatientResponsibility,
  reports.getAging,
  reports.getDenials,
  reports.getDaysToPay,
  reports.getCleanClaims,
  unmatched.listUnmatched,
  unmatched.getUnmatched,
  unmatched.attachUnmatched,
  unmatched.dismissUnmatched,
  unmatched.takeBackUnmatched,
  unmatched.postRemittance,
  unmatched.takeBackRemittance,
  clearinghouse.getClearinghouse,
  clearinghouse.submitClaims,
  clearinghouse.listSubmissions,
  clearinghouse.getSubmission,
  clearinghouse.testConnection,
  configuration.listPayers,
  configuration.getPayer,
  configuration.listProviders,
  configuration.reloadConfig,
  configuration.checkClaimsAgain,
  alerts.createAlertRule,
  alerts.listAlertRules,
  alerts.getAlertRule,
  alerts.updateAlertRule,
  alerts.deleteAlertRule,
  alerts.testAlertRule,
  alerts.listAlerts,
  alerts.getAlert,
  retention.getRetention,
  retention.setRetention,
  retention.createLegalHold,
  retention.listLegalHolds,
  retention.releaseLegalHold,
  retention.startPurge,
  retention.listPurges,
  retention.getPurge,
  auditLog.listAuditLog,
  auditRuns.verifyAuditLog,
  auditRuns.startVerification,
  auditRuns.getVerification,
  auditRuns.exportAuditLog,
  auditRuns.listExports,
  auditRuns.getExport,
  checkpoints.listCheckpoints,
  checkpoints.createCheckpoint,
  checkpoints.getPublicKey,
  apiKeys.createClaimsKey,
  apiKeys.listClaimsKeys,
  apiKeys.revokeClaimsKey,
] as const;

export const claimsEndpoints: readonly EndpointDeclaration[] = declared;

/** The declarations with their literal types. */
export type ClaimsEndpoint = (typeof declared)[number];
