import { LevelTracker, type OpenLevel, type SharedLevel } from '#x12/837p/build/level-tracker.ts';
import { combineConsumers, type SetConsumer } from '#x12/engine/consumer.ts';
import type { Finding } from '#x12/findings/finding.ts';
import { type FindingRecord, findingRecord, keepsDraft } from '../claim/finding.ts';

/** Findings about levels that were reported after claims under them, by set, level and number. */
export type LateFindings = ReadonlyMap<string, readonly FindingRecord[]>;

/** Maximum findings of a claim or level, in addition to the first one that keeps the claim in lane `draft`. */
const maxFindings = 200;

/**
 * Assigns findings to claims: each claim gets its own and those of its billing provider, subscriber, patient and set. A
 * missing part of a level is reported at the end of the level, after its claims. So the first reading of a file collects such
 * late findings, and the second reading assigns them.
 */
export class ClaimFindings {
  private readonly levels = new LevelTracker();
  private readonly earlier: LateFindings;
  private readonly late = new Map<string, FindingRecord[]>();
  private readonly byLevel = new Map<SharedLevel, { number: number; findings: FindingRecord[] }>();
  /** Number of the level that the last claim was under. */
  private readonly ofLastClaim = new Map<SharedLevel, number>();
  private ofClaim: FindingRecord[] = [];
  private set = '';

  /** @param earlier late findings of a first reading */
  constructor(earlier: LateFindings = new Map()) {
    this.earlier = earlier;
  }

  /** Tracks the levels of a set around the consumer that builds its claims. `set` is its {@link positionKey}. */
  observe(consumer: SetConsumer, set: string): SetConsumer {
    this.set = set;
    this.byLevel.clear();
    this.ofLastClaim.clear();
    return combineConsumers([this.levels.trackEntries(), consumer, this.levels.trackExits()]);
  }

  add(finding: Finding): void {
    const about = this.levels.subjectOf(finding);
    if (about === undefined) return;
    if (about === 'claim') push(this.ofClaim, finding);
    else if (this.ofLastClaim.get(about.level) === about.number) this.addLate(about, finding);
    else push(this.findingsOf(about), finding);
  }

  take(): readonly FindingRecord[] {
    const open = this.levels.openLevels();
    for (const { level, number } of open) this.ofLastClaim.set(level, number);
    const shared = open.flatMap((level) => [
      ...this.findingsOf(level),
      ...(this.earlier.get(this.nameOf(level)) ?? []),
    ]);
    const findings = [...shared.filter(concernsClaim), ...this.ofClaim];
    this.ofClaim = [];
    return findings;
  }

  get lateFindings(): LateFindings {
    return this.late;
  }

  private findingsOf({ level, number }: OpenLevel): FindingRecord[] {
    const known = this.byLevel.get(level);
    if (known?.number === number) return known.findings;
    const findings: FindingRecord[] = [];
    this.byLevel.set(level, { number, findings });
    return findings;
  }

  private addLate(level: OpenLevel, finding: Finding): void {
    const name = this.nameOf(level);
    const findings = this.late.get(name) ?? [];
    push(findings, finding);
    this.late.set(name, findings);
  }

  private nameOf({ level, number }: OpenLevel): string {
    return `${this.set} ${level} ${number}`;
  }
}

function push(findings: FindingRecord[], finding: Finding): void {
  const isFull = findings.length >= maxFindings;
  if (!isFull || (keepsDraft(finding) && !findings.some(keepsDraft))) findings.push(findingRecord(finding));
}

/** Warnings about a set or a billing provider are reported with the file only. */
function concernsClaim({ severity, loop }: FindingRecord): boolean {
  return severity === 'error' || severity === 'fatal' || /^20[01]0[BC]/.test(loop ?? '');
}
