import { dispositionOfAll } from '../277ca/classification.ts';
import { isAbsentNumber, readStatus } from '../277ca/segments.ts';
import type { Mutable } from '../engine/segment-handlers.ts';
import { optionalText, type Position, type Segment } from '../reader/segment.ts';
import type { TrackedHierarchy } from './tracked-hierarchy.ts';
import type {
  ClaimStatusRequest,
  ClaimStatusResponse,
  ResponseInformation,
  ResponseLine,
  TrackedClaim,
  TrackedLine,
  TrackedNumbers,
} from './types.ts';

/** Fields of the numbers by REF01. */
export const numberFields: ReadonlyMap<string, keyof TrackedNumbers> = new Map([
  ['1K', 'payerClaimControlNumber'],
  ['BLT', 'billType'],
  ['LU', 'location'],
  ['6P', 'groupNumber'],
  ['EJ', 'patientControlNumber'],
  ['XZ', 'prescription'],
  ['VV', 'voucher'],
  ['D9', 'clearinghouseNumber'],
]);

/** Reads an STC of a 277. */
export function readResponseStatus(stc: Segment): ResponseInformation {
  const status = readStatus(stc);
  const places = [1, 10, 11].filter((element) => element === 1 || stc.has(element));
  return {
    ...status,
    reasons: status.reasons.map((reason, i) => ({ ...reason, codeList: codeListAt(stc, places[i] ?? 1) })),
    paid: stc.cents(5),
    adjudicated: stc.date(6),
    paymentDate: stc.date(8),
    paymentNumber: optionalText(stc, 9),
  };
}

function codeListAt(stc: Segment, element: number): string | undefined {
  const codeList = stc.component(element, 4);
  return codeList === '' ? undefined : codeList;
}

/** Builds one claim of a 276 or 277 from its segments, in any order. */
export class TrackedClaimBuilder {
  /** True after a TRN, even one of zeros. */
  hasTrace = false;
  private readonly base: Omit<TrackedClaim, 'isComplete' | 'trace' | 'serviceFrom' | 'serviceTo'>;
  private readonly numbers: Mutable<TrackedNumbers>;
  private readonly statuses: ResponseInformation[] = [];
  private readonly lines: TrackedLineBuilder[] = [];
  private tracked: string | undefined;
  private charge: number | undefined;
  private serviceFrom: string | undefined;
  private serviceTo: string | undefined;

  constructor(first: Segment, { above, subscriber, dependent }: TrackedHierarchy) {
    this.numbers = {
      payerClaimControlNumber: undefined,
      patientControlNumber: undefined,
      clearinghouseNumber: undefined,
      billType: undefined,
      prescription: undefined,
      groupNumber: undefined,
      location: undefined,
      voucher: undefined,
    };
    this.base = { ...above, subscriber, dependent, numbers: this.numbers, position: first.position() };
  }

  /** True for a claim that its segments name: by a trace, or by a number with a status, charge, date or line. */
  get isNamed(): boolean {
    const { payerClaimControlNumber, patientControlNumber, clearinghouseNumber, prescription } = this.numbers;
    const names = [payerClaimControlNumber, patientControlNumber, clearinghouseNumber, prescription];
    return this.hasTrace || (names.some((number) => !isAbsentNumber(number)) && this.hasContent);
  }

  /** Returns the statuses of a claim that is not named. */
  get everyStatus(): readonly ResponseInformation[] {
    return [...this.statuses, ...this.lines.flatMap(({ statuses }) => statuses)];
  }

  trace(trn: Segment): void {
    const trace = optionalText(trn, 2);
    this.hasTrace = true;
    this.tracked = isAbsentNumber(trace) ? undefined : trace;
  }

  refer(ref: Segment): void {
    const line = this.lines.at(-1);
    const field = numberFields.get(ref.text(1));
    if (ref.is(1, 'FJ')) line?.refer(ref);
    else if (field !== undefined) this.numbers[field] = optionalText(ref, 2);
  }

  serve(dtp: Segment): void {
    if (!dtp.is(1, '472')) return;
    const line = this.lines.at(-1);
    if (line !== undefined) {
      line.serve(dtp);
      return;
    }
    this.serviceFrom = dtp.date(3);
    this.serviceTo = dtp.endDate(3) ?? this.serviceFrom;
  }

  sum(amt: Segment): void {
    if (amt.is(1, 'T3')) this.charge = amt.cents(2);
  }

  startLine(svc: Segment): void {
    this.lines.push(new TrackedLineBuilder(svc));
  }

  status(stc: Segment): void {
    (this.lines.at(-1)?.statuses ?? this.statuses).push(readResponseStatus(stc));
  }

  /** @param isComplete false when the set ends inside the claim without SE */
  request(isComplete: boolean): ClaimStatusRequest {
    const lines = this.lines.map((line) => line.request());
    return { ...this.claim(isComplete), charge: this.charge, lines };
  }

  /** @param isComplete false when the set ends inside the claim without SE */
  response(isComplete: boolean): ClaimStatusResponse {
    const { statuses } = this;
    const lines = this.lines.map((line) => line.response());
    const deciding = statuses.length > 0 ? statuses : lines.flatMap((line) => line.statuses);
    const last = deciding.at(-1);
    const { category = '', code: statusCode = '' } = last?.reasons[0] ?? {};
    return {
      ...this.claim(isComplete),
      statuses,
      lines,
      ...{ category, statusCode, charge: last?.amount, paid: last?.paid },
      disposition: dispositionOfAll(deciding),
    };
  }

  private get hasContent(): boolean {
    const { statuses, lines, charge, serviceFrom } = this;
    return statuses.length > 0 || lines.length > 0 || charge !== undefined || serviceFrom !== undefined;
  }

  private claim(isComplete: boolean): TrackedClaim {
    const { base, tracked: trace, serviceFrom, serviceTo } = this;
    return { ...base, trace, isComplete, serviceFrom, serviceTo };
  }
}

class TrackedLineBuilder {
  readonly statuses: ResponseInformation[] = [];
  private readonly line: Mutable<TrackedLine>;
  private readonly paid: number | undefined;

  constructor(svc: Segment) {
    const modifiers = [3, 4, 5, 6].map((component) => svc.component(1, component));
    const position: Position = svc.position();
    this.paid = svc.cents(3);
    this.line = {
      qualifier: svc.component(1, 1),
      procedure: svc.component(1, 2),
      modifiers: modifiers.filter((modifier) => modifier !== ''),
      charge: svc.cents(2) ?? 0,
      revenueCode: optionalText(svc, 4),
      units: svc.decimal(7),
      lineControlNumber: undefined,
      serviceFrom: undefined,
      serviceTo: undefined,
      position,
    };
  }

  refer(ref: Segment): void {
    this.line.lineControlNumber = optionalText(ref, 2);
  }

  serve(dtp: Segment): void {
    this.line.serviceFrom = dtp.date(3);
    this.line.serviceTo = dtp.endDate(3) ?? this.line.serviceFrom;
  }

  request(): TrackedLine {
    return { ...this.line };
  }

  response(): ResponseLine {
    return { ...this.line, paid: this.paid, statuses: this.statuses };
  }
}
