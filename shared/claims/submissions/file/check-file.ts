import type { PayerProfile } from '#x12/837p/profile/payer-profile.ts';
import { validateSync } from '#x12/engine/validate.ts';
import { type FindingRecord, findingRecord, isPossibleDuplicate } from '../../claim/finding.ts';
import type { ComposedFile, PlacedClaim } from './compose-file.ts';

/** What keeps claims from being sent. */
export interface BlockedClaim {
  readonly claim_id: string;
  readonly findings: readonly BlockingFinding[];
}

/** A finding of the file that would be sent, or of the claims service. */
export type BlockingFinding = Pick<FindingRecord, 'id' | 'severity' | 'message'> &
  Partial<Pick<FindingRecord, 'loop' | 'segment' | 'element'>>;

export interface FileCheckResult {
  /** Errors about single claims, or about levels over several of them. */
  readonly blocked: readonly BlockedClaim[];
  /** Errors about the file itself: they come from the configuration and block all of it. */
  readonly ofFile: readonly FindingRecord[];
}

export interface FileCheckOptions {
  readonly now: Date;
  readonly fileName: string;
  readonly profile: PayerProfile | undefined;
}

/** Most findings told of one claim. */
const mostOfClaim = 20;

/**
 * Checks a composed file as its receiver will: SNIP types 1 to 5 and, for a payer with a state profile, R200 to R210
 * with the name of the file. Possible duplicates do not block: somebody released them.
 */
export function checkFile(file: ComposedFile, checks: FileCheckOptions): FileCheckResult {
  const sets = new Map(
    [...Map.groupBy(file.claims, ({ set }) => set)].map(([set, claims]) => [set, new SetPlan(claims)]),
  );
  const byClaim = new Map<string, FindingRecord[]>();
  const ofFile: FindingRecord[] = [];
  for (const finding of validateSync(file.bytes, checks)) {
    if (!blocks(finding)) continue;
    const { transaction = '', segmentIndex } = finding;
    const claims = segmentIndex === undefined ? undefined : sets.get(transaction)?.at(segmentIndex);
    if (claims === undefined) ofFile.push(findingRecord(finding));
    for (const { id } of claims ?? []) {
      const findings = byClaim.get(id) ?? [];
      if (findings.length < mostOfClaim) findings.push(findingRecord(finding));
      byClaim.set(id, findings);
    }
  }
  return { ofFile, blocked: [...byClaim].map(([claim_id, findings]) => ({ claim_id, findings })) };
}

const blocks = ({ id, severity }: Pick<FindingRecord, 'id' | 'severity'>): boolean =>
  (severity === 'error' || severity === 'fatal') && !isPossibleDuplicate({ id });

/** Which claims a segment of the set is about. */
class SetPlan {
  private readonly starts: readonly number[];
  private readonly owners: ReadonlyMap<number, readonly PlacedClaim[]>;

  constructor(claims: readonly PlacedClaim[]) {
    const owners = new Map<number, PlacedClaim[]>();
    for (const claim of claims) {
      const { first, billing, subscriber, patient = subscriber } = claim;
      for (const start of new Set([first, billing, subscriber, patient])) {
        const known = owners.get(start);
        if (known) known.push(claim);
        else owners.set(start, [claim]);
      }
    }
    this.owners = owners;
    this.starts = [...owners.keys()].toSorted((a, b) => a - b);
  }

  /** Undefined for the header of the set and its trailer, which are ours. */
  at(index: number): readonly PlacedClaim[] | undefined {
    const start = this.starts.findLast((position) => position <= index);
    return start === undefined ? undefined : this.owners.get(start);
  }
}
