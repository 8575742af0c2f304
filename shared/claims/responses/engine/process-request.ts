import type { Delivery } from '#claims/files/delivery.ts';
import { type FileKind, type FileRecord, isFinished } from '#claims/files/file.ts';
import { RunSuperseded } from '#claims/files/file-run.ts';
import { processFile } from '#claims/files/process-file.ts';
import { requestDelivery } from '#claims/files/request-delivery.ts';
import { survey } from '#claims/files/survey.ts';
import { ApiError } from '#contract/errors.ts';
import { auditLog, claimsTable } from '#store/claims/claims-table.ts';
import { findFileOfObject } from '#store/claims/files/file-list.ts';
import { findFile } from '#store/claims/files/files.ts';
import { openInboxFile } from '#store/claims/files/inbox.ts';
import { intakePorts } from '#store/claims/files/intake-ports.ts';
import { intakeSettings } from '#store/claims/responses/intake-settings.ts';
import { filesBucket } from '#store/s3/files-bucket.ts';

/** A request to process an answer: its text, or the object of the inbox that it is in. */
export type ResponseRequest = { readonly content: string } | { readonly key: string };

interface AnswerCall {
  readonly principal: { readonly subject: string };
  readonly now: Date;
  newId(): string;
}

const stores = { claims: claimsTable, audit: auditLog, bucket: filesBucket };

/**
 * Processes an answer as the inbox does, and answers the file that has brought it: for content that came before, the
 * one that brought it first.
 *
 * @param kinds of which the file has to hold one
 * @throws ApiError wrong_file_kind before anything is applied; not_found, file_in_work
 */
export async function processResponseRequest(
  request: ResponseRequest,
  kinds: readonly FileKind[],
  call: AnswerCall,
): Promise<FileRecord> {
  const delivery =
    'key' in request ? await ofInbox(request.key) : await ofRequest(request.content, kinds, call);
  if (delivery !== undefined && 'key' in request) await check(delivery, kinds);
  const file = delivery === undefined ? await processedBefore(request) : await process(delivery);
  if (file.duplicate_of === undefined) return file;
  return (await findFile(claimsTable, file.duplicate_of)) ?? file;
}

const ofInbox = (key: string): Promise<Delivery | undefined> =>
  openInboxFile(claimsTable, filesBucket, { key });

async function ofRequest(
  content: string,
  kinds: readonly FileKind[],
  { principal, now, newId }: AnswerCall,
): Promise<Delivery> {
  const file = {
    requestId: newId(),
    name: `${kinds[0] ?? 'answer'}-${now.toISOString().replace(/\D/g, '').slice(0, 14)}.x12`,
    bytes: Buffer.from(content),
    actor: principal.subject,
    now,
  };
  const delivery = requestDelivery(file, intakePorts(stores, await intakeSettings(stores)));
  await check(delivery, kinds);
  return delivery;
}

async function check({ content, received_at }: Delivery, kinds: readonly FileKind[]): Promise<void> {
  const found = await survey(await content.open(), new Date(received_at));
  if (found.kinds.some((kind) => kinds.includes(kind))) return;
  const details = found.reasons.slice(0, 20).map(({ code, message }) => ({ path: ['body'], message, code }));
  throw new ApiError('wrong_file_kind', details.length > 0 ? { details } : {});
}

async function process(delivery: Delivery): Promise<FileRecord> {
  try {
    return await processFile(delivery, intakePorts(stores, await intakeSettings(stores)));
  } catch (error) {
    if (!(error instanceof RunSuperseded)) throw error;
    return finished(delivery.id);
  }
}

/** The inbox was faster: what it made of the object. */
async function processedBefore(request: ResponseRequest): Promise<FileRecord> {
  const file = 'key' in request ? await findFileOfObject(claimsTable, request.key) : undefined;
  if (file === undefined) throw new ApiError('not_found');
  return finished(file.id);
}

/** API Gateway waits for 29 seconds. */
const patience = 20_000;
const pause = 250;

/** The file once the run that has it is over. */
async function finished(id: string): Promise<FileRecord> {
  const end = performance.now() + patience;
  while (performance.now() < end) {
    const file = await findFile(claimsTable, id);
    if (file === undefined) throw new ApiError('not_found');
    if (isFinished(file)) return file;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new ApiError('file_in_work', { retryAfterSeconds: 5 });
}
