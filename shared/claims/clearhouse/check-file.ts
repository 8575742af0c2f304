import { claimListener } from '#x12/837p/build/claim-listener.ts';
import type { PayerProfile } from '#x12/837p/profile/payer-profile.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { resultsOfSync } from '#x12/engine/source.ts';
import type { Finding } from '#x12/findings/finding.ts';
import { guide837p } from '#x12/guides/837p.ts';
import { type FindingRecord, findingRecord, isPossibleDuplicate } from '../claims/finding.ts';
import type { ComposedFile, PlacedClaim } from './compose-file.ts';

/** A claim that cannot be sent, with the reasons. */
export interface BlockedClaim {
  readonly claim_id: string;
  readonly findings: readonly BlockingFinding[];
}

/** A finding of the composed file, or a refusal of the claims service. */
export type BlockingFinding = Pick<FindingRecord, 'id' | 'severity' | 'message'> &
  Partial<Pick<FindingRecord, 'loop' | 'segment' | 'element'>>;

export interface FileCheckResult {
  /** Errors of single claims, or of levels that several claims share. */
  readonly blocked: readonly BlockedClaim[];
  /** Errors of the file itself. The configuration causes them, and they block all claims. */
  readonly ofFile: readonly FindingRecord[];
}

export interface FileCheckOptions {
  readonly now: Date;
  readonly fileName: string;
  readonly profile: PayerProfile | undefined;
}

const maxFindingsOfClaim = 20;

/**
 * Checks a composed file as its receiver does: SNIP types 1 to 5 and, for a payer with a state profile, R200 to R210
 * with the name of the file. Possible duplicates do not block, because a person has released them.
 */
export function checkFile(file: ComposedFile, options: FileCheckOptions): FileCheckResult {
  const sets = new Map(
    [...Map.groupBy(file.claims, ({ set }) => set)].map(([set, claims]) => [set, claimsByPosition(claims)]),
  );
  const byClaim = new Map<string, FindingRecord[]>();
  const ofFile: FindingRecord[] = [];
  for (const finding of findingsOf(file.bytes, options)) {
    if (!blocks(finding)) continue;
    const { transaction = '', segmentIndex } = finding;
    const claims = segmentIndex === undefined ? undefined : sets.get(transaction)?.(segmentIndex);
    if (claims === undefined) ofFile.push(findingRecord(finding));
    for (const { id } of claims ?? []) {
      const findings = byClaim.get(id) ?? [];
      if (findings.length < maxFindingsOfClaim) findings.push(findingRecord(finding));
      byClaim.set(id, findings);
    }
  }
  return { ofFile, blocked: [...byClaim].map(([claim_id, findings]) => ({ claim_id, findings })) };
}

/** Reads with the guide of the 837P only, because a composed file holds nothing else. */
function findingsOf(bytes: Uint8Array, checks: FileCheckOptions): Generator<Finding> {
  const findings: Finding[] = [];
  const engine = new X12Engine({
    guides: [guide837p],
    listeners: [claimListener({ checks })],
    onFinding: (finding) => findings.push(finding),
  });
  return resultsOfSync(bytes, engine, findings);
}

const blocks = ({ id, severity }: Pick<FindingRecord, 'id' | 'severity'>): boolean =>
  (severity === 'error' || severity === 'fatal') && !isPossibleDuplicate({ id });

/** Returns a function from a segment position to the claims of that segment; undefined for header and trailer. */
function claimsByPosition(
  claims: readonly PlacedClaim[],
): (position: number) => readonly PlacedClaim[] | undefined {
  const owners = new Map<number, PlacedClaim[]>();
  for (const claim of claims) {
    const { first, billing, subscriber, patient = subscriber } = claim;
    for (const start of new Set([first, billing, subscriber, patient])) {
      const known = owners.get(start);
      if (known) known.push(claim);
      else owners.set(start, [claim]);
    }
  }
  const starts = [...owners.keys()].toSorted((a, b) => a - b);
  return (position) => owners.get(starts.findLast((start) => start <= position) ?? -1);
}
