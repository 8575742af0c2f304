import { LevelWriter, receivedStatus, receiverLevel, safeCents } from '../../277ca/level-writer.ts';
import type { Organization, PatientName, Totals } from '../../277ca/model.ts';
import { servicePeriod } from '../../837p/check/service-period.ts';
import type { ProfessionalClaim } from '../../837p/model/claim.ts';
import type { ClaimParty } from '../../837p/model/party.ts';
import type { SetContext } from '../../engine/consumer.ts';
import { guide277ca } from '../../guides/277ca.ts';
import { type Spool, spoolLines, UsedCharacters } from '../../writer/spool.ts';
import { type InterchangeEnvelope, type WriterInput, X12Writer } from '../../writer/writer.ts';
import {
  type ApplicationCodes,
  printableText,
  responseApplicationCodes,
  type SpooledResponse,
} from '../response-envelope.ts';
import { claimStatuses, type Rejection } from './claim-statuses.ts';

/** Fills required names and ids that a damaged claim lacks. */
const unknown = 'UNKNOWN';

/** Returns loop 2100A: the receiver of the 837P, as payer when the claim names it so, else as clearinghouse. */
function informationSource({ transaction, subscriber }: ProfessionalClaim): WriterInput<Organization> {
  const { receiver, interchange } = transaction;
  const id = idOf(receiver?.id ?? interchange?.receiver);
  const isPayer = subscriber.payer?.id === receiver?.id && receiver?.id !== undefined;
  return {
    entity: isPayer ? 'PR' : 'AY',
    name: printableText(receiver?.lastName, 60, id),
    idQualifier: '46',
    id,
  };
}

/** Returns loop 2100B: the submitter of the 837P. */
function informationReceiver({ transaction }: ProfessionalClaim): WriterInput<Organization> {
  const { submitter, interchange } = transaction;
  const id = idOf(submitter?.id ?? interchange?.sender);
  return {
    entity: '41',
    name: printableText(submitter?.lastName, 60, id),
    ...firstName(submitter),
    idQualifier: '46',
    id,
  };
}

function providerName({ billingProvider }: ProfessionalClaim): WriterInput<Organization> {
  const { id, taxId, lastName } = billingProvider;
  return {
    entity: '85',
    name: printableText(lastName, 60, unknown),
    ...firstName(billingProvider),
    idQualifier: id === undefined ? 'FI' : 'XX',
    id: idOf(id ?? taxId),
  };
}

/** Returns loop 2100D. A dependent has the member number of the subscriber. */
function patientName({ subscriber, patient }: ProfessionalClaim): WriterInput<PatientName> {
  const person = patient ?? subscriber;
  const first = printableText(person.firstName, 35, '');
  return {
    lastName: printableText(person.lastName, 60, unknown),
    ...(first !== '' && { firstName: first }),
    idQualifier: subscriber.idQualifier === 'II' ? 'II' : 'MI',
    id: idOf(subscriber.id),
  };
}

function firstName(party: ClaimParty | undefined): { readonly firstName?: string } {
  const first = party?.entityType === '1' ? printableText(party.firstName, 35, '') : '';
  return first === '' ? {} : { firstName: first };
}

/** NM109 has at least two characters. */
function idOf(id: string | undefined): string {
  const fit = printableText(id, 80, unknown);
  return fit.length < 2 ? unknown : fit;
}

/** Number and amount of the accepted and of the rejected claims of a level. */
class ClaimTotals {
  private accepted = 0;
  private rejected = 0;
  private acceptedAmount = 0;
  private rejectedAmount = 0;

  add(isAccepted: boolean, cents: number): void {
    if (isAccepted) {
      this.accepted++;
      this.acceptedAmount += cents;
    } else {
      this.rejected++;
      this.rejectedAmount += cents;
    }
  }

  totals(): WriterInput<Totals> {
    const { accepted, rejected, acceptedAmount, rejectedAmount } = this;
    return {
      ...(accepted > 0 && { accepted, acceptedAmount: safeCents(acceptedAmount) }),
      ...(rejected > 0 && { rejected, rejectedAmount: safeCents(rejectedAmount) }),
    };
  }
}

interface OpenSet extends Omit<SpooledSet, 'to' | 'totals'> {
  readonly totals: ClaimTotals;
}

interface OpenProvider extends Omit<SpooledProvider, 'to' | 'segments' | 'totals'> {
  readonly billingProvider: ProfessionalClaim['billingProvider'];
  /** Segments on the claims spool before it. */
  readonly segmentsBefore: number;
  readonly totals: ClaimTotals;
}

const emptySpools: SpoolPositions = { claims: 0, providers: 0, sets: 0 };

/**
 * Writes the claim statuses of a file onto spools while the file is read. They wait there until the interchange ends,
 * because totals precede claims in a 277CA and the verdict on a set follows its claims. Memory is constant for any
 * number of claims, billing providers and sets.
 */
export class ClaimAcknowledgmentSpooler {
  private readonly spools: ClaimSpools;
  private readonly today: string;
  private readonly writer = new X12Writer();
  private readonly levels: LevelWriter;
  private used = new UsedCharacters();
  private interchangeStart = emptySpools;
  private groupStart = emptySpools;
  private setStart = emptySpools;
  private context: SetContext | undefined;
  private set: OpenSet | undefined;
  private provider: OpenProvider | undefined;
  private lastLevel = receiverLevel;

  /** @param moment date of the 277CA, in UTC */
  constructor(spools: ClaimSpools, moment: Date) {
    this.spools = spools;
    this.today = moment.toISOString().slice(0, 10);
    this.levels = new LevelWriter(this.writer, moment);
  }

  openGroup(): void {
    this.groupStart = this.positions();
  }

  /** Begins a set of claims. A set without claims gets no 277CA. */
  openSet(context: SetContext): void {
    this.context = context;
    this.setStart = this.positions();
    this.set = undefined;
    this.provider = undefined;
    this.lastLevel = receiverLevel;
  }

  claim(claim: ProfessionalClaim, rejection: Rejection): void {
    const { today, context } = this;
    if (context === undefined) return;
    const set = this.set ?? this.beginSet(claim, context);
    const provider =
      this.provider?.billingProvider === claim.billingProvider ? this.provider : this.beginProvider(claim);
    this.levels.patient(++this.lastLevel, provider.level, patientName(claim));
    const { first = today, last } = servicePeriod(claim);
    const clearinghouseTrace = claim.references?.clearinghouseTrace;
    this.levels.claim({
      numbers: {
        trn02: printableText(claim.patientControlNumber, 50, '0'),
        ...(clearinghouseTrace !== undefined && { ref_d9: printableText(clearinghouseTrace, 50, '0') }),
      },
      statuses: claimStatuses(claim, rejection, today),
      serviceDate: first,
      serviceDateEnd: last,
    });
    const text = this.writer.takeMarkedText();
    this.used.note(text);
    this.spools.claims.append(text);
    const isAccepted = rejection.reasons.length === 0;
    for (const { totals } of [set, provider]) totals.add(isAccepted, claim.totalCharge ?? 0);
  }

  /** Ends a set. Drops it when the 999 rejects it. */
  endSet(isAccepted: boolean): void {
    if (this.context === undefined) return;
    this.endProvider();
    const { set } = this;
    this.set = undefined;
    this.context = undefined;
    if (!isAccepted) this.truncate(this.setStart);
    if (!isAccepted || set === undefined) return;
    const to = this.spools.providers.length;
    appendLine(this.spools.sets, { ...set, totals: set.totals.totals(), to } satisfies SpooledSet);
  }

  /** Drops the statuses of the open group. */
  dropGroup(): void {
    this.truncate(this.groupStart);
  }

  /** Drops the statuses of the open interchange. */
  drop(): void {
    this.truncate(this.interchangeStart);
  }

  /** Ends the interchange. Returns undefined when it has no accepted set with claims. */
  endInterchange(): SpooledResponse | undefined {
    const { used, spools } = this;
    const range = [this.interchangeStart.sets, spools.sets.length] as const;
    this.used = new UsedCharacters();
    this.interchangeStart = this.positions();
    if (range[0] === range[1]) return undefined;
    return { used, marked: (envelope) => markedClaimAcknowledgment(spools, range, envelope) };
  }

  /** Empties the spools, when no interchange is open and all responses are sent. */
  clear(): void {
    this.truncate(emptySpools);
    this.interchangeStart = emptySpools;
  }

  private beginSet(claim: ProfessionalClaim, { group }: SetContext): OpenSet {
    const partners = responseApplicationCodes(group);
    const source = informationSource(claim);
    const receiver = informationReceiver(claim);
    const batch = printableText(claim.transaction.batchId, 50, '0');
    for (const texts of [partners, source, receiver, { batch }]) {
      this.used.note(Object.values(texts).join(''));
    }
    const from = this.spools.providers.length;
    this.set = { partners, source, receiver, batch, from, totals: new ClaimTotals() };
    return this.set;
  }

  private beginProvider(claim: ProfessionalClaim): OpenProvider {
    this.endProvider();
    const provider = providerName(claim);
    this.used.note(Object.values(provider).join(''));
    this.provider = {
      billingProvider: claim.billingProvider,
      level: ++this.lastLevel,
      provider,
      from: this.spools.claims.length,
      segmentsBefore: this.writer.segmentCount,
      totals: new ClaimTotals(),
    };
    return this.provider;
  }

  private endProvider(): void {
    if (this.provider === undefined) return;
    const { billingProvider: _, segmentsBefore, totals, ...rest } = this.provider;
    this.provider = undefined;
    const segments = this.writer.segmentCount - segmentsBefore;
    const to = this.spools.claims.length;
    const line: SpooledProvider = { ...rest, totals: totals.totals(), to, segments };
    appendLine(this.spools.providers, line);
  }

  private positions(): SpoolPositions {
    const { claims, providers, sets } = this.spools;
    return { claims: claims.length, providers: providers.length, sets: sets.length };
  }

  private truncate({ claims, providers, sets }: SpoolPositions): void {
    this.set = undefined;
    this.provider = undefined;
    this.spools.claims.truncate(claims);
    this.spools.providers.truncate(providers);
    this.spools.sets.truncate(sets);
  }
}

function appendLine(spool: Spool, line: SpooledSet | SpooledProvider): void {
  spool.append(`${JSON.stringify(line)}\n`);
}

/** Spools of a 277CA: text of claims, a JSON line per billing provider, a JSON line per set. */
interface ClaimSpools {
  readonly claims: Spool;
  readonly providers: Spool;
  readonly sets: Spool;
}

/** Lengths of the three spools. */
type SpoolPositions = Readonly<Record<keyof ClaimSpools, number>>;

interface SpooledSet {
  readonly partners: ApplicationCodes;
  readonly source: WriterInput<Organization>;
  readonly receiver: WriterInput<Organization>;
  /** BHT03 of the 837. */
  readonly batch: string;
  readonly totals: WriterInput<Totals>;
  /** Range of its lines on the providers spool. */
  readonly from: number;
  readonly to: number;
}

interface SpooledProvider {
  readonly level: number;
  readonly provider: WriterInput<Organization>;
  readonly totals: WriterInput<Totals>;
  /** Range of its text on the claims spool. */
  readonly from: number;
  readonly to: number;
  /** Number of segments in that range. */
  readonly segments: number;
}

/** Returns the 277CA file of the sets in a range of the sets spool, with marks in place of delimiters. */
function* markedClaimAcknowledgment(
  spools: ClaimSpools,
  [from, to]: readonly [from: number, to: number],
  envelope: InterchangeEnvelope,
): Generator<string> {
  const writer = new X12Writer();
  const { version, functionalId } = guide277ca;
  const { moment, controlNumber } = envelope;
  writer.interchange(envelope);
  let partners: ApplicationCodes | undefined;
  let groups = 0;
  let setsOfGroup = 0;
  let sets = 0;
  for (const line of spoolLines(spools.sets, from, to)) {
    const set: SpooledSet = JSON.parse(line);
    if (partners?.sender !== set.partners.sender || partners.receiver !== set.partners.receiver) {
      if (partners !== undefined) writer.endGroup();
      partners = set.partners;
      setsOfGroup = 0;
      writer.group({ functionalId, ...partners, moment, controlNumber: controlNumber + groups++, version });
    }
    writer.set('277', ++setsOfGroup, version);
    const reference = `${String(controlNumber).padStart(9, '0')}-${++sets}`;
    yield* markedSet(spools, set, reference, writer, moment);
  }
  writer.endGroup();
  writer.endInterchange();
  yield writer.takeMarkedText();
}

function* markedSet(
  spools: ClaimSpools,
  { from, to, ...set }: SpooledSet,
  reference: string,
  writer: X12Writer,
  moment: Date,
): Generator<string> {
  const levels = new LevelWriter(writer, moment);
  const { entity } = set.source;
  const statuses = [receivedStatus(entity, set.totals, moment.toISOString().slice(0, 10))];
  levels.head({ ...set, reference, sourceTrace: reference, statuses, hasProviders: true });
  let claimSegments = 0;
  for (const line of spoolLines(spools.providers, from, to)) {
    const { level, segments, from: start, to: end, ...provider }: SpooledProvider = JSON.parse(line);
    const received = [receivedStatus(entity, provider.totals, undefined)];
    levels.provider(level, { ...provider, statuses: received, hasClaims: true });
    yield writer.takeMarkedText();
    yield* spools.claims.read(start, end);
    claimSegments += segments;
  }
  writer.endSet(claimSegments);
  yield writer.takeMarkedText();
}
