import type { FileFindings, FindingRecord } from '../claim/finding.ts';
import type { IntakePorts } from './delivery.ts';
import type { FileRecord } from './file.ts';
import type { Survey } from './survey.ts';

/**
 * Adds findings about a file name (R210) and interchange control numbers (V004) that the sender used in an earlier file.
 * They block no claim, because repeated claims are detected as duplicates.
 */
export async function addReuseFindings(
  findings: FileFindings,
  file: FileRecord,
  found: Survey,
  ports: IntakePorts,
): Promise<FileFindings> {
  const used = found.kinds.length === 0 ? [] : await usedBefore(file, found, ports);
  const counts = { ...findings.counts };
  for (const { severity } of used) counts[severity]++;
  return used.length === 0 ? findings : { first: [...used, ...findings.first], counts };
}

async function usedBefore(
  file: FileRecord,
  { interchanges, payers }: Survey,
  ports: IntakePorts,
): Promise<readonly FindingRecord[]> {
  const findings: FindingRecord[] = [];
  const severity = severityOfR210(payers, ports);
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
function severityOfR210(
  payers: readonly string[],
  { claims }: IntakePorts,
): FindingRecord['severity'] | undefined {
  const [profile] = payers.flatMap((id) => claims.profileOf(id) ?? []);
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
