import type { StatusInformation } from '../../277ca/types.ts';
import type { ProfessionalClaim } from '../../837p/model/claim.ts';
import type { WriterInput } from '../../writer/writer-input.ts';
import { type RejectionReason, statusCodesOf } from './status-codes.ts';

/** Reasons of one claim that are named; the last STC counts the others. */
export const maxReasonsOfClaim = 100;

/** What was found about one claim: its reasons, and how many more there are. */
export interface Rejection {
  readonly reasons: readonly RejectionReason[];
  readonly leftOut: number;
}

/**
 * The STCs of a claim: A2 when nothing speaks against it, else an STC for each reason. A3 says that the claim was
 * returned as it is, A7 that a value in it is wrong. A7 comes last, since some readers take the last STC only.
 *
 * @param date ISO date
 */
export function claimStatuses(
  claim: ProfessionalClaim,
  { reasons, leftOut }: Rejection,
  date: string,
): readonly WriterInput<StatusInformation>[] {
  const amount = claim.totalCharge ?? 0;
  if (reasons.length === 0)
    return [{ reasons: [{ category: 'A2', code: '20' }], date, action: 'WQ', amount }];
  const statuses = distinct(reasons).map((reason) => {
    const codes = statusCodesOf(reason);
    const category = returned.has(codes[0]?.code ?? '') ? 'A3' : 'A7';
    const composites = codes.map(({ code, entity }) => ({ category, code, entity }));
    return { reasons: composites, date, action: 'U', amount, message: messageOf(reason, claim) };
  });
  const inOrder = statuses.toSorted((one, other) => rank(one) - rank(other));
  const last = inOrder.at(-1);
  if (leftOut === 0 || last === undefined) return inOrder;
  return [
    ...inOrder.slice(0, -1),
    { ...last, message: message(`${leftOut} MORE FINDINGS; ${last.message}`) },
  ];
}

/** Status codes about the claim as a whole: wrong payer, wrong submitter, duplicate, format, syntax. */
const returned = new Set(['24', '54', '116', '481', '684', '746']);

const rank = ({ reasons }: WriterInput<StatusInformation>): number =>
  reasons?.[0]?.category === 'A7' ? 1 : 0;

/** The 999 names its findings one by one; here one STC points to it. */
function distinct(reasons: readonly RejectionReason[]): readonly RejectionReason[] {
  const first = reasons.find(({ isIn999 }) => isIn999);
  return reasons.filter((reason) => !reason.isIn999 || reason === first);
}

/** STC12: the edit, the place and what to do; never a value of the claim. */
function messageOf(reason: RejectionReason, claim: ProfessionalClaim): string {
  if (reason.isIn999) return 'SEE THE 999 FOR THE SYNTAX ERRORS OF THIS CLAIM';
  const { id, loop = '', segment = '', element, component, position } = reason;
  const part = component === undefined ? '' : `-${component}`;
  const at = element === undefined ? '' : `${String(element).padStart(2, '0')}${part}`;
  const line = lineAt(claim, loop, position);
  return message(
    [
      id,
      loop,
      `${segment}${at}`,
      position === undefined ? '' : `SEGMENT ${position}`,
      line === undefined ? '' : `LINE ${line}`,
      `- ${reason.message}`,
    ]
      .filter((part) => part !== '')
      .join(' '),
  );
}

/** Number of the service line that a place in loop 2400 or below belongs to. */
function lineAt(
  { lines }: ProfessionalClaim,
  loop: string,
  position: number | undefined,
): number | undefined {
  if (position === undefined || !loop.startsWith('24')) return undefined;
  return lines.findLast((line) => (line.position?.index ?? Number.POSITIVE_INFINITY) <= position)?.number;
}

/** STC12 takes 264 characters. The customary delimiters stay out of it, or the file would need others. */
function message(text: string): string {
  return text
    .toUpperCase()
    .replace(/[*:~^|]/g, ' ')
    .replace(/[^ -~]/g, '')
    .replace(/ {2,}/g, ' ')
    .slice(0, 264)
    .trim();
}
