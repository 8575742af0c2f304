import { Buffer } from 'node:buffer';
import { allGuides } from '#test/fixtures/x12/trace.ts';
import { transactionListeners } from '#x12/engine/transactions.ts';
import { FindingCount, validateSync } from '#x12/engine/validate.ts';
import { type Finding, responseFor } from '#x12/findings/finding.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { acknowledge } from '#x12/outbound/acknowledge.ts';

/** The moment at which all files are judged. */
export const now = new Date('2026-03-15T18:00:00Z');

/** What `validate` and `ack` say of a file. */
export interface Verdict {
  readonly isValid: boolean;
  /** The 999 accepts everything and reports nothing (AK9 A), and no TA1 refuses or notes anything. */
  readonly isAccepted: boolean;
  /** A TA1 refuses an interchange of which something is accepted. */
  readonly isContradiction: boolean;
  /** Each IK4: `position.element code`, of IK302, IK401-1 and IK403. */
  readonly elementErrors: readonly string[];
  /** Edits whose findings the 999 or the TA1 refuses the file for. */
  readonly edits: readonly string[];
  readonly responses: readonly Buffer[];
}

export async function judge(text: string): Promise<Verdict> {
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
        ({ code, groups: judged }) =>
          code === 'R' && judged.some(({ response: acknowledgment }) => acknowledgment.code !== 'R'),
      ),
      elementErrors: elementErrorsOf(segments),
      edits: findings.filter(isRefusing).map(({ id }) => id),
      responses: files.map((file) => file.bytes),
    };
  } catch (error) {
    if (!(error instanceof X12Error)) throw error;
    return refusal;
  }
}

const isRefusing = (finding: Finding): boolean =>
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
 * Edits that refuse a set for what the guide says in prose and not in its tables: parts of an address in the United
 * States, a person's first name, quantities, pointers.
 */
export const proseEdits: ReadonlySet<string> = new Set(['V024', 'V035', 'V044', 'V086', 'V087']);

/** Input that is no X12 is valid nowhere, and answered by nobody. */
const refusal: Verdict = {
  isValid: false,
  isAccepted: false,
  isContradiction: false,
  elementErrors: [],
  edits: [],
  responses: [],
};
