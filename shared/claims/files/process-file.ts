import type { EntryDraft } from '#audit/entries/chain.ts';
import { Conflict } from '#persistence/conflict.ts';
import { noFindings } from '../claim/claim.ts';
import type { FileFindings } from '../claim/finding.ts';
import { ClaimAcknowledgmentWriter } from '../intake/claim-acknowledgment-writer.ts';
import {
  controlNumbersFor,
  firstClaimAcknowledgmentNumber,
  implementationAcknowledgmentBytes,
} from '../intake/implementation-acknowledgment.ts';
import { applyFile } from './apply-file.ts';
import type { Delivery, IntakePorts } from './delivery.ts';
import {
  type FileOutcome,
  type FileReason,
  type FileRecord,
  type FileState,
  isFinished,
  maxReasons,
  unreadFile,
} from './file.ts';
import { RunSuperseded } from './file-run.ts';
import { archiveKey, outboundKey, quarantineKey, reasonKey } from './object-keys.ts';
import { OwnedRun } from './owned-run.ts';
import { addReuseFindings } from './reused-names.ts';
import { type Survey, survey } from './survey.ts';

/**
 * Processes a file that has come, from its first byte to its archive: every step may be cut off and is then made
 * again by the next run, without anything happening twice.
 *
 * 1. A first reading: what it is (by content, not by name), whether its envelopes are sound, its SHA-256.
 * 2. Content that came before is not applied again.
 * 3. A second reading applies what is sound; progress moves in the transactions of what is applied.
 * 4. A 999 for 837P, and a 277CA for its claims, go to `outbound/`.
 * 5. The bytes go to `archive/`, or, where anything could not be processed, to `quarantine/` with the reason.
 *
 * @throws RunSuperseded when another run has taken the file over; TimeUp when the function has to end first: the next
 * run goes on behind what this one has applied
 */
export async function processFile(delivery: Delivery, ports: IntakePorts): Promise<FileRecord> {
  const record = await ports.files.receive(received(delivery));
  if (isFinished(record)) {
    await delivery.content.remove();
    return record;
  }
  const found = await survey(await delivery.content.open(), new Date(record.received_at));
  const owner = await ports.files.reserveContent(found.sha256, record.id);
  if (owner !== record.id) return repeated(record, owner, delivery, found, ports);
  return finishRun(record, delivery, found, ports);
}

/**
 * The same content under another id. When its first file is not finished, because its run was cut off, this
 * delivery brings the bytes to finish it with.
 */
async function repeated(
  record: FileRecord,
  owner: string,
  delivery: Delivery,
  found: Survey,
  ports: IntakePorts,
): Promise<FileRecord> {
  const first = await ports.files.find(owner);
  const isDone =
    first !== undefined && (isFinished(first) || (await ranToItsEnd(first, delivery, found, ports)));
  // A run that this one took the file from ends, changes nothing and leaves its object.
  if (isDone) await ports.removeDelivered(first);
  const owned = await own(record, found, ports);
  if (owned === undefined) return asItIs(record, ports);
  const archive_key = archiveKey(record);
  await delivery.content.copyTo(archive_key);
  const done = await close(owned, delivery.actor, ports, {
    state: 'duplicate',
    duplicate_of: owner,
    archive_key,
    reasons: [],
    finding_counts: noFindings,
    finding_parts: 0,
    outbound_keys: [],
    finished_at: ports.now().toISOString(),
  });
  await delivery.content.remove();
  return done;
}

/** Another run that goes on with the first file is as good: this delivery is a duplicate all the same. */
async function ranToItsEnd(
  first: FileRecord,
  delivery: Delivery,
  found: Survey,
  ports: IntakePorts,
): Promise<boolean> {
  try {
    await run(first, delivery, found, ports);
    return true;
  } catch (error) {
    if (!(error instanceof RunSuperseded)) throw error;
    return false;
  }
}

async function finishRun(
  record: FileRecord,
  delivery: Delivery,
  found: Survey,
  ports: IntakePorts,
): Promise<FileRecord> {
  const done = await run(record, delivery, found, ports);
  await delivery.content.remove();
  return done;
}

/** Steps 3 to 5, for a file whose bytes this delivery has. */
async function run(
  record: FileRecord,
  delivery: Delivery,
  found: Survey,
  ports: IntakePorts,
): Promise<FileRecord> {
  const owned = await own(record, found, ports);
  if (owned === undefined) return asItIs(record, ports);
  const work = new OwnedRun(owned, found, delivery.actor, ports);
  const answers = new ClaimAcknowledgmentWriter(owned.received_at, (payerId) =>
    ports.claims.isAcknowledged(payerId),
  );
  const read =
    found.kinds.length === 0
      ? found.findings
      : await applyFile(await delivery.content.open(), work, found, ports, answers);
  const findings = await addReuseFindings(read, owned, found, ports);
  const outbound_keys = await acknowledge(owned, found, answers, ports);
  const refused = [...found.reasons, ...work.refused];
  const reasons = refused.length > 0 || work.hasApplied ? refused : [nothingApplied];
  const state = stateOf(work, reasons);
  const kept = await keep(owned, state, reasons, found, delivery, ports);
  const outcome = {
    state,
    reasons: reasons.slice(0, maxReasons),
    outbound_keys,
    ...kept,
    ...(await storedFindings(owned, findings, ports)),
  };
  return close(work.record, delivery.actor, ports, { ...outcome, finished_at: ports.now().toISOString() });
}

/** A file that cannot be taken over has come to its end since it was read. */
const asItIs = async (record: FileRecord, ports: IntakePorts): Promise<FileRecord> =>
  (await ports.files.find(record.id)) ?? record;

async function own(record: FileRecord, found: Survey, ports: IntakePorts): Promise<FileRecord | undefined> {
  return ports.files.takeOver(record, ports.newRun(), found, ports.now());
}

function stateOf({ hasApplied }: OwnedRun, reasons: readonly FileReason[]): FileState {
  if (!hasApplied) return 'quarantined';
  return reasons.length > 0 ? 'partly_applied' : 'applied';
}

const nothingApplied: FileReason = {
  code: 'nothing_to_apply',
  message: 'The transaction sets of the file hold nothing that can be applied',
  byte_offset: 0,
};

/** The number is kept before anything is written with it: a later run writes the same bytes to the same place. */
async function acknowledge(
  file: FileRecord,
  { verdicts }: Survey,
  answers: ClaimAcknowledgmentWriter,
  ports: IntakePorts,
): Promise<string[]> {
  if (verdicts.length === 0) return [];
  let number = file.acknowledgment_number;
  if (number === undefined) {
    number = await ports.takeNumbers(controlNumbersFor(verdicts));
    await owning(ports.files.keepAcknowledgmentNumber(file.id, file.run ?? '', number));
  }
  const written = [
    ['999', implementationAcknowledgmentBytes(verdicts, number, new Date(file.received_at))],
    ['277CA', answers.bytes(firstClaimAcknowledgmentNumber(number, verdicts))],
  ] as const;
  const keys: string[] = [];
  for (const [kind, bytes] of written) {
    if (bytes.length === 0) continue;
    const key = outboundKey(file, number, kind);
    await ports.putObject(key, bytes, 'application/edi-x12');
    keys.push(key);
  }
  return keys;
}

async function keep(
  file: FileRecord,
  state: FileState,
  reasons: readonly FileReason[],
  { sha256, size }: Survey,
  { content }: Delivery,
  ports: IntakePorts,
): Promise<Pick<FileOutcome, 'archive_key' | 'quarantine_key'>> {
  const archive_key = archiveKey(file);
  if (state !== 'quarantined') await content.copyTo(archive_key);
  if (state === 'applied') return { archive_key };
  const quarantine_key = quarantineKey(file);
  await content.copyTo(quarantine_key);
  const { id: file_id, name, received_at } = file;
  const reason = { file_id, name, sha256, size, state, received_at, reasons };
  const json = Buffer.from(`${JSON.stringify(reason, undefined, 2)}\n`);
  await ports.putObject(reasonKey(quarantine_key), json, 'application/json');
  return state === 'quarantined' ? { quarantine_key } : { archive_key, quarantine_key };
}

async function storedFindings({ id }: FileRecord, { first, counts }: FileFindings, ports: IntakePorts) {
  return { finding_counts: counts, finding_parts: await ports.files.putFindings(id, first) };
}

/** The last write of a run: the outcome, and the entry that records it. */
async function close(
  file: FileRecord,
  actor: string,
  ports: IntakePorts,
  outcome: FileOutcome,
): Promise<FileRecord> {
  const entry: EntryDraft = {
    event_type: `file.${outcome.state}`,
    entity_type: 'file',
    entity_id: file.id,
    actor,
    payload: {
      sha256: file.sha256,
      size: file.size,
      kinds: file.kinds,
      reasons: [...new Set(outcome.reasons.map(({ code }) => code))],
      ...(outcome.duplicate_of !== undefined && { duplicate_of: outcome.duplicate_of }),
    },
  };
  await owning(ports.write({ entries: [entry], writes: [{ kind: 'file-outcome', file, outcome }] }));
  return finished(file, outcome);
}

/** The record as its last write leaves it. */
function finished(file: FileRecord, outcome: FileOutcome): FileRecord {
  const isApplied = outcome.state === 'applied' || outcome.state === 'partly_applied';
  const progress = { ...file.progress, ...(isApplied && { bytes: file.size }) };
  return { ...file, ...outcome, progress, updated_at: outcome.finished_at };
}

async function owning(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    throw error instanceof Conflict ? new RunSuperseded() : error;
  }
}

function received(delivery: Delivery): FileRecord {
  const { id, name, origin, object_key, object_version, size, received_at } = delivery;
  return {
    id,
    name,
    origin,
    ...(object_key !== undefined && { object_key }),
    ...(object_version !== undefined && { object_version }),
    size,
    state: 'received',
    received_at,
    updated_at: received_at,
    ...unreadFile,
  };
}
