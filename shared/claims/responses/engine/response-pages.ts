import { claimAcknowledgmentDetailJson } from '#claims/responses/claim-acknowledgment/json.ts';
import type { StoredClaimAcknowledgment } from '#claims/responses/claim-acknowledgment/stored-acknowledgment.ts';
import { implementationAcknowledgmentDetailJson } from '#claims/responses/implementation-acknowledgment/json.ts';
import type { StoredEnvelopeAcknowledgment } from '#claims/responses/implementation-acknowledgment/stored-acknowledgment.ts';
import { remittanceDetailJson } from '#claims/responses/remittance/json.ts';
import type {
  ClaimAcknowledgmentDetailJson,
  ImplementationAcknowledgmentDetailJson,
} from '#contract/claims/responses/acknowledgment-records.ts';
import type { RemittanceDetailJson } from '#contract/claims/responses/remittance-records.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import {
  findAcknowledgment,
  readAcknowledgedSets,
  readStatuses,
  readVerdicts,
} from '#store/claims/responses/acknowledgments.ts';
import { findRemittance, readPayments } from '#store/claims/responses/remittances.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';

/** Which part of a long answer. */
export interface PageOfResults {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Sets of a 999 that are shown; all of them by default. */
  readonly sets?: number;
}

/**
 * A 999 or TA1 with some of the claims that it is about; undefined when there is none.
 *
 * @throws ApiError invalid_cursor
 */
export async function implementationAcknowledgmentPage(
  id: string,
  page: PageOfResults,
): Promise<ImplementationAcknowledgmentDetailJson | undefined> {
  const place = placeIn('999-claims', id, page);
  const answer = await findAcknowledgment<StoredEnvelopeAcknowledgment>(claimsTable, id);
  if (answer?.kind !== '999' && answer?.kind !== 'TA1') return undefined;
  const [sets, { results, next }] = await Promise.all([
    readAcknowledgedSets(claimsTable, id),
    readVerdicts(claimsTable, id, place.from, page.limit),
  ]);
  return withinAnswer(results, place.from, next, (some, after) =>
    implementationAcknowledgmentDetailJson(answer, sets.slice(0, page.sets), some, place.cursor(after)),
  );
}

/** A 277CA with some of its statuses, in the same way. */
export async function claimAcknowledgmentPage(
  id: string,
  page: PageOfResults,
): Promise<ClaimAcknowledgmentDetailJson | undefined> {
  const place = placeIn('277ca-statuses', id, page);
  const answer = await findAcknowledgment<StoredClaimAcknowledgment>(claimsTable, id);
  if (answer?.kind !== '277CA') return undefined;
  const { results, next } = await readStatuses(claimsTable, id, place.from, page.limit);
  return withinAnswer(results, place.from, next, (some, after) =>
    claimAcknowledgmentDetailJson(answer, some, place.cursor(after)),
  );
}

/** A remittance with some of its claims, in the same way. */
export async function remittancePage(
  id: string,
  page: PageOfResults,
): Promise<RemittanceDetailJson | undefined> {
  const place = placeIn('remittance-claims', id, page);
  const record = await findRemittance(claimsTable, id);
  if (record === undefined) return undefined;
  const payments = await readPayments(claimsTable, id, place.from + 1, page.limit + 1);
  const hasMore = payments.length > page.limit;
  const next = hasMore ? place.from + page.limit : undefined;
  return withinAnswer(payments.slice(0, page.limit), place.from, next, (some, after) =>
    remittanceDetailJson(record, some, place.cursor(after)),
  );
}

/** Lambda answers at most 6 MB. */
const mostBytes = 4 * 1024 * 1024;

/**
 * The detail with all of the results, or with as many of the first ones as an answer can hold: a hospital's claim
 * may have hundreds of lines.
 */
function withinAnswer<Result, Detail>(
  results: readonly Result[],
  from: number,
  next: number | undefined,
  detailOf: (some: readonly Result[], next: number | undefined) => Detail,
): Detail {
  let detail = detailOf(results, next);
  for (let count = results.length; count > 1 && bytesOf(detail) > mostBytes; ) {
    count = Math.ceil(count / 2);
    detail = detailOf(results.slice(0, count), from + count);
  }
  return detail;
}

const bytesOf = (detail: unknown) => Buffer.byteLength(JSON.stringify(detail));

function placeIn(list: string, id: string, { cursor }: PageOfResults) {
  const identity = [list, id];
  return {
    from: cursor === undefined ? 0 : Number(decodeCursor(identity, cursor)),
    cursor: (next: number | undefined) => (next === undefined ? null : encodeCursor(identity, String(next))),
  };
}
