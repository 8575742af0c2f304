import { localDay } from '#calendar/time-zone.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { claimId } from '#claims/claims/facts.ts';
import { factsOf } from '#claims/claims/known-facts.ts';
import { stateOf } from '#claims/claims/state.ts';
import { type Configuration, payerProfiles } from '#claims/configuration/configuration.ts';
import { claimFromJson } from '#claims/edits/edited-content.ts';
import type { NewClaimRequest } from '#claims/edits/enter-claim.ts';
import { unpackJson } from '#claims/packed-json.ts';
import { outcomeOf, type PaymentOutcome } from '#claims/remittances/judge.ts';
import { matchLines } from '#claims/remittances/match-lines.ts';
import type { StoredPayment, StoredRemittance } from '#claims/remittances/stored-remittance.ts';
import { ApiError } from '#contract/errors.ts';
import { patientResponsibility } from '#x12/835/balance.ts';
import type { ClaimPayment } from '#x12/835/model.ts';
import { claimCodec } from '#x12/837p/json/claim.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import type { OtherCoverage } from '#x12/837p/model/other-coverage.ts';
import { adjustmentReasonText } from '#x12/codes/adjustment-reason-texts.ts';
import { nextCoverage, nextSequence, secondaryContent, secondaryNumber } from './secondary-content.ts';

/** The payment of a claim by which a payer adjudicated it. */
export interface Adjudication {
  readonly remittanceId: string;
  /** Number of the payment in the remittance. */
  readonly number: number;
  readonly outcome: PaymentOutcome;
}

/**
 * Returns the newest adjudication of a claim that stands; undefined if there is none.
 *
 * @param chain the claims of its chain
 * @param remittanceId the adjudication must be in this remittance, if given
 */
function adjudicationOf(
  { id }: Claim,
  chain: readonly Claim[],
  remittanceId?: string,
): Adjudication | undefined {
  const rows = stateOf(new Set(chain.flatMap(factsOf))).get(claimId(id))?.adjudications ?? [];
  const found = rows.findLast(
    ({ status, adjudication: { kind, remittance } }) =>
      status === 'stands' &&
      kind === 'decision' &&
      (remittanceId === undefined || remittance === remittanceId),
  );
  if (found === undefined) return undefined;
  const { remittance, payment_number: number } = found.adjudication;
  return { remittanceId: remittance, number, outcome: outcomeOf(found.adjudication) };
}

/**
 * Day of the payment, else the day on which the remittance was produced or received. Payers send remittances some days
 * before the transfer, and DTP*573 must not be in the future.
 *
 * @param timeZone of the next payer, whose calendar decides what the future is (V105)
 * @returns ISO date, not after the day on which the remittance was received
 */
export function adjudicationDate(
  {
    payment,
    production_date,
    received_at,
  }: Pick<StoredRemittance, 'production_date' | 'received_at'> & {
    readonly payment: Pick<StoredRemittance['payment'], 'date'>;
  },
  timeZone: string,
): string {
  const received = localDay(new Date(received_at), timeZone);
  const known = [payment.date, production_date].flatMap((date) => date ?? []);
  return known.find((date) => date <= received) ?? received;
}

/** A stored claim with its content and the claims of its chain. */
interface AdjudicatedClaim {
  readonly claim: Claim;
  readonly content: ProfessionalClaim;
  readonly chain: readonly Claim[];
}

/** What a caller chooses; by default everything comes from the claim. */
interface SecondaryChoice {
  readonly remittance_id?: string | undefined;
  readonly patient_control_number?: string | undefined;
  readonly payer_sequence?: string | undefined;
  /** JSON of loops 2000B, 2010BA and 2010BB, and of 2000C. Amounts are texts. */
  readonly subscriber?: unknown;
  readonly patient?: unknown;
  readonly accept?: readonly Caution[] | undefined;
}

export interface SecondaryPorts {
  readonly configuration: Configuration;
  findClaim(id: string): Promise<Claim | undefined>;
  findRemittance(id: string): Promise<StoredRemittance | undefined>;
  findPayment(remittanceId: string, number: number): Promise<StoredPayment | undefined>;
}

/** The claim that exists for the adjudication, or the request that creates it. */
type Secondary =
  | { readonly existing: Claim }
  | { readonly request: Omit<NewClaimRequest, 'id'>; readonly cautions: readonly FoundCaution[] };

/**
 * Prepares the claim for the next payer. There is one for each adjudication; one of an earlier adjudication that was not
 * sent is replaced.
 *
 * @throws ApiError not_adjudicated, secondary_cautions, no_other_coverage, not_correctable, validation_failed
 */
export async function secondaryOf(
  primary: AdjudicatedClaim,
  choice: SecondaryChoice,
  ports: SecondaryPorts,
): Promise<Secondary> {
  const { claim, content, chain } = primary;
  const adjudication = adjudicationOf(claim, chain, choice.remittance_id);
  if (adjudication === undefined) throw new ApiError('not_adjudicated');
  const earlier =
    claim.secondary_claim_id === undefined ? undefined : await ports.findClaim(claim.secondary_claim_id);
  if (earlier !== undefined && earlier.lane !== 'closed' && isAbout(earlier, adjudication)) {
    return { existing: earlier };
  }
  const corrects = earlier === undefined ? undefined : replaceable(earlier);
  const { payment, remittance } = await storedAdjudication(ports, adjudication);
  const found = cautionsAbout(payment, adjudication.outcome);
  refuseUnaccepted(found, choice.accept ?? []);
  const lines = matchLines(payment.lines, content.lines);
  const coverage = nextCoverage(content, choice.payer_sequence);
  const profile = payerProfiles(ports.configuration).get(nextPayer(coverage, choice));
  const date = adjudicationDate(remittance, profile?.timeZone ?? 'UTC');
  const secondary = contentFor(content, { payment, lines, date }, coverage, choice);
  return {
    cautions: found,
    request: {
      claim: secondary,
      ...(corrects && { corrects }),
      secondaryTo: {
        primary: claim,
        remittanceId: adjudication.remittanceId,
        number: adjudication.number,
        doubts: reviewsOf(found),
      },
    },
  };
}

const isAbout = (
  { primary_remittance_id, primary_payment_number }: Claim,
  { remittanceId, number }: Pick<Adjudication, 'remittanceId' | 'number'>,
): boolean => primary_remittance_id === remittanceId && primary_payment_number === number;

/** @returns the claim of an earlier adjudication that the new one replaces; undefined for a rejected or replaced one */
function replaceable(earlier: Claim): Claim | undefined {
  if (earlier.lane === 'closed') return undefined;
  const isUnsent = earlier.submission_id === undefined && ['draft', 'ready', 'review'].includes(earlier.lane);
  if (isUnsent || earlier.lane === 'rejected' || earlier.lane === 'payer_rejected') return earlier;
  throw new ApiError('not_correctable', {
    message: `Claim ${earlier.id} of an earlier adjudication was sent; correct or void that claim`,
    details: [
      { path: ['claims', earlier.id], message: 'Correct (7) or void (8) this claim', code: 'secondary_sent' },
    ],
  });
}

async function storedAdjudication(
  { findRemittance, findPayment }: SecondaryPorts,
  { remittanceId, number }: Adjudication,
) {
  const [remittance, stored] = await Promise.all([
    findRemittance(remittanceId),
    findPayment(remittanceId, number),
  ]);
  if (remittance === undefined || stored === undefined || stored.content === '') {
    throw new ApiError('not_adjudicated', {
      message: 'The adjudication was too long to be stored; enter the claim',
    });
  }
  return { payment: unpackJson<ClaimPayment>(stored.content), remittance };
}

function refuseUnaccepted(found: readonly FoundCaution[], accepted: readonly Caution[]): void {
  const open = found.filter(({ caution }) => !accepted.includes(caution));
  if (open.length === 0) return;
  throw new ApiError('secondary_cautions', {
    details: open.map(({ caution, message }) => ({ path: ['body', 'accept'], message, code: caution })),
  });
}

/** Id of the payer that the claim is for. */
const nextPayer = (coverage: OtherCoverage | undefined, { subscriber }: SecondaryChoice): string =>
  subscriber === undefined
    ? (coverage?.payer?.id ?? '')
    : String(asRecord(asRecord(subscriber)['payer'])['id'] ?? '');

function contentFor(
  content: ProfessionalClaim,
  adjudicated: Parameters<typeof secondaryContent>[1],
  coverage: OtherCoverage | undefined,
  { subscriber, patient, payer_sequence, patient_control_number }: SecondaryChoice,
): ProfessionalClaim {
  if (coverage === undefined && subscriber === undefined) throw new ApiError('no_other_coverage');
  const sequence = coverage?.payerSequence ?? payer_sequence ?? nextSequence(content);
  const number = patient_control_number ?? secondaryNumber(content.patientControlNumber, sequence);
  const json = claimCodec.toJson(secondaryContent(content, adjudicated, coverage, number));
  const known = asRecord(json);
  if (subscriber === undefined && patient === undefined) return claimFromJson(known);
  // The request replaces the people of the claim as a whole.
  const { patient: _, ...rest } = asRecord(json);
  const insured =
    subscriber === undefined ? rest['subscriber'] : { payer_sequence: sequence, ...asRecord(subscriber) };
  return claimFromJson({ ...rest, subscriber: insured, ...(patient !== undefined && { patient }) });
}

const asRecord = (json: unknown): Record<string, unknown> =>
  typeof json === 'object' && json !== null ? { ...json } : {};

/** A person reviews the claim before it is sent. */
const reviewsOf = (found: readonly FoundCaution[]): readonly string[] => [
  'Claim for the next payer, made from a remittance; check payer, subscriber and amounts, then release it',
  ...found.map(({ message }) => message),
];

/** Why a claim for the next payer may be a mistake. */
type Caution = 'denied_for_correction' | 'forwarded' | 'nothing_left';

interface FoundCaution {
  readonly caution: Caution;
  /** In the terms of a biller; codes and amounts only. */
  readonly message: string;
}

/**
 * CARC of denials that a corrected claim, or the right payer, resolves. The next payer would deny for the same cause, or
 * because the primary payer's rules were not followed.
 */
const correctable: ReadonlySet<string> = new Set([
  ...[
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
    '10',
    '11',
    '12',
    '13',
    '14',
    '16',
    '18',
    '22',
    '31',
    '107',
    '109',
    '110',
  ],
  ...['125', '129', '140', '146', '163', '181', '182', '183', '184', '185', '199', '206', '207', '208'],
  ...['226', '227', '251', '252', '267', '284', '288', '296', 'B7', 'B15'],
]);

/** CLP02: processed, and forwarded to another payer. */
const forwarded: ReadonlySet<string> = new Set(['19', '20', '21']);

function cautionsAbout(payment: ClaimPayment, outcome: PaymentOutcome): readonly FoundCaution[] {
  const all = [...payment.adjustments, ...payment.lines.flatMap(({ adjustments }) => adjustments)];
  const causes = [...new Set(all.map(({ reason }) => reason))].filter((reason) => correctable.has(reason));
  const found: FoundCaution[] = [];
  if (outcome === 'denied' && causes.length > 0) {
    const reasons = causes.map((code) => `${code} ${adjustmentReasonText(code) ?? ''}`.trim()).join('; ');
    found.push({
      caution: 'denied_for_correction',
      message: `The primary payer denied the claim for a cause to correct first: ${reasons}`,
    });
  }
  if (forwarded.has(payment.statusCode)) {
    found.push({
      caution: 'forwarded',
      message: `The primary payer forwarded the claim itself (CLP02 ${payment.statusCode}); a second claim may be a duplicate`,
    });
  }
  if (outcome !== 'denied' && patientResponsibility(payment) <= 0) {
    found.push({
      caution: 'nothing_left',
      message: 'The primary payer left no patient responsibility; the next payer has nothing to pay',
    });
  }
  return found;
}
