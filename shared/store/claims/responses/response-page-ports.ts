import type { ResponseRequestPorts } from '#claims/responses/requests/process-request.ts';
import type { ResponsePagePorts } from '#claims/responses/requests/response-pages.ts';
import { decodeCursor, encodeCursor } from '../../dynamodb/cursor.ts';
import { claimsTable } from '../claims-table.ts';
import { findFileOfObject, listFileResponses } from '../files/file-list.ts';
import { findFile } from '../files/files.ts';
import { claimsStores } from '../stores.ts';
import { findAcknowledgment, readAcknowledgedSets, readResults } from './acknowledgments.ts';
import { ingestPorts } from './intake-settings.ts';
import { findRemittance, readPayments } from './remittances.ts';

const { claims } = claimsStores;

export const responseRequestPorts: ResponseRequestPorts = {
  ...ingestPorts(claimsStores),
  findFile: (id) => findFile(claims, id),
  findFileOfObject: (key) => findFileOfObject(claims, key),
};

export const responsePagePorts: ResponsePagePorts = {
  findAcknowledgment: (id) => findAcknowledgment(claimsTable, id),
  readAcknowledgedSets: (id) => readAcknowledgedSets(claimsTable, id),
  readVerdicts: (id, from, limit) => readResults(claimsTable, id, from, limit),
  readStatuses: (id, from, limit) => readResults(claimsTable, id, from, limit),
  findRemittance: (id) => findRemittance(claimsTable, id),
  readPayments: (id, from, limit) => readPayments(claimsTable, id, from, limit),
  listResponses: (fileId, kind) => listFileResponses(claimsTable, fileId, kind),
  encodeCursor,
  decodeCursor,
};
