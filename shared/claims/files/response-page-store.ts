import { findAcknowledgment, readAcknowledgedSets, readResults } from '#claims/acknowledgments/records.ts';
import { findRemittance, readPayments } from '#claims/remittances/records.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { claimsStores } from '#store/claims/stores.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';
import { ingestPorts } from './intake-settings-store.ts';
import type { ResponseRequestPorts } from './process-request.ts';
import { findFile, findFileOfObject, listFileResponses } from './records.ts';
import type { ResponsePagePorts } from './response-pages.ts';

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
