import type { FileRecord } from '#claims/files/file.ts';
import { shownResults } from '#contract/claims/responses/parse.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { listFileResponses } from '#store/claims/files/file-responses.ts';
import type { PageOfResults } from './response-pages.ts';

/** What is told of the file itself. */
export const fileSummary = ({ id, state, reasons }: FileRecord) => ({
  file_id: id,
  state,
  reasons: reasons.map(({ code, message }) => ({ code, message })),
});

/** A reply is stored for repetitions, in an item of 400 kB. */
const maxBytes = 250_000;

const bytesOf = (detail: unknown): number => Buffer.byteLength(JSON.stringify(detail));

/**
 * The answers that a file has brought, with as many of their claims as a reply can hold: the rest is had from the
 * stored answers.
 */
export async function responsesOfFile<Detail>(
  { id }: FileRecord,
  kinds: readonly ('999' | 'TA1' | '277CA' | '835')[],
  detailOf: (id: string, page: PageOfResults) => Promise<Detail | undefined>,
): Promise<readonly Detail[]> {
  const ids = (await Promise.all(kinds.map((kind) => listFileResponses(claimsTable, id, kind)))).flat();
  const details: Detail[] = [];
  let left = maxBytes;
  for (const answerId of ids) {
    let limit = shownResults;
    let detail = await detailOf(answerId, { limit });
    // A few long claims may be as much as many short ones, and a single one be too much.
    while (detail !== undefined && bytesOf(detail) > left && limit > 0) {
      limit = Math.floor(limit / 4);
      detail = await detailOf(answerId, { limit, sets: limit });
    }
    if (detail === undefined) continue;
    left -= bytesOf(detail);
    if (left < 0 && details.length > 0) break;
    details.push(detail);
  }
  return details;
}
