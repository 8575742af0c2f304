import { deterministicId } from '#claims/deterministic-id.ts';
import { ApiError, found } from '#contract/errors.ts';
import type { ResponseKind } from './claim-lookup.ts';
import type { Delivery, IntakePorts } from './delivery.ts';
import { type FileKind, type FileRecord, isFinished } from './file.ts';
import { unlessSuperseded } from './file-run.ts';
import type { IngestPorts } from './ingest-objects.ts';
import { processFile } from './process-file.ts';
import { shownResults } from './response-fields.ts';
import type { PageOfResults, ResponsePagePorts } from './response-pages.ts';
import type { Survey } from './survey.ts';
import { surveyFile } from './survey-file.ts';

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

/** A request to process responses: X12 text, or the key of an object in the inbox. */
export type ResponseRequest = { readonly content: string } | { readonly key: string };

export interface ResponseRequestPorts extends IngestPorts<{ readonly key: string }> {
  findFile(id: string): Promise<FileRecord | undefined>;
  findFileOfObject(key: string): Promise<FileRecord | undefined>;
}

interface RequestContext {
  readonly principal: { readonly subject: string };
  readonly now: Date;
  newId(): string;
}

/**
 * Processes a file with responses as the inbox does.
 *
 * @param kinds of which the file must hold one
 * @returns the file; for content that was received before, the file that it was received in first
 * @throws ApiError wrong_file_kind or invalid_envelope before anything is applied; not_found, file_in_work
 */
export async function processResponseRequest(
  request: ResponseRequest,
  kinds: readonly FileKind[],
  context: RequestContext,
  ports: ResponseRequestPorts,
): Promise<FileRecord> {
  const intake = await ports.intake();
  const delivery =
    'key' in request ? await ports.open(request) : deliveryOf(request.content, kinds, context, intake);
  const surveyed = delivery && (await requireKind(delivery, kinds, intake));
  const file =
    delivery === undefined
      ? await processedBefore(request, ports)
      : ((await unlessSuperseded(processFile(delivery, intake, surveyed))) ??
        (await finishedFile(delivery.id, ports)));
  return (file.duplicate_of && (await ports.findFile(file.duplicate_of))) || file;
}

/** Makes a file of the inbox out of a request body; the archive keeps its bytes. */
function deliveryOf(
  content: string,
  kinds: readonly FileKind[],
  { principal, now, newId }: RequestContext,
  intake: IntakePorts,
): Delivery {
  const bytes = Buffer.from(content);
  const received_at = now.toISOString();
  return {
    // A repeated request has the same id, so it makes the same file.
    id: deterministicId('request', newId()),
    name: `${kinds[0] ?? 'response'}-${received_at.replace(/\D/g, '').slice(0, 14)}.x12`,
    origin: 'api',
    size: bytes.length,
    received_at,
    actor: principal.subject,
    content: {
      open: async () => [bytes],
      copyTo: (key) => intake.putObject(key, bytes, 'application/edi-x12'),
      remove: async () => {},
    },
  };
}

async function requireKind(
  { content, received_at }: Delivery,
  kinds: readonly FileKind[],
  { claims }: IntakePorts,
): Promise<Survey> {
  const surveyed = await surveyFile(content, new Date(received_at), claims);
  if (surveyed.kinds.some((kind) => kinds.includes(kind))) return surveyed;
  const details = surveyed.reasons
    .slice(0, 20)
    .map(({ code, message }) => ({ path: ['body'], message, code }));
  const code = surveyed.heldKinds.some((kind) => kinds.includes(kind))
    ? 'invalid_envelope'
    : 'wrong_file_kind';
  throw new ApiError(code, details.length > 0 ? { details } : {});
}

/** The inbox has processed the object before. */
async function processedBefore(request: ResponseRequest, ports: ResponseRequestPorts): Promise<FileRecord> {
  const file = found('key' in request ? await ports.findFileOfObject(request.key) : undefined);
  return finishedFile(file.id, ports);
}

/** Milliseconds; API Gateway waits for 29 seconds. */
const maxWait = 20_000;
const pause = 250;

/** Waits until the run that owns the file has finished it. */
async function finishedFile(id: string, { findFile }: ResponseRequestPorts): Promise<FileRecord> {
  const end = performance.now() + maxWait;
  while (performance.now() < end) {
    const file = found(await findFile(id));
    if (isFinished(file)) return file;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new ApiError('file_in_work', { retryAfterSeconds: 5 });
}
