import { Buffer } from 'node:buffer';
import { allGuides } from '#test/fixtures/x12/trace.ts';
import { transactionListeners } from '#x12/engine/transactions.ts';
import { FindingCount, validateSync } from '#x12/engine/validate.ts';
import { type Finding, responseFor } from '#x12/findings/finding.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { acknowledge } from '#x12/outbound/acknowledge.ts';

/** The present for all checks. */
export const now = new Date('2026-03-15T18:00:00Z');

/** Results of `validate` and `ack` for a file. */
export interface Verdict {
  readonly isValid: boolean;
  /** The 999 accepts everything and reports nothing (AK9 A), and no TA1 rejects or notes anything. */
  readonly isAccepted: boolean;
  /** A TA1 rejects an interchange, and the 999 accepts part of it. */
  readonly isContradiction: boolean;
  /** `IK302.IK401-1 IK403` of each IK4. */
  readonly elementErrors: readonly string[];
  /** Edits for which 999 or TA1 reject the file. */
  readonly edits: readonly string[];
  readonly responses: readonly Buffer[];
}

export async function assess(text: string): Promise<Verdict> {
  const bytes = Buffer.from(text, 'utf8');
  try {
    const checks = { now };
    const count = new FindingCount();
    for (const finding of validateSync(bytes, checks)) count.add(finding);
    const listeners = transactionListeners({}, checks);
    const options = { guides: allGuides, listeners, moment: now, controlNumber: 1 };
    const { files, verdicts, findings } = await acknowledge(bytes, options);
    const segments = files.flatMap(({ bytes: file }) => file.toString('utf8').split('~'));
    const groups = segments.filter((one) => one.startsWith('AK9*'));
    const isNoted = segments.some((one) => one.startsWith('TA1*') && !/\*A\*000$/.test(one));
    return {
      isValid: count.isValid,
      isAccepted: !isNoted && groups.length > 0 && groups.every((one) => one.startsWith('AK9*A*')),
      isContradiction: verdicts.some(
        ({ code, groups: assessed }) =>
          code === 'R' && assessed.some(({ response }) => response.code !== 'R'),
      ),
      elementErrors: elementErrorsOf(segments),
      edits: findings.filter(isRejecting).map(({ id }) => id),
      responses: files.map((file) => file.bytes),
    };
  } catch (error) {
    if (!(error instanceof X12Error)) throw error;
    return rejection;
  }
}

const isRejecting = (finding: Finding): boolean =>
  (finding.severity === 'error' || finding.severity === 'fatal') && responseFor(finding) !== '277CA';

function elementErrorsOf(segments: readonly string[]): string[] {
  let position = '';
  return segments.flatMap((segment) => {
    const [id, first = '', second = '', code = ''] = segment.split('*');
    if (id === 'IK3') position = second;
    return id === 'IK4' ? [`${position}.${Number.parseInt(first, 10)} ${code}`] : [];
  });
}

/**
 * Edits of rules that the guide states in prose only: parts of an address in the United States, a person's first name,
 * quantities, pointers.
 */
export const proseEdits: ReadonlySet<string> = new Set(['V024', 'V035', 'V044', 'V086', 'V087']);

/** The verdict on input that is not X12. */
const rejection: Verdict = {
  isValid: false,
  isAccepted: false,
  isContradiction: false,
  elementErrors: [],
  edits: [],
  responses: [],
};
