import { createHash } from 'node:crypto';
import { deterministicId } from '#claims/deterministic-id.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import type { SetConsumer, SetContext } from '#x12/engine/consumer.ts';
import type { GuideSpec } from '#x12/guide/guide.ts';
import type { Position } from '#x12/reader/segment.ts';
import type { ResponseStore } from './claim-lookup.ts';
import type { FileKind, FileReason } from './file.ts';
import type { FileRun } from './file-run.ts';
import type { ResponseRecord, ResponseWrite } from './response-write.ts';
import type { SurveyedKind } from './sound-sets.ts';

/** For JSON.stringify: leaves out where a value was read, which differs between files with the same content. */
export const withoutPositions = (name: string, value: unknown): unknown =>
  name === 'position' || name.endsWith('Position') ? undefined : value;

/**
 * Digest of the typed parts of a transaction set. It distinguishes a repetition from another set with the same numbers,
 * and does not depend on file and delimiters.
 */
class ContentDigest {
  private readonly hash = createHash('sha256');

  readonly add = (part: unknown): void => {
    this.hash.update(JSON.stringify(part, withoutPositions));
  };

  get value(): Buffer {
    return this.hash.copy().digest();
  }
}

const digestBytes = 32;

/** The digests of the sets of a file by their numbers, side by side, because a file may have many sets. */
class Digests {
  private bytes = Buffer.alloc(digestBytes * 64);

  set(inFile: number, digest: Buffer): void {
    const end = digestBytes * (inFile + 1);
    if (end > this.bytes.length) this.bytes = Buffer.concat([this.bytes, Buffer.alloc(end)]);
    this.bytes.set(digest, digestBytes * inFile);
  }

  /** As base64url; undefined for a set without one. */
  get(inFile: number): string | undefined {
    const digest = this.bytes.subarray(digestBytes * inFile, digestBytes * (inFile + 1));
    return digest.some((byte) => byte !== 0) ? digest.toString('base64url') : undefined;
  }
}

/** Reads a set: passes its typed parts to `add`, and calls `end` at the end of each response in it. */
type ReadParts = (
  context: SetContext,
  parts: { readonly add: (part: unknown) => void; readonly end: () => void },
) => SetConsumer;

/** A kind of responses of which the first reading of a file makes digests, to compare sets with earlier ones. */
export const withDigests = (kind: FileKind, guide: GuideSpec, readParts: ReadParts): SurveyedKind => ({
  kind,
  guide,
  open() {
    const digests = new Digests();
    const set = (context: SetContext) => {
      if (context.guide !== guide) return undefined;
      const digest = new ContentDigest();
      const end = () => digests.set(context.set.inFile, digest.value);
      return readParts({ ...context, validating: false, report: () => {} }, { add: digest.add, end });
    };
    return { listener: { set }, digestOf: ({ set: { inFile } }) => digests.get(inFile) };
  },
});

/** How a response is recognized when it is received again. */
export interface ResponseIdentity {
  readonly id: string;
  /** Digest of its content, where the id does not contain the content. */
  readonly digest?: string;
}

/**
 * Finds a response, or stores it, and lists it among the responses of the file. What makes a response the same is its content:
 * other content under the same numbers is a separate response, because some payers number all their zero payments alike.
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
