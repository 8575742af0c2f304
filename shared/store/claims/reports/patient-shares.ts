import type { PatientShare } from '#claims/claim/patient-share.ts';
import { decodeCursor, encodeCursor } from '../../dynamodb/cursor.ts';
import { recordOf } from '../../dynamodb/items.ts';
import { type PageRequest, queryItems, type StoredPage } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { timeBounds } from '../keys/key-parts.ts';
import { patientSharesPartition } from '../keys/money-keys.ts';
import type { CohortQuery } from './cohorts.ts';

interface ListedShare {
  readonly claim_id: string;
  readonly day: string;
  readonly patient_control_number: string;
  readonly payer_id: string;
  readonly billing_npi: string;
  readonly service_from?: string;
  readonly share: PatientShare;
}

/** Records that one page examines. */
const maxExamined = 2000;

/**
 * Claims with patient responsibility, newest service first. A page may be short and still have a next one.
 *
 * @throws ApiError invalid_cursor
 */
export async function queryPatientShares(
  table: Table,
  { limit, cursor, ...filters }: PageRequest & CohortQuery,
): Promise<StoredPage<ListedShare>> {
  const { payer_id, billing_npi, billing_npis, service_from, service_to } = filters;
  const list = [
    'patient-responsibility',
    payer_id,
    billing_npi,
    service_from,
    service_to,
    billing_npis?.join(),
  ];
  const after = cursor === undefined ? undefined : decodeCursor(list, cursor);
  const bounds = timeBounds(service_from, service_to);
  const range = { index: 'gsi1', pk: patientSharesPartition, ...bounds, newestFirst: true } as const;
  const data: ListedShare[] = [];
  let examined = 0;
  for await (const item of queryItems(table, range, { after, pageSize: Math.min(500, limit * 2) })) {
    const share = recordOf<ListedShare>(item);
    const fits =
      (payer_id === undefined || share.payer_id === payer_id) &&
      (billing_npi === undefined || share.billing_npi === billing_npi) &&
      (billing_npis?.includes(share.billing_npi) ?? true);
    if (fits) data.push(share);
    examined++;
    if (data.length === limit || examined === maxExamined)
      return { data, nextCursor: encodeCursor(list, String(item['gsi1sk'])) };
  }
  return { data, nextCursor: null };
}
