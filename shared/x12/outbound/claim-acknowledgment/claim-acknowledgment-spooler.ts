import { LevelWriter, receiverLevel } from '../../277ca/level-writer.ts';
import type { Organization, StatusInformation, Totals } from '../../277ca/types.ts';
import { servicePeriod } from '../../837p/check/service-period.ts';
import type { ProfessionalClaim } from '../../837p/model/claim.ts';
import type { SetContext } from '../../engine/consumer.ts';
import { guide277ca } from '../../guides/277ca.ts';
import { type Spool, spoolLines, UsedCharacters } from '../../writer/spool.ts';
import { type InterchangeEnvelope, X12Writer } from '../../writer/writer.ts';
import type { WriterInput } from '../../writer/writer-input.ts';
import { type ApplicationCodes, responseApplicationCodes } from '../response-envelope.ts';
import { claimStatuses, type Rejection } from './claim-statuses.ts';
import {
  informationReceiver,
  informationSource,
  patientName,
  printableText,
  providerName,
} from './parties.ts';

/** The 277CA of one interchange as it is on its spools: everything but the envelopes and the totals. */
export interface SpooledSets {
  /** Of its sets on their spool. */
  readonly from: number;
  readonly to: number;
  readonly used: UsedCharacters;
}

/** What has to be written before the claims of a set: a line for each set, and for each billing provider. */
interface SetLine {
  readonly partners: ApplicationCodes;
  readonly source: WriterInput<Organization>;
  readonly receiver: WriterInput<Organization>;
  /** BHT03 of the 837. */
  readonly batch: string;
  readonly totals: WriterInput<Totals>;
  /** Its billing providers on their spool. */
  readonly from: number;
  readonly to: number;
}

interface ProviderLine {
  readonly level: number;
  readonly provider: WriterInput<Organization>;
  readonly totals: WriterInput<Totals>;
  /** Its claims on their spool, and how many segments they have. */
  readonly from: number;
  readonly to: number;
  readonly segments: number;
}

interface OpenSet extends Omit<SetLine, 'to' | 'totals'> {
  readonly sum: Sum;
}

interface OpenProvider extends Omit<ProviderLine, 'to' | 'segments' | 'totals'> {
  readonly of: ProfessionalClaim['billingProvider'];
  readonly sum: Sum;
}

export interface ClaimSpools {
  readonly claims: Spool;
  readonly providers: Spool;
  readonly sets: Spool;
}

/**
 * Writes the statuses of claims onto spools while the file that holds the claims is read. Totals precede the claims in
 * a 277CA, and the verdict over a set follows its claims, so everything is sent when the interchange is over. Memory
 * does not grow with the number of claims, billing providers or sets.
 */
export class ClaimAcknowledgmentSpooler {
  private readonly spools: ClaimSpools;
  private readonly today: string;
  private readonly writer = new X12Writer();
  private readonly levels: LevelWriter;
  private used = new UsedCharacters();
  private interchange: Places = start;
  private group: Places = start;
  private beforeSet: Places = start;
  private context: SetContext | undefined;
  private set: OpenSet | undefined;
  private provider: OpenProvider | undefined;
  private lastLevel = receiverLevel;
  private segments = 0;

  /** @param moment of writing; its UTC fields are used */
  constructor(spools: ClaimSpools, moment: Date) {
    this.spools = spools;
    this.today = moment.toISOString().slice(0, 10);
    this.levels = new LevelWriter(this.writer, moment);
  }

  openGroup(): void {
    this.group = this.places();
  }

  /** A set of claims begins. It is answered when it has claims. */
  openSet(context: SetContext): void {
    this.context = context;
    this.beforeSet = this.places();
    this.set = undefined;
    this.provider = undefined;
    this.lastLevel = receiverLevel;
  }

  claim(claim: ProfessionalClaim, rejection: Rejection): void {
    const { today, context } = this;
    if (context === undefined) return;
    this.set ??= this.beginSet(claim, context);
    if (this.provider?.of !== claim.billingProvider) this.beginProvider(claim);
    const level = ++this.lastLevel;
    this.levels.patient(level, this.provider?.level ?? receiverLevel, patientName(claim));
    const statuses = claimStatuses(claim, rejection, today);
    const { first = today, last } = servicePeriod(claim);
    const trace = claim.references?.clearinghouseTrace;
    this.levels.claim({
      numbers: {
        trace: printableText(claim.patientControlNumber, 50, '0'),
        ...(trace !== undefined && { refD9: printableText(trace, 50, '0') }),
      },
      statuses,
      serviceFrom: first,
      serviceTo: last,
    });
    this.keep();
    const isAccepted = rejection.reasons.length === 0;
    for (const sum of [this.set.sum, this.provider?.sum]) sum?.add(isAccepted, claim.totalCharge ?? 0);
  }

  /** The set is over; a set that the 999 rejects is not answered here. */
  endSet(isAccepted: boolean): void {
    if (this.context === undefined) return;
    this.endProvider();
    const { set } = this;
    this.set = undefined;
    this.context = undefined;
    if (!isAccepted) this.back(this.beforeSet);
    if (!isAccepted || set === undefined) return;
    const { sum, ...line } = set;
    const to = this.spools.providers.length;
    this.append(this.spools.sets, { ...line, totals: sum.totals(), to } satisfies SetLine);
  }

  /** The inbound group is refused as a whole. */
  dropGroup(): void {
    this.back(this.group);
  }

  /** What was written for the open interchange is not sent. */
  drop(): void {
    this.back(this.interchange);
  }

  /** The interchange is over: what there is for it, and undefined when no claim of it is answered. */
  endInterchange(): SpooledSets | undefined {
    const { used, interchange } = this;
    this.used = new UsedCharacters();
    this.interchange = this.places();
    const { sets: from } = interchange;
    const { sets: to } = this.interchange;
    return from === to ? undefined : { from, to, used };
  }

  /** Everything that was written is sent, and no interchange is open. */
  clear(): void {
    this.back(start);
    this.interchange = start;
  }

  /** The whole file, with marks for its delimiters. */
  *marked({ from, to }: SpooledSets, envelope: InterchangeEnvelope): Generator<string> {
    const writer = new X12Writer();
    const levels = new LevelWriter(writer, envelope.moment);
    const { version, functionalId } = guide277ca;
    const { moment, controlNumber } = envelope;
    writer.interchange(envelope);
    let partners: ApplicationCodes | undefined;
    let groups = 0;
    let inGroup = 0;
    let inFile = 0;
    for (const text of spoolLines(this.spools.sets, from, to)) {
      const set: SetLine = JSON.parse(text);
      if (partners?.sender !== set.partners.sender || partners.receiver !== set.partners.receiver) {
        if (partners !== undefined) writer.endGroup();
        partners = set.partners;
        inGroup = 0;
        writer.group({ functionalId, ...partners, moment, controlNumber: controlNumber + groups++, version });
      }
      writer.set('277', ++inGroup, version);
      yield* this.setOf(set, `${String(controlNumber).padStart(9, '0')}-${++inFile}`, writer, levels);
    }
    writer.endGroup();
    writer.endInterchange();
    yield writer.takeMarkedText();
  }

  private *setOf(set: SetLine, reference: string, writer: X12Writer, levels: LevelWriter): Generator<string> {
    const { source, receiver, batch, totals } = set;
    const { entity } = source;
    const statuses = [receipt(entity, totals, this.today)];
    levels.head({
      ...{ reference, sourceTrace: reference },
      ...{ source, receiver, batch, totals, statuses, hasProviders: true },
    });
    let claimSegments = 0;
    for (const text of spoolLines(this.spools.providers, set.from, set.to)) {
      const line: ProviderLine = JSON.parse(text);
      const { level, provider } = line;
      const ofProvider = [receipt(entity, line.totals, undefined)];
      levels.provider(level, { provider, totals: line.totals, statuses: ofProvider, hasClaims: true });
      yield writer.takeMarkedText();
      yield* this.spools.claims.read(line.from, line.to);
      claimSegments += line.segments;
    }
    writer.endSet(claimSegments);
    yield writer.takeMarkedText();
  }

  private beginSet(claim: ProfessionalClaim, { group }: SetContext): OpenSet {
    const partners = responseApplicationCodes(group);
    const source = informationSource(claim);
    const receiver = informationReceiver(claim);
    const batch = printableText(claim.transaction.batchId, 50, '0');
    this.used.note([...Object.values(partners), batch].join(''));
    for (const one of [source, receiver]) this.used.note(Object.values(one).join(''));
    return { partners, source, receiver, batch, from: this.spools.providers.length, sum: new Sum() };
  }

  private beginProvider(claim: ProfessionalClaim): void {
    this.endProvider();
    const provider = providerName(claim);
    this.used.note(Object.values(provider).join(''));
    const from = this.spools.claims.length;
    this.segments = this.writer.segmentCount;
    const of = claim.billingProvider;
    this.provider = { of, level: ++this.lastLevel, provider, from, sum: new Sum() };
  }

  private endProvider(): void {
    const { provider } = this;
    this.provider = undefined;
    if (provider === undefined) return;
    const { sum, of: _, ...line } = provider;
    const segments = this.writer.segmentCount - this.segments;
    const to = this.spools.claims.length;
    this.append(this.spools.providers, {
      ...line,
      totals: sum.totals(),
      to,
      segments,
    } satisfies ProviderLine);
  }

  private append(spool: Spool, line: SetLine | ProviderLine): void {
    spool.append(`${JSON.stringify(line)}\n`);
  }

  private keep(): void {
    const text = this.writer.takeMarkedText();
    this.used.note(text);
    this.spools.claims.append(text);
  }

  private places(): Places {
    const { claims, providers, sets } = this.spools;
    return { claims: claims.length, providers: providers.length, sets: sets.length };
  }

  private back({ claims, providers, sets }: Places): void {
    this.set = undefined;
    this.provider = undefined;
    this.spools.claims.truncate(claims);
    this.spools.providers.truncate(providers);
    this.spools.sets.truncate(sets);
  }
}

/** Places on the three spools. */
type Places = Readonly<Record<keyof ClaimSpools, number>>;

const start: Places = { claims: 0, providers: 0, sets: 0 };

/** Claims and cents of a level. */
class Sum {
  private accepted = 0;
  private rejected = 0;
  private acceptedAmount = 0;
  private rejectedAmount = 0;

  add(isAccepted: boolean, amount: number): void {
    if (isAccepted) {
      this.accepted++;
      this.acceptedAmount += amount;
    } else {
      this.rejected++;
      this.rejectedAmount += amount;
    }
  }

  totals(): WriterInput<Totals> {
    const { accepted, rejected, acceptedAmount, rejectedAmount } = this;
    return {
      ...(accepted > 0 && { accepted, acceptedAmount: writable(acceptedAmount) }),
      ...(rejected > 0 && { rejected, rejectedAmount: writable(rejectedAmount) }),
    };
  }
}

/** Charges of damaged claims may add up to more than is counted exactly. */
const writable = (cents: number): number =>
  Math.max(-Number.MAX_SAFE_INTEGER, Math.min(cents, Number.MAX_SAFE_INTEGER));

/** The level was received; what became of its claims follows. */
function receipt(
  entity: string,
  totals: WriterInput<Totals>,
  date: string | undefined,
): WriterInput<StatusInformation> {
  const amount = writable((totals.acceptedAmount ?? 0) + (totals.rejectedAmount ?? 0));
  return { reasons: [{ category: 'A1', code: '19', entity }], date, action: 'WQ', amount };
}
