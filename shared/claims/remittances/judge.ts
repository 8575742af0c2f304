import type { ClaimPayment, Payment, PaymentAdjustment, ServicePayment } from '#x12/835/model.ts';
import {
  type AdjudicatedLine,
  type Adjudication,
  type AdjudicationKind,
  type ClaimId,
  type Day,
  type Denial,
  type FactKey,
  factKey,
  type LineAdjustment,
  type LineOutcome,
} from '../claims/facts.ts';
import { noShare, type PatientShare, plusShare } from '../claims/patient-share.ts';
import { summedByCode } from '../claims/reasons.ts';
import { deterministicId, shortId } from '../deterministic-id.ts';
import { codeOrMask } from '../files/response-json.ts';
import {
  carcKind,
  forwards,
  isBundled,
  isRate,
  isReportingOnly,
  isUnclassified,
  isUnknown,
  saysNotCovered,
  settles,
} from './carc.ts';
import type { LineMatch } from './match-lines.ts';

/** What a payment is judged with: its remittance, and the claim that it matched. */
export interface JudgedIn {
  readonly key: FactKey;
  readonly claim: ClaimId;
  readonly remittance: string;
  /** Place in the remittance, from 1. */
  readonly payment_number: number;
  readonly received_at: string;
  readonly payment: Pick<Payment, 'date' | 'originator' | 'trace'>;
  /** 1000A N104 or REF*2U. */
  readonly payer: string;
  /** GS04. */
  readonly written_on: Day;
  readonly held?: Adjudication['held'];
  readonly assigned?: ClaimId;
}

/**
 * Judges one CLP when it arrives. Every line is judged for itself, by the net of its adjustments for each group and code:
 *
 * - pended: a code or an earlier guide's claim status for pended, with nothing paid
 * - paid: its reasons are what remains under CO, OA or PI that is neither agreed nor owed elsewhere; the rest of PR is the
 *   patient's share
 * - nothing paid, and by a code the patient or another payer owes it: settled, except for further codes of denial
 * - nothing paid otherwise: denied by every code that remains, and by the agreed ones if only those do
 *
 * CLP02 4 decides nothing: payers send it for any zero payment.
 */
export function judge(payment: ClaimPayment, matches: readonly LineMatch[], from: JudgedIn): Adjudication {
  const levels = levelsOf(payment, matches);
  const judged = wholeIfUnmatched(judgeLevels(levels, payment), payment);
  const all = levels.flatMap(({ adjustments }) => adjustments);
  const codes = [...new Set(all.map(({ code }) => code))];
  const kind = kindOf(payment, judged, all);
  const undecided = kind === 'decision' || kind === 'duplicate';
  const correctsNumber = payment.references.find(({ qualifier }) => qualifier === 'F8')?.value;
  return {
    fact: 'adjudication',
    key: from.key,
    claim: from.claim,
    remittance: from.remittance,
    payment_number: from.payment_number,
    received_at: from.received_at,
    number: payment.patientControlNumber,
    trace: from.payment.trace,
    paid_on: from.payment.date ?? from.written_on,
    written_on: from.written_on,
    payer: { id: from.payer, originator: from.payment.originator },
    payer_number: payment.payerControlNumber,
    ...(payment.frequency && { frequency: payment.frequency }),
    ...(correctsNumber && { corrects_number: correctsNumber }),
    level: Math.max(ranks[payment.statusCode] ?? 1, all.some(({ code }) => code === priorPayer) ? 2 : 1),
    kind,
    status_code: codeOrMask(payment.statusCode),
    charge: payment.charge,
    paid: payment.paid,
    codes: payment.lines.map(({ billedProcedure, procedure }) => (billedProcedure ?? procedure).code),
    lines: undecided
      ? judged
      : judged.map((line) => ({ ...line, outcome: 'neutral', denied: [], not_covered: false })),
    unknown_codes: codes.filter(isUnknown).map(codeOrMask),
    unclassified_codes: codes.filter(isUnclassified),
    ...(from.held && { held: from.held }),
    ...(from.assigned && { assigned: from.assigned }),
  };
}

/** CLP02 names the rank of the payer, also when the claim is forwarded. */
const ranks: Readonly<Record<string, number>> = { 2: 2, 20: 2, 3: 3, 21: 3 };
/** The effect of what prior payers decided: only a later payer sends it, whatever its CLP02. */
const priorPayer = '23';
/** CLP02 of earlier guides: pended, and the kinds of it. */
const pendedStatuses: ReadonlySet<string> = new Set(['5', '10', '13', '15', '16', '17']);

/** A reversal is CLP02 22, or a negative amount under any status. */
function kindOf(
  { statusCode, charge, paid }: ClaimPayment,
  lines: readonly AdjudicatedLine[],
  adjustments: readonly LineAdjustment[],
): AdjudicationKind {
  if (statusCode === '22' || charge < 0 || paid < 0) return 'reversal';
  if (statusCode === '25') return 'estimate';
  const isForwarded =
    paid === 0 && adjustments.length > 0 && adjustments.every(({ group, code }) => forwards(group, code));
  if (statusCode === '23' || isForwarded) return 'forwarded';
  const denied = lines.flatMap((line) => line.denied);
  const isDuplicate = ({ group, code }: Denial): boolean => carcKind(group, code) === 'duplicate';
  return paid === 0 && denied.length > 0 && denied.every(isDuplicate) ? 'duplicate' : 'decision';
}

/** The SVC about one billed line, the CAS of the claim beside lines, or a claim without lines. */
interface Level {
  readonly line: string;
  readonly charge: number;
  readonly paid: number;
  readonly adjustments: readonly LineAdjustment[];
  readonly remarks: readonly string[];
}

function levelsOf(payment: ClaimPayment, matches: readonly LineMatch[]): readonly Level[] {
  const { lines, charge, paid, remarks } = payment;
  const ofClaim = { adjustments: netted(payment.adjustments), remarks };
  if (lines.length === 0) return [{ line: 'all', charge, paid, ...ofClaim }];
  const byLine = Map.groupBy(lines, ({ number }) => billedLine(number, matches));
  const levels = [...byLine].map(([line, services]) => levelOf(line, services));
  if (payment.adjustments.length === 0 && remarks.length === 0) return levels;
  const rest = (total: number, of: (level: Level) => number): number =>
    total - levels.reduce((sum, level) => sum + of(level), 0);
  return [
    ...levels,
    {
      line: 'claim',
      charge: rest(charge, (level) => level.charge),
      paid: rest(paid, (level) => level.paid),
      ...ofClaim,
    },
  ];
}

function billedLine(number: number, matches: readonly LineMatch[]): string {
  const billed = matches.find(({ line }) => line === number)?.billed_line;
  return billed === undefined ? `+${number}` : String(billed);
}

const levelOf = (line: string, services: readonly ServicePayment[]): Level => ({
  line,
  charge: services.reduce((sum, { charge }) => sum + charge, 0),
  paid: services.reduce((sum, { paid }) => sum + paid, 0),
  adjustments: netted(services.flatMap(({ adjustments }) => adjustments)),
  remarks: services.flatMap(({ remarks }) => remarks.map(({ value }) => value)),
});

/** Sums by group and code. Group CR of earlier guides counts as OA. */
const netted = (adjustments: readonly PaymentAdjustment[]): readonly LineAdjustment[] =>
  summedByCode(
    adjustments.map(({ group, reason: code, amount }) => ({
      group: group === 'CR' ? 'OA' : group,
      code,
      amount,
    })),
  ).filter(({ amount }) => amount !== 0);

interface FirstView extends Level {
  readonly outcome: LineOutcome;
  readonly denied: readonly LineAdjustment[];
}

function judgeLevels(levels: readonly Level[], payment: ClaimPayment): readonly AdjudicatedLine[] {
  const takesAll = payment.paid === 0 && levels.some(({ line }) => line === 'claim');
  const views = levels.map((level) => firstView(level, payment, takesAll));
  const counts = ({ outcome }: FirstView): boolean => outcome === 'paid' || outcome === 'settled';
  return views.map((view) => {
    const others = views.filter((other) => other !== view);
    const isPart =
      view.outcome === 'denied' &&
      ((isInAnother(view) && others.some((other) => counts(other) || other.outcome === 'pended')) ||
        (view.denied.length === 0 && others.some(isAboveCharge)));
    const isCovered = view.line === 'claim' && others.some((other) => counts(other) || hasDenial(other));
    const outcome = isPart ? 'settled' : view.outcome;
    return judgedLine(view, outcome, deniedBy(view, outcome, isCovered));
  });
}

const isInAnother = ({ adjustments }: FirstView): boolean =>
  adjustments.some(({ group, code, amount }) => amount > 0 && isBundled(group, code));

const isAboveCharge = ({ adjustments }: FirstView): boolean =>
  adjustments.some(({ code, amount }) => isRate(code, amount));

const hasDenial = ({ outcome, denied }: FirstView): boolean => outcome === 'denied' && denied.length > 0;

/**
 * The outcome of a line by itself.
 *
 * @param takesAll the CAS of the claim leave nothing of what its lines show as paid
 */
function firstView(level: Level, payment: ClaimPayment, takesAll: boolean): FirstView {
  const positive = level.adjustments.filter(({ amount }) => amount > 0);
  const view = (outcome: LineOutcome, denied: readonly LineAdjustment[] = []): FirstView => ({
    ...level,
    outcome,
    denied,
  });
  const isOpen = positive.some(({ group, code }) => carcKind(group, code) === 'pended');
  const further = positive.filter(({ group, code }) => isFurther(group, code));
  if (isOpen || (pendedStatuses.has(payment.statusCode) && payment.paid === 0)) return view('pended');
  const isPseudo = level.line === 'claim';
  const isPaid = isPseudo ? payment.paid !== 0 : level.paid !== 0 && !takesAll;
  const ofPayer = further.filter(({ group }) => group !== 'PR');
  if (isInterestAlone(level)) return view('neutral');
  if (isPaid) return view(isPseudo ? 'neutral' : 'paid', ofPayer);
  const settling = positive.filter(({ group, code }) => settles(group, code));
  // What prior payers did decides nothing beside a refusal of the rest.
  const isSettled = settling.some(({ code }) => code !== priorPayer || further.length === 0);
  if (isSettled) return view('settled', further);
  if (!isPseudo && level.charge === 0) return view('neutral', further);
  if (isReported(positive)) return view('neutral');
  if (takesAll && !isPseudo && further.length === 0) return view('neutral');
  return positive.length === 0 ? view('neutral') : view('denied', further);
}

/** Neither agreed nor owed elsewhere nor the ordinary share of the patient. */
const isFurther = (group: string, code: string): boolean => {
  const kind = carcKind(group, code);
  return kind === 'denial' || kind === 'duplicate';
};

/** Interest that a payer pays as a separate claim without a charge. */
const isInterestAlone = ({ charge, adjustments }: Level): boolean =>
  charge === 0 &&
  adjustments.length > 0 &&
  adjustments.every(({ group, code }) => carcKind(group, code) === 'interest');

const isReported = (positive: readonly LineAdjustment[]): boolean =>
  positive.length > 0 && positive.every(({ group, code }) => isReportingOnly(group, code));

/** The reasons of a line; agreed reductions only if nothing else explains a denial. */
function deniedBy(view: FirstView, outcome: LineOutcome, isCovered: boolean): readonly LineAdjustment[] {
  if (outcome !== 'denied' || view.denied.length > 0 || isCovered) return view.denied;
  return view.adjustments.filter(({ amount }) => amount > 0);
}

function judgedLine(
  { line, charge, paid, adjustments, remarks }: Level,
  outcome: LineOutcome,
  reasons: readonly LineAdjustment[],
): AdjudicatedLine {
  const brings = ({ group, code, amount }: LineAdjustment): boolean => {
    const kind = carcKind(group, code);
    // A negative reduction is an addition, whatever its code, such as a bonus or an outlier.
    return group !== 'PR' && (kind === 'agreed' || kind === 'interest' || (kind === 'denial' && amount < 0));
  };
  const masked = (one: LineAdjustment): LineAdjustment => ({
    group: codeOrMask(one.group),
    code: codeOrMask(one.code),
    amount: one.amount,
  });
  return {
    line,
    charge,
    paid,
    patient: shareOf(adjustments),
    agreed: adjustments.filter(brings).reduce((sum, { amount }) => sum + amount, 0),
    adjustments: adjustments.map(masked),
    remarks: remarks.map(codeOrMask),
    outcome: outcome === 'denied' && reasons.length === 0 ? 'neutral' : outcome,
    denied: reasons.map(masked),
    not_covered: reasons.length > 0 && reasons.every(({ code }) => saysNotCovered(code)),
  };
}

/**
 * Combines the lines of a payment into one for the whole claim if none of them is a billed line: the payer priced the claim its own
 * way, such as by encounter, and a later payer's lines must replace these.
 */
function wholeIfUnmatched(
  lines: readonly AdjudicatedLine[],
  { charge, paid }: ClaimPayment,
): readonly AdjudicatedLine[] {
  const ofLines = lines.filter(({ line }) => line !== 'claim' && line !== 'all');
  if (ofLines.length === 0 || !ofLines.every(({ line }) => line.startsWith('+'))) return lines;
  const outcomes = new Set(lines.map(({ outcome }) => outcome));
  const order: readonly LineOutcome[] = ['pended', 'paid', 'settled', 'denied'];
  const denied = lines.flatMap((line) => line.denied);
  return [
    {
      ...{ line: 'all', charge, paid, denied },
      patient: lines.reduce((sum, line) => plusShare(sum, line.patient), noShare),
      agreed: lines.reduce((sum, line) => sum + line.agreed, 0),
      adjustments: lines.flatMap((line) => line.adjustments),
      remarks: lines.flatMap((line) => line.remarks),
      outcome: order.find((outcome) => outcomes.has(outcome)) ?? 'neutral',
      not_covered: denied.length > 0 && denied.every(({ code }) => saysNotCovered(code)),
    },
  ];
}

const shareNames: Readonly<Record<string, keyof PatientShare>> = {
  1: 'deductible',
  2: 'coinsurance',
  3: 'copay',
};

function shareOf(adjustments: readonly LineAdjustment[]): PatientShare {
  const share = { ...noShare };
  for (const { group, code, amount } of adjustments) {
    if (group === 'PR') share[shareNames[code] ?? 'other'] += amount;
  }
  return share;
}

/**
 * Keys of the claims of one ST, in their order: TRN03, TRN02, BPR16, the CLP loop, and its place among the equal ones of its
 * ST. So a clearinghouse that cuts files anew adds nothing, and two equal CLP of one payment are two payments.
 */
export function contentKeys({
  originator,
  trace,
  date = '',
}: Pick<Payment, 'originator' | 'trace' | 'date'>): (claim: ClaimPayment) => FactKey {
  const counts = new Map<string, number>();
  return (claim) => {
    const content = deterministicId(JSON.stringify(claim, withoutPlace));
    const n = (counts.get(content) ?? 0) + 1;
    counts.set(content, n);
    return factKey(shortId('835', originator, trace, date, content, n));
  };
}

/** Members for the place of a claim in its file, which changes when the file is cut again. */
const places: ReadonlySet<string> = new Set(['position', 'number', 'header', 'isComplete']);

const withoutPlace = (name: string, value: unknown): unknown => (places.has(name) ? undefined : value);

/**
 * The outcome of a payment by itself.
 *
 * - `reversed`: it takes an earlier payment back. `estimate`: predetermination only. `forwarded`: not this payer's claim.
 * - `pended`: the payer has not decided. `paid`: as agreed, also if the patient owes the whole amount or an earlier payer has paid
 *   it. `underpaid`: less than agreed. `denied`: nothing.
 */
export type PaymentOutcome =
  | 'reversed'
  | 'estimate'
  | 'forwarded'
  | 'pended'
  | 'paid'
  | 'underpaid'
  | 'denied';

export function outcomeOf({ kind, paid, lines }: Adjudication): PaymentOutcome {
  if (kind === 'reversal') return 'reversed';
  if (kind === 'estimate' || kind === 'forwarded') return kind;
  const has = (outcome: LineOutcome): boolean => lines.some((line) => line.outcome === outcome);
  if (has('pended')) return 'pended';
  if (lines.every(({ denied }) => denied.length === 0)) return 'paid';
  return paid > 0 || has('settled') ? 'underpaid' : 'denied';
}

/** The share of the patient by the reasons of the payment, cents; negative for a reversal. */
export const patientShareOf = ({ lines }: Adjudication): PatientShare =>
  lines.reduce<PatientShare>((sum, { patient }) => plusShare(sum, patient), noShare);
