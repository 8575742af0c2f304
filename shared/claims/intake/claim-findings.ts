import { LevelTracker, type OpenLevel, type SharedLevel } from '#x12/837p/build/level-tracker.ts';
import { combineConsumers } from '#x12/engine/combined-consumer.ts';
import type { SetConsumer } from '#x12/engine/consumer.ts';
import type { Finding } from '#x12/findings/finding.ts';
import { type FindingRecord, findingRecord, keepsDraft } from '../claim/finding.ts';

/** Findings about levels that were told after claims under them were handed out, by set, level and number. */
export type LateFindings = ReadonlyMap<string, readonly FindingRecord[]>;

/** More of one claim or level help nobody, beside the first that keeps the claim from being sent. */
const most = 200;

/**
 * Gathers findings by what they are about, so that each claim gets its own and those of its billing provider,
 * subscriber, patient and set. Something missing from a level is told only when the level is over, after its claims;
 * a first reading of the file collects that, and the second gives it to the claims.
 */
export class ClaimFindings {
  private readonly levels = new LevelTracker();
  private readonly earlier: LateFindings;
  private readonly late = new Map<string, FindingRecord[]>();
  private readonly byLevel = new Map<SharedLevel, { number: number; findings: FindingRecord[] }>();
  /** Number of the level under which the last claim was handed out. */
  private readonly handedOut = new Map<SharedLevel, number>();
  private ofClaim: FindingRecord[] = [];
  private set = '';

  /** @param earlier what a first reading of the same bytes found late */
  constructor(earlier: LateFindings = new Map()) {
    this.earlier = earlier;
  }

  /**
   * Surrounds the consumer that makes the claims of a set.
   *
   * @param set names it by its place in the file: the readings do not read the same sets
   */
  observe(consumer: SetConsumer, set: string): SetConsumer {
    this.set = set;
    this.byLevel.clear();
    this.handedOut.clear();
    return combineConsumers([this.levels.trackEntries(), consumer, this.levels.trackExits()]);
  }

  add(finding: Finding): void {
    const about = this.levels.subjectOf(finding);
    if (about === undefined) return;
    if (about === 'claim') push(this.ofClaim, finding);
    else if (this.handedOut.get(about.level) === about.number) this.addLate(about, finding);
    else push(this.findingsOf(about), finding);
  }

  /** Everything about the claim that is complete now. */
  take(): readonly FindingRecord[] {
    const open = this.levels.openLevels();
    for (const { level, number } of open) this.handedOut.set(level, number);
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
  const isFull = findings.length >= most;
  if (!isFull || (keepsDraft(finding) && !findings.some(keepsDraft))) findings.push(findingRecord(finding));
}

/** Advice about a set or a billing provider is told once, with the file. */
function concernsClaim({ severity, loop }: FindingRecord): boolean {
  return severity === 'error' || severity === 'fatal' || /^20[01]0[BC]/.test(loop ?? '');
}
