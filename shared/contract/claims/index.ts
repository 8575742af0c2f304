import * as acknowledgments from '#claims/acknowledgments/contract.ts';
import * as alerts from '#claims/alerts/contract.ts';
import * as apiKeys from '#claims/api-keys/contract.ts';
import * as audit from '#claims/audit/contract.ts';
import * as bulk from '#claims/bulk/contract.ts';
import * as claimAcknowledgments from '#claims/claim-acknowledgments/contract.ts';
import * as claims from '#claims/claims/contract.ts';
import * as clearhouse from '#claims/clearhouse/contract.ts';
import * as configuration from '#claims/configuration/contract.ts';
import * as edits from '#claims/edits/contract.ts';
import * as files from '#claims/files/contract.ts';
import * as followUp from '#claims/follow-up/contract.ts';
import * as money from '#claims/money/contract.ts';
import * as remittances from '#claims/remittances/contract.ts';
import * as reports from '#claims/reports/contract.ts';
import * as retention from '#claims/retention/contract.ts';
import * as search from '#claims/search/contract.ts';
import * as secondary from '#claims/secondary/contract.ts';
import * as unmatched from '#claims/unmatched/contract.ts';
import type { EndpointDeclaration } from '../endpoint.ts';
import * as service from './service.ts';

const declared = [
  service.health,
  service.openapi,
  service.getClaimsCaller,
  claims.listLanes,
  claims.createClaim,
  claims.listClaims,
  search.searchClaims,
  claims.getClaim,
  edits.editClaim,
  edits.listClaimVersions,
  edits.getClaimVersion,
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
  followUp.nameCaller,
  followUp.listPeople,
  files.createFile,
  files.listFiles,
  files.getFile,
  acknowledgments.parseImplementationAcknowledgment,
  acknowledgments.listImplementationAcknowledgments,
  acknowledgments.getImplementationAcknowledgment,
  claimAcknowledgments.parseClaimAcknowledgment,
  claimAcknowledgments.listClaimAcknowledgments,
  claimAcknowledgments.getClaimAcknowledgment,
  remittances.parseRemittance,
  remittances.listRemittances,
  remittances.getRemittance,
  remittances.getEob,
  money.importBankFile,
  money.listBankFiles,
  money.listBankLines,
  money.getBankLine,
  money.matchBankLine,
  money.unmatchBankLine,
  money.getReconciliation,
  money.listDeposits,
  money.listProviderBalances,
  money.listLedger,
  money.listPatientResponsibility,
  money.getPatientResponsibility,
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
  clearhouse.getClearinghouse,
  clearhouse.submitClaims,
  clearhouse.listSubmissions,
  clearhouse.getSubmission,
  clearhouse.testConnection,
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
  audit.listAuditLog,
  audit.verifyAuditLog,
  audit.startVerification,
  audit.getVerification,
  audit.exportAuditLog,
  audit.listExports,
  audit.getExport,
  audit.listCheckpoints,
  audit.createCheckpoint,
  audit.getPublicKey,
  apiKeys.createClaimsKey,
  apiKeys.listClaimsKeys,
  apiKeys.revokeClaimsKey,
] as const;

export const claimsEndpoints: readonly EndpointDeclaration[] = declared;

/** The declarations with their literal types. */
export type ClaimsEndpoint = (typeof declared)[number];
