import { retryOnConflict } from '#persistence/conflict.ts';
import type { SetContext } from '#x12/engine/consumer.ts';
import type { Position } from '#x12/reader/segment.ts';
import { deterministicId } from '../../deterministic-id.ts';
import type { FileReason } from '../../files/file.ts';
import type { FileRun } from '../../files/file-run.ts';
import type { ResponseStore } from './claim-lookup.ts';
import type { ResponseRecord, ResponseWrite } from './response-write.ts';

/** How a response is recognized when it is received again. */
export interface ResponseIdentity {
  readonly id: string;
  /** Digest of its content, where the id does not contain the content. */
  readonly digest?: string;
}

/**
 * Finds a response, or stores it, and lists it among the responses of the file. What makes a response the same is its content:
 * other content under the same numbers is a response of its own, because some payers number all their zero payments alike.
 *
 * @param create makes a response that was never received before, and stores the records that it depends on. `id` is that of the
 * response, `sameNumbersAs` that of an earlier one with the same numbers
 */
export async function findOrStore<Response extends ResponseRecord>(
  run: FileRun,
  responses: ResponseStore<Response>,
  { id: named, digest }: ResponseIdentity,
  create: (id: string, sameNumbersAs: string | undefined) => Promise<Response>,
): Promise<Response> {
  const first = await responses.find(named);
  const isOther = first !== undefined && digest !== undefined && first.digest !== digest;
  const id = isOther ? deterministicId(named, digest) : named;
  const known = isOther ? await responses.find(id) : first;
  if (known?.file_id === run.file.id) return known;
  const response = known ?? (await create(id, isOther ? named : undefined));
  const link: ResponseWrite = { kind: 'response-of-file', fileId: run.file.id, response };
  const writes: ResponseWrite[] = known === undefined ? [{ kind: 'response', response }, link] : [link];
  await run.commit(response.kind, { units: 0, entries: [], writes });
  return response;
}

export interface FinishedResponse<Response> {
  /** Units of the file that are applied with it. */
  readonly units: number;
  readonly writes?: readonly ResponseWrite[];
  /** Adds what is known only at the end. */
  readonly complete?: (response: Response) => Response;
}

/** Stores that all items of a response are applied, unless another run has done so. */
export async function finishResponse<Response extends ResponseRecord>(
  run: Pick<FileRun, 'commit'>,
  responses: ResponseStore<Response>,
  response: Response,
  { units, writes = [], complete = (same) => same }: FinishedResponse<Response>,
): Promise<void> {
  let latest: Response | undefined = response;
  await retryOnConflict(async () => {
    const current = latest ?? (await responses.find(response.id)) ?? response;
    latest = undefined;
    if (current.state === 'applied') {
      if (units > 0) await run.commit(current.kind, { units, entries: [], writes: [] });
      return;
    }
    const applied: ResponseRecord = { ...complete(current), state: 'applied' };
    const put: ResponseWrite = {
      kind: 'response',
      response: applied,
      replaces: { applied: current.applied },
    };
    await run.commit(current.kind, { units, entries: [], writes: [put, ...writes] });
  });
}

/** Why a transaction set, or one of its segments, cannot be applied. */
export const refusedSetReason = (
  { interchange, group, set }: SetContext,
  { code, message }: Pick<FileReason, 'code' | 'message'>,
  at?: { readonly segment: string; readonly position: Position },
): FileReason => ({
  code,
  message,
  interchange: interchange.controlNumber,
  group: group.controlNumber,
  transaction: set.controlNumber,
  segment: at?.segment ?? 'ST',
  ...(at !== undefined && { segment_index: at.position.index }),
  byte_offset: at?.position.offset ?? set.offset,
});
