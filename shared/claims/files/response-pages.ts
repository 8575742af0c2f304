import { implementationAcknowledgmentDetailJson } from '#claims/acknowledgments/acknowledgment-json.ts';
import type { ImplementationAcknowledgmentDetailJson } from '#claims/acknowledgments/contract.ts';
import type {
  StoredEnvelopeAcknowledgment,
  StoredSetAcknowledgment,
  VerdictResult,
} from '#claims/acknowledgments/stored-acknowledgment.ts';
import { claimAcknowledgmentDetailJson } from '#claims/claim-acknowledgments/claim-acknowledgment-json.ts';
import type { ClaimAcknowledgmentDetailJson } from '#claims/claim-acknowledgments/contract.ts';
import type {
  StatusResult,
  StoredClaimAcknowledgment,
} from '#claims/claim-acknowledgments/stored-claim-acknowledgment.ts';
import type { RemittanceDetailJson } from '#claims/remittances/contract.ts';
import { remittanceDetailJson } from '#claims/remittances/remittance-json.ts';
import type { StoredPayment, StoredRemittance } from '#claims/remittances/stored-remittance.ts';
import type { ResponseKind } from './claim-lookup.ts';

export interface PageOfResults {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Sets of a 999 that are returned; all of them by default. */
  readonly sets?: number;
}

export interface ResponsePagePorts {
  findAcknowledgment(
    id: string,
  ): Promise<StoredEnvelopeAcknowledgment | StoredClaimAcknowledgment | undefined>;
  readAcknowledgedSets(id: string): Promise<readonly StoredSetAcknowledgment[]>;
  /** Results from a position on, counted from 0. */
  readVerdicts(id: string, from: number, limit: number): Promise<readonly VerdictResult[]>;
  readStatuses(id: string, from: number, limit: number): Promise<readonly StatusResult[]>;
  findRemittance(id: string): Promise<StoredRemittance | undefined>;
  readPayments(id: string, from: number, limit: number): Promise<readonly StoredPayment[]>;
  /** Ids of the responses of one kind in a file. */
  listResponses(fileId: string, kind: ResponseKind): Promise<readonly string[]>;
  encodeCursor(list: readonly string[], position: string): string;
  /** @throws ApiError invalid_cursor */
  decodeCursor(list: readonly string[], cursor: string): string;
}

/**
 * A 999 or TA1 with a page of its claims; undefined if there is none with this id.
 *
 * @throws ApiError invalid_cursor
 */
export async function implementationAcknowledgmentPage(
  ports: ResponsePagePorts,
  id: string,
  page: PageOfResults,
): Promise<ImplementationAcknowledgmentDetailJson | undefined> {
  const from = firstOf(ports, '999-claims', id, page);
  const acknowledgment = await ports.findAcknowledgment(id);
  if (acknowledgment === undefined || acknowledgment.kind === '277CA') return undefined;
  const [sets, results] = await Promise.all([
    ports.readAcknowledgedSets(id),
    ports.readVerdicts(id, from, page.limit + 1),
  ]);
  const shown = sets.slice(0, page.sets);
  return pageOf(ports, ['999-claims', id], { from, limit: page.limit }, results, (some, cursor) =>
    implementationAcknowledgmentDetailJson(acknowledgment, shown, some, cursor),
  );
}

/** A 277CA with a page of its statuses; undefined if there is none with this id. */
export async function claimAcknowledgmentPage(
  ports: ResponsePagePorts,
  id: string,
  page: PageOfResults,
): Promise<ClaimAcknowledgmentDetailJson | undefined> {
  const from = firstOf(ports, '277ca-statuses', id, page);
  const acknowledgment = await ports.findAcknowledgment(id);
  if (acknowledgment?.kind !== '277CA') return undefined;
  const results = await ports.readStatuses(id, from, page.limit + 1);
  return pageOf(ports, ['277ca-statuses', id], { from, limit: page.limit }, results, (some, cursor) =>
    claimAcknowledgmentDetailJson(acknowledgment, some, cursor),
  );
}

/** A remittance with a page of its payments; undefined if there is none with this id. */
export async function remittancePage(
  ports: ResponsePagePorts,
  id: string,
  page: PageOfResults,
): Promise<RemittanceDetailJson | undefined> {
  const remittance = await ports.findRemittance(id);
  return remittance && remittancePageOf(ports, remittance, page);
}

/** A page of the payments of a remittance, with the remittance. */
export async function remittancePageOf(
  ports: ResponsePagePorts,
  remittance: StoredRemittance,
  page: PageOfResults,
): Promise<RemittanceDetailJson> {
  const { id } = remittance;
  const from = firstOf(ports, 'remittance-claims', id, page);
  const payments = await ports.readPayments(id, from + 1, page.limit + 1);
  return pageOf(ports, ['remittance-claims', id], { from, limit: page.limit }, payments, (some, cursor) =>
    remittanceDetailJson(remittance, some, cursor),
  );
}

const firstOf = (ports: ResponsePagePorts, list: string, id: string, { cursor }: PageOfResults): number =>
  cursor === undefined ? 0 : Number(ports.decodeCursor([list, id], cursor));

/** Lambda returns at most 6 MB. */
const maxBytes = 4 * 1024 * 1024;

/**
 * Builds the page with all of its results, or with as many as fit into a reply: a claim of a hospital may have hundreds
 * of lines.
 *
 * @param results one more than the limit when a page follows
 */
function pageOf<Result, Detail>(
  { encodeCursor }: ResponsePagePorts,
  list: readonly string[],
  { from, limit }: { readonly from: number; readonly limit: number },
  results: readonly Result[],
  detailOf: (some: readonly Result[], nextCursor: string | null) => Detail,
): Detail {
  const page = (count: number) =>
    detailOf(
      results.slice(0, count),
      count < results.length ? encodeCursor(list, String(from + count)) : null,
    );
  let count = Math.min(limit, results.length);
  let detail = page(count);
  while (count > 1 && Buffer.byteLength(JSON.stringify(detail)) > maxBytes) {
    count = Math.ceil(count / 2);
    detail = page(count);
  }
  return detail;
}
