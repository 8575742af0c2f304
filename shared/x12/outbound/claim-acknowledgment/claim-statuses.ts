import type { StatusInformation } from '../../277ca/model.ts';
import type { ProfessionalClaim } from '../../837p/model/claim.ts';
import type { WriterInput } from '../../writer/writer.ts';
import { type RejectionReason, statusCodesOf } from './status-codes.ts';

/** Maximum number of STC per claim. The last STC states how many more findings there are. */
export const maxReasonsOfClaim = 100;

/** The reasons against one claim, and the number of further ones. */
export interface Rejection {
  readonly reasons: readonly RejectionReason[];
  readonly leftOut: number;
}

/**
 * Returns the STCs of a claim: A2 for acceptance, else one per reason. A3 returns the claim as a whole, A7 reports a wrong
 * value. A7 comes last, because some readers use only the last STC.
 *
 * @param date `YYYY-MM-DD`
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

/** Status codes that concern the claim as a whole: payer, submitter, duplicate, format, syntax. */
const returned = new Set(['24', '54', '116', '481', '684', '746']);

const rank = ({ reasons }: WriterInput<StatusInformation>): number =>
  reasons?.[0]?.category === 'A7' ? 1 : 0;

/** Keeps one reason that refers to the 999 for all findings that the 999 reports. */
function distinct(reasons: readonly RejectionReason[]): readonly RejectionReason[] {
  const first = reasons.find(({ isIn999 }) => isIn999);
  return reasons.filter((reason) => !reason.isIn999 || reason === first);
}

/** Returns STC12: edit, place and remedy, without values of the claim. */
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

/** Returns the number of the service line at a position in loop 2400 or below. */
function lineAt(
  { lines }: ProfessionalClaim,
  loop: string,
  position: number | undefined,
): number | undefined {
  if (position === undefined || !loop.startsWith('24')) return undefined;
  return lines.findLast((line) => (line.position?.index ?? Number.POSITIVE_INFINITY) <= position)?.number;
}

/** Fits a text into the 264 characters of STC12, without the usual delimiters. */
function message(text: string): string {
  return text
    .toUpperCase()
    .replace(/[*:~^|]/g, ' ')
    .replace(/[^ -~]/g, '')
    .replace(/ {2,}/g, ' ')
    .slice(0, 264)
    .trim();
}
