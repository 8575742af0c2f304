import type { EndpointDeclaration } from '../endpoint.ts';
import * as apiKeys from './api-keys.ts';
import * as checkpoints from './audit/checkpoints.ts';
import * as auditLog from './audit/log.ts';
import * as auditRuns from './audit/runs.ts';
import * as claims from './claims.ts';
import * as clearinghouse from './clearinghouse/clearinghouse.ts';
import * as configuration from './configuration/configuration.ts';
import * as files from './files.ts';
import * as parsing from './responses/parse.ts';
import * as responses from './responses/stored-responses.ts';
import * as service from './service.ts';

export const claimsEndpoints: readonly EndpointDeclaration[] = [
  service.health,
  service.openapi,
  service.getClaimsCaller,
  claims.listLanes,
  claims.createClaim,
  claims.listClaims,
  claims.getClaim,
  claims.voidClaim,
  claims.releaseClaim,
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
];
