import type { EndpointDeclaration } from '../endpoint.ts';
import { createClaimsKey, listClaimsKeys, revokeClaimsKey } from './api-keys.ts';
import { createCheckpoint, getPublicKey, listCheckpoints } from './audit/checkpoints.ts';
import { listAuditLog } from './audit/log.ts';
import {
  exportAuditLog,
  getExport,
  getVerification,
  listExports,
  startVerification,
  verifyAuditLog,
} from './audit/runs.ts';
import { createClaim, getClaim, listClaims, releaseClaim, voidClaim } from './claims.ts';
import {
  getClearinghouse,
  getSubmission,
  listSubmissions,
  submitClaims,
  testConnection,
} from './clearinghouse/clearinghouse.ts';
import {
  checkClaimsAgain,
  getPayer,
  listPayers,
  listProviders,
  reloadConfig,
} from './configuration/configuration.ts';
import { createFile, getFile, listFiles } from './files.ts';
import { listLanes } from './lanes.ts';
import {
  parseClaimAcknowledgment,
  parseImplementationAcknowledgment,
  parseRemittance,
} from './responses/parse.ts';
import {
  getClaimAcknowledgment,
  getImplementationAcknowledgment,
  getRemittance,
  listClaimAcknowledgments,
  listImplementationAcknowledgments,
  listRemittances,
} from './responses/stored-responses.ts';
import { claimsHealth, claimsOpenapi, getClaimsCaller } from './service.ts';

/** Every endpoint of the claims service. */
export const claimsEndpoints: readonly EndpointDeclaration[] = [
  claimsHealth,
  claimsOpenapi,
  getClaimsCaller,
  listLanes,
  createClaim,
  listClaims,
  getClaim,
  voidClaim,
  releaseClaim,
  createFile,
  listFiles,
  getFile,
  parseImplementationAcknowledgment,
  listImplementationAcknowledgments,
  getImplementationAcknowledgment,
  parseClaimAcknowledgment,
  listClaimAcknowledgments,
  getClaimAcknowledgment,
  parseRemittance,
  listRemittances,
  getRemittance,
  getClearinghouse,
  submitClaims,
  listSubmissions,
  getSubmission,
  testConnection,
  listPayers,
  getPayer,
  listProviders,
  reloadConfig,
  checkClaimsAgain,
  listAuditLog,
  verifyAuditLog,
  startVerification,
  getVerification,
  exportAuditLog,
  listExports,
  getExport,
  listCheckpoints,
  createCheckpoint,
  getPublicKey,
  createClaimsKey,
  listClaimsKeys,
  revokeClaimsKey,
];
