import type { ResponsePagePorts } from '#claims/responses/requests/response-pages.ts';
import { decodeCursor, encodeCursor } from '../../dynamodb/cursor.ts';
import { claimsTable } from '../claims-table.ts';
import { listFileResponses } from '../files/file-list.ts';
import { findAcknowledgment, readAcknowledgedSets, readResults } from './acknowledgments.ts';
import { findRemittance, readPayments } from './remittances.ts';

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
