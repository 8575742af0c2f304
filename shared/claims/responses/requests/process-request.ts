import { ApiError } from '#contract/errors.ts';
import { deterministicId } from '../../deterministic-id.ts';
import type { Delivery, IntakePorts } from '../../files/delivery.ts';
import { type FileKind, type FileRecord, isFinished } from '../../files/file.ts';
import { RunSuperseded } from '../../files/file-run.ts';
import { processFile } from '../../files/process-file.ts';
import { survey } from '../../files/survey.ts';

/** A request to process responses: X12 text, or the key of an object in the inbox. */
export type ResponseRequest = { readonly content: string } | { readonly key: string };

export interface ResponseRequestPorts {
  findFile(id: string): Promise<FileRecord | undefined>;
  findFileOfObject(key: string): Promise<FileRecord | undefined>;
  /** The object of the inbox; undefined when it is gone. */
  openInboxFile(key: string): Promise<Delivery | undefined>;
  /** The intake of files under the current configuration. */
  intake(): Promise<IntakePorts>;
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
 * @throws ApiError wrong_file_kind before anything is applied; not_found, file_in_work
 */
export async function processResponseRequest(
  request: ResponseRequest,
  kinds: readonly FileKind[],
  context: RequestContext,
  ports: ResponseRequestPorts,
): Promise<FileRecord> {
  const intake = await ports.intake();
  const delivery =
    'key' in request
      ? await ports.openInboxFile(request.key)
      : deliveryOf(request.content, kinds, context, intake);
  if (delivery !== undefined) await requireKind(delivery, kinds);
  const file = delivery ? await process(delivery, intake, ports) : await processedBefore(request, ports);
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
    // A repeated request has the same id and makes the same file.
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

async function requireKind({ content, received_at }: Delivery, kinds: readonly FileKind[]): Promise<void> {
  const found = await survey(await content.open(), new Date(received_at));
  if (found.kinds.some((kind) => kinds.includes(kind))) return;
  const details = found.reasons.slice(0, 20).map(({ code, message }) => ({ path: ['body'], message, code }));
  throw new ApiError('wrong_file_kind', details.length > 0 ? { details } : {});
}

async function process(
  delivery: Delivery,
  intake: IntakePorts,
  ports: ResponseRequestPorts,
): Promise<FileRecord> {
  try {
    return await processFile(delivery, intake);
  } catch (error) {
    if (!(error instanceof RunSuperseded)) throw error;
    return finishedFile(delivery.id, ports);
  }
}

/** The inbox has processed the object before. */
async function processedBefore(request: ResponseRequest, ports: ResponseRequestPorts): Promise<FileRecord> {
  const file = 'key' in request ? await ports.findFileOfObject(request.key) : undefined;
  if (file === undefined) throw new ApiError('not_found');
  return finishedFile(file.id, ports);
}

/** Milliseconds; API Gateway waits for 29 seconds. */
const maxWait = 20_000;
const pause = 250;

/** Waits until the run that owns the file has finished it. */
async function finishedFile(id: string, { findFile }: ResponseRequestPorts): Promise<FileRecord> {
  const end = performance.now() + maxWait;
  while (performance.now() < end) {
    const file = await findFile(id);
    if (file === undefined) throw new ApiError('not_found');
    if (isFinished(file)) return file;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new ApiError('file_in_work', { retryAfterSeconds: 5 });
}
