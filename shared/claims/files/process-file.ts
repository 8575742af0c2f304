import { setImmediate } from 'node:timers/promises';
import type { PayerProfile } from '#x12/837p/profile/payer-profile.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { feed } from '#x12/engine/source.ts';
import { ChangeConflict } from '../change.ts';
import { noFindings } from '../claims/claim.ts';
import { type FileFindings, type FindingRecord, FindingTally } from '../claims/finding.ts';
import type { ClaimFile } from './claim-file.ts';
import { closeFile } from './close-file.ts';
import type { Chunks, DeliveredContent, Delivery, IntakePorts } from './delivery.ts';
import {
  type AppliedCounts,
  archiveKey,
  type FileCounts,
  type FileKind,
  type FileOutcome,
  type FileProgressWrite,
  type FileReason,
  type FileRecord,
  type FileState,
  isFinished,
  maxReasons,
  newFile,
  quarantineKey,
  reasonKey,
} from './file.ts';
import {
  type FileConsumer,
  type FileFacts,
  type FileRun,
  RunSuperseded,
  TimeUp,
  type UnitsChange,
  unlessSuperseded,
} from './file-run.ts';
import { AcknowledgmentEnvelopes, holdsStrictSets } from './sound-sets.ts';
import type { Survey } from './survey.ts';
import { surveyFile, x12Content } from './survey-file.ts';

/**
 * Processes a file. A run that is interrupted is repeated, without repeating its effects.
 *
 * 1. A first reading detects the file type from the content, checks the envelopes and computes the SHA-256.
 * 2. The same content a second time is a duplicate.
 * 3. A second reading applies the sound sets and stores its progress with them.
 * 4. A 999 for 837P, and a 277CA for its claims, go to `outbound/`.
 * 5. The file moves to `archive/` or, if a part could not be processed, to `quarantine/` with the reasons.
 *
 * @param surveyed result of a first reading at the time of receipt, if there was one
 * @throws RunSuperseded if another run owns the file now; TimeUp if the rest is left to the next run
 */
export async function processFile(
  delivery: Delivery,
  ports: IntakePorts,
  surveyed?: Survey,
): Promise<FileRecord> {
  const { actor, content, ...facts } = delivery;
  const record = await ports.files.receive(newFile({ ...facts, state: 'received' }));
  if (isFinished(record)) {
    await delivery.content.remove();
    return record;
  }
  const isCurrent = record.received_at === delivery.received_at;
  const found =
    (isCurrent ? surveyed : undefined) ??
    (await surveyFile(delivery.content, new Date(record.received_at), ports.claims));
  const owned = { delivery, found, ports };
  const firstId = await ports.files.reserveContent(found.sha256, record.id);
  const done =
    firstId === record.id ? await runFile(record, owned) : await endAsDuplicate(record, firstId, owned);
  await delivery.content.remove();
  return done;
}

interface SurveyedDelivery {
  readonly delivery: Delivery;
  readonly found: Survey;
  readonly ports: IntakePorts;
}

/** Steps 3 to 5 for a file whose bytes are in this delivery. */
async function runFile(record: FileRecord, surveyed: SurveyedDelivery): Promise<FileRecord> {
  const { delivery, found, ports } = surveyed;
  const owned = await takeOver(record, surveyed);
  if (owned === undefined) return storedRecord(record, ports);
  const run = new OwnedRun(owned, found, delivery.actor, ports);
  const claims = await claimFile(owned, found, ports);
  const applied =
    found.kinds.length === 0
      ? found.findings
      : await applyFile(x12Content(await delivery.content.open()), run, found, ports, claims);
  const findings = await addFileFindings(applied, owned, found, ports);
  const outbound_keys = (await claims?.acknowledge()) ?? [];
  const refused = [...found.reasons, ...run.refused];
  const reasons = refused.length > 0 || run.hasApplied ? refused : [nothingApplied];
  const reasonCount = Math.max(reasons.length, found.reasonCount + run.refusedCount);
  const kept = await keepFile(owned, run.hasApplied, { reasons, reasonCount }, delivery.content, ports);
  const finding_parts = await ports.files.putFindings(owned.id, findings.first);
  const outcome = { ...kept, outbound_keys, finding_counts: findings.counts, finding_parts };
  return closeFile(run.record, delivery.actor, ports, outcome);
}

/** Loads the code for claims; undefined for a file without them. A file with refused claims only is acknowledged too. */
async function claimFile(
  file: FileRecord,
  found: Survey,
  ports: IntakePorts,
): Promise<ClaimFile | undefined> {
  if (!found.acknowledged?.count && !found.kinds.includes('837P')) return undefined;
  const { ClaimFile } = await import('./claim-file.ts');
  return ClaimFile.open(file, found, ports);
}

/**
 * Ends a file whose content arrived before under another id. If the run of the first file was interrupted, this delivery
 * has the bytes to finish it.
 */
async function endAsDuplicate(
  record: FileRecord,
  firstId: string,
  surveyed: SurveyedDelivery,
): Promise<FileRecord> {
  const { delivery, ports } = surveyed;
  const first = await ports.files.find(firstId);
  const done = first && (isFinished(first) ? first : await unlessSuperseded(runFile(first, surveyed)));
  if (done !== undefined) await ports.removeDelivered(done);
  const owned = await takeOver(record, surveyed);
  if (owned === undefined) return storedRecord(record, ports);
  const archive_key = archiveKey(record);
  await delivery.content.copyTo(archive_key);
  return closeFile(owned, delivery.actor, ports, {
    state: 'duplicate',
    duplicate_of: firstId,
    archive_key,
    reasons: [],
    finding_counts: noFindings,
    finding_parts: 0,
    outbound_keys: [],
  });
}

const takeOver = (record: FileRecord, { found, ports }: SurveyedDelivery) =>
  ports.files.takeOver(record, ports.newRun(), found, ports.now());

/** A file that cannot be taken over was finished meanwhile. */
const storedRecord = async (record: FileRecord, ports: IntakePorts): Promise<FileRecord> =>
  (await ports.files.find(record.id)) ?? record;

const nothingApplied: FileReason = {
  code: 'nothing_to_apply',
  message: 'The transaction sets of the file hold nothing to apply',
  byte_offset: 0,
};

/** Reasons from applying a file that its object in quarantine lists. */
const maxRefused = 1000;

/** Reading blocks the process; a step takes less time than a write. */
const bytesPerStep = 8192;

/** The second reading of a file: applies its sound sets while it is read. */
async function applyFile(
  source: Chunks,
  run: OwnedRun,
  survey: Survey,
  ports: Pick<IntakePorts, 'processors'>,
  claims: ClaimFile | undefined,
): Promise<FileFindings> {
  const consumers: FileConsumer[] = [];
  if (claims !== undefined && survey.kinds.includes('837P')) consumers.push(claims.intake(run));
  for (const processor of ports.processors) {
    if (survey.kinds.includes(processor.kind)) consumers.push(await processor.open(run));
  }
  const tally = new FindingTally();
  const envelopes = new AcknowledgmentEnvelopes(holdsStrictSets(survey.heldKinds));
  const engine = new X12Engine({
    guides: survey.guides,
    listeners: [envelopes, ...consumers.map(({ listener }) => listener)],
    onFinding: (finding) => {
      tally.add(envelopes.judge(finding));
      for (const consumer of consumers) consumer.finding?.(finding);
    },
  });
  for await (const read of feed(source, engine, bytesPerStep)) {
    for (const consumer of consumers) await consumer.drain(read);
    // Lets responses of the store arrive, so that the next write begins while the file is read on.
    await setImmediate();
  }
  for (const consumer of consumers) await consumer.finish();
  return tally.findings;
}

/** Copies a file to `archive/`, to `quarantine/` with its reasons, or to both if only a part was applied. */
async function keepFile(
  file: FileRecord,
  hasApplied: boolean,
  { reasons, reasonCount }: { readonly reasons: readonly FileReason[]; readonly reasonCount: number },
  content: DeliveredContent,
  ports: IntakePorts,
): Promise<Pick<FileOutcome, 'state' | 'reasons' | 'archive_key' | 'quarantine_key'>> {
  const state = stateOf(hasApplied, reasons);
  const archive_key = archiveKey(file);
  const quarantine_key = quarantineKey(file);
  if (state !== 'quarantined') await content.copyTo(archive_key);
  if (state !== 'applied') {
    await content.copyTo(quarantine_key);
    const { id: file_id, name, sha256, size, received_at } = file;
    const reason = { file_id, name, sha256, size, state, received_at, reason_count: reasonCount, reasons };
    const json = Buffer.from(`${JSON.stringify(reason, undefined, 2)}\n`);
    await ports.putObject(reasonKey(quarantine_key), json, 'application/json');
  }
  return {
    state,
    reasons: reasons.slice(0, maxReasons),
    ...(state !== 'quarantined' && { archive_key }),
    ...(state !== 'applied' && { quarantine_key }),
  };
}

function stateOf(hasApplied: boolean, reasons: readonly FileReason[]): FileState {
  if (!hasApplied) return 'quarantined';
  return reasons.length > 0 ? 'partly_applied' : 'applied';
}

/**
 * Adds findings about the whole file: what its 999 leaves out, and a file name (R210) and interchange control numbers (V004) that
 * the sender used in an earlier file. They block no claim, because repeated claims are detected as duplicates.
 */
async function addFileFindings(
  findings: FileFindings,
  file: FileRecord,
  found: Survey,
  ports: IntakePorts,
): Promise<FileFindings> {
  const used = [
    ...(found.acknowledged?.findings ?? []),
    ...(found.kinds.length === 0 ? [] : await usedBefore(file, found, ports)),
  ];
  const counts = { ...findings.counts };
  for (const { severity } of used) counts[severity]++;
  return used.length === 0 ? findings : { first: [...used, ...findings.first], counts };
}

async function usedBefore(
  file: FileRecord,
  { interchanges, payerProfiles: [profile] }: Survey,
  ports: IntakePorts,
): Promise<readonly FindingRecord[]> {
  const findings: FindingRecord[] = [];
  const severity = severityOfR210(profile);
  const [first] = interchanges;
  if (file.origin === 'inbox' && first !== undefined && severity !== undefined) {
    const once = { kind: 'file-name', name: file.name, sender: first.sender } as const;
    if (await ports.files.isNameTaken(file.id, once)) findings.push({ ...nameUsed, severity });
  }
  for (const { controlNumber: number, sender, receiver, offset } of interchanges) {
    const once = { kind: 'interchange', number, sender, receiver } as const;
    if (!(await ports.files.isNameTaken(file.id, once))) continue;
    findings.push({ ...numberUsed, reference: `${number}.ISA.13`, interchange: number, byte_offset: offset });
  }
  return findings;
}

/** Severity by the state profile of a payer in the file; undefined if the profile disables the rule. */
function severityOfR210(profile: PayerProfile | undefined): FindingRecord['severity'] | undefined {
  if (profile === undefined) return 'warning';
  const { enabled = true, severity = 'error' } = profile.rules.R210 ?? {};
  return enabled ? severity : undefined;
}

const nameUsed = {
  id: 'R210',
  snip: 7,
  message: 'The sender used this file name before; send each file under a new name',
  reference: 'file',
  byte_offset: 0,
} as const;

const numberUsed = {
  id: 'V004',
  snip: 1,
  severity: 'warning',
  message: 'The sender used this interchange control number before; send a new number',
  segment: 'ISA',
  element: 13,
} as const;

/** A run over a file, until another run takes the file over. */
class OwnedRun implements FileRun {
  readonly file: FileFacts;
  readonly actor: string;
  /** The first reasons from applying, and the number of all. */
  readonly refused: FileReason[] = [];
  refusedCount = 0;
  readonly now: FileRun['now'];
  readonly isSound: FileRun['isSound'];
  readonly isSoundInterchange: FileRun['isSoundInterchange'];
  readonly contentDigest: FileRun['contentDigest'];
  private readonly begun: FileRecord;
  private readonly ports: Pick<IntakePorts, 'files' | 'write' | 'now' | 'isTimeUp'>;
  private readonly units: Map<FileKind, number>;
  private counts: FileCounts;
  private hasWritten = false;
  private hasAppliedResponses = false;
  /** Never below the position of an earlier run. */
  private reached: number;

  constructor(record: FileRecord, survey: Survey, actor: string, ports: OwnedRun['ports']) {
    const { id, name, received_at } = record;
    this.file = { id, name, sha256: survey.sha256, received_at };
    this.actor = actor;
    this.begun = record;
    this.counts = record.counts;
    this.now = ports.now;
    this.isSound = survey.isSound;
    this.isSoundInterchange = survey.isSoundInterchange;
    this.contentDigest = survey.digestOf;
    this.ports = ports;
    this.reached = record.progress.bytes;
    this.units = new Map(survey.kinds.map((kind) => [kind, record.progress.units[kind] ?? 0]));
  }

  get record(): FileRecord {
    const { begun, counts, units, reached } = this;
    const progress = {
      bytes: reached,
      units: { ...begun.progress.units, ...Object.fromEntries(units) },
    };
    return { ...begun, counts, progress };
  }

  get hasApplied(): boolean {
    const { '837P': claims, ...responses } = this.begun.progress.units;
    return (
      this.hasAppliedResponses ||
      this.counts.claims > 0 ||
      Object.values(responses).some((units) => units > 0)
    );
  }

  unitsApplied(kind: FileKind): number {
    return this.begun.progress.units[kind] ?? 0;
  }

  async commit(kind: FileKind, change: UnitsChange): Promise<void> {
    // Every run must make progress, even one that starts with too little time.
    if (this.hasWritten && this.ports.isTimeUp()) throw new TimeUp();
    const from = this.units.get(kind) ?? 0;
    const bytes = Math.max(this.reached, change.bytes ?? 0);
    const progress: FileProgressWrite = {
      kind: 'file-progress',
      file: this.begun,
      units: { kind, from, to: from + change.units },
      counts: change.counts ?? {},
      bytes: bytes > 0 ? bytes : undefined,
      now: this.now(),
    };
    try {
      const { entries, writes, following } = change;
      await this.ports.write({ entries, writes: [...writes, progress], following });
    } catch (error) {
      throw error instanceof ChangeConflict && error.writes.includes(progress) ? new RunSuperseded() : error;
    }
    this.hasWritten = true;
    if (kind !== '837P') this.hasAppliedResponses = true;
    this.units.set(kind, from + change.units);
    this.reached = Math.max(this.reached, bytes);
    this.counts = plus(this.counts, change.counts);
  }

  setPosition(byte: number): void {
    this.reached = Math.max(this.reached, Math.floor(byte));
  }

  refuse(reason: FileReason): void {
    if (this.refusedCount++ < maxRefused) this.refused.push(reason);
  }
}

function plus(counts: FileCounts, more: Partial<AppliedCounts> = {}): FileCounts {
  const sums = { ...counts };
  for (const name of appliedCounts) sums[name] += more[name] ?? 0;
  return sums;
}

const appliedCounts = ['claims', 'drafts', 'duplicates', 'charge', 'matched', 'unmatched'] as const;
