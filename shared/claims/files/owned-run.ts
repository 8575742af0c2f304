import { ChangeConflict } from '../change.ts';
import type { IntakePorts } from './delivery.ts';
import type {
  AppliedCounts,
  FileCounts,
  FileKind,
  FileProgressWrite,
  FileReason,
  FileRecord,
} from './file.ts';
import { type FileFacts, type FileRun, RunSuperseded, TimeUp, type UnitsChange } from './file-run.ts';
import type { Survey } from './survey.ts';

/** A run over a file, until another run takes the file over. */
export class OwnedRun implements FileRun {
  readonly file: FileFacts;
  readonly actor: string;
  readonly refused: FileReason[] = [];
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
    this.refused.push(reason);
  }
}

function plus(counts: FileCounts, more: Partial<AppliedCounts> = {}): FileCounts {
  const sums = { ...counts };
  for (const name of appliedCounts) sums[name] += more[name] ?? 0;
  return sums;
}

const appliedCounts = ['claims', 'drafts', 'duplicates', 'charge', 'matched', 'unmatched'] as const;
