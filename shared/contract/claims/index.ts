import type { EndpointDeclaration } from '../endpoint.ts';
import { createClaimsKey, listClaimsKeys, revokeClaimsKey } from './api-keys.ts';
import { listAuditLog } from './audit-log.ts';
import { exportAuditLog, getExport, getVerification, verifyAuditLog } from './audit-runs.ts';
import { createCheckpoint, getPublicKey, listCheckpoints } from './checkpoints.ts';
import { claimsHealth, claimsOpenapi, getClaimsCaller } from './service.ts';

/** Every endpoint of the claims service. */
export const claimsEndpoints: readonly EndpointDeclaration[] = [
  claimsHealth,
  claimsOpenapi,
  getClaimsCaller,
  listAuditLog,
  verifyAuditLog,
  getVerification,
  exportAuditLog,
  getExport,
  listCheckpoints,
  createCheckpoint,
  getPublicKey,
  createClaimsKey,
  listClaimsKeys,
  revokeClaimsKey,
];
