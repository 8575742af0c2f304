import { shownResults } from '#contract/claims/responses/parse.ts';
import type { FileRecord } from '../../files/file.ts';
import type { ResponseKind } from '../engine/claim-lookup.ts';
import type { PageOfResults, ResponsePagePorts } from './response-pages.ts';

export const fileSummary = ({ id, state, reasons }: FileRecord) => ({
  file_id: id,
  state,
  reasons: reasons.map(({ code, message }) => ({ code, message })),
});

/** The reply is stored for repetitions of the request, in an item of 400 kB. */
const maxBytes = 250_000;

const bytesOf = (detail: unknown): number => Buffer.byteLength(JSON.stringify(detail));

/** The responses in a file, with as many of their results as a reply can hold. The stored responses have the rest. */
export async function responsesOfFile<Detail>(
  ports: ResponsePagePorts,
  { id: fileId }: FileRecord,
  kinds: readonly ResponseKind[],
  pageOf: (ports: ResponsePagePorts, id: string, page: PageOfResults) => Promise<Detail | undefined>,
): Promise<readonly Detail[]> {
  const ids = (await Promise.all(kinds.map((kind) => ports.listResponses(fileId, kind)))).flat();
  const details: Detail[] = [];
  let left = maxBytes;
  for (const id of ids) {
    let limit = shownResults;
    let detail = await pageOf(ports, id, { limit });
    // A few long claims may be as large as many short ones, and a single one too large.
    while (detail !== undefined && bytesOf(detail) > left && limit > 0) {
      limit = Math.floor(limit / 4);
      detail = await pageOf(ports, id, { limit, sets: limit });
    }
    if (detail === undefined) continue;
    left -= bytesOf(detail);
    if (left < 0 && details.length > 0) break;
    details.push(detail);
  }
  return details;
}
