import type { Position, Segment } from '../segment.ts';
import { areInConflict, classify, dispositionOfAll } from './classification.ts';
import type { Level } from './level.ts';
import { optional } from './segments.ts';
import type { ClaimNumbers, ClaimStatus, LineStatus, Person, StatusInformation } from './types.ts';

type Building<T> = { -readonly [K in keyof T]: T[K] };

/** Builds the status of the claim that is being read. */
export class StatusBuilder {
  readonly statuses: StatusInformation[] = [];
  readonly lines: LineBuilder[] = [];
  private readonly provider: Level;
  private readonly hierarchy: string;
  private readonly patient: Person | undefined;
  private readonly position: Position;
  private readonly numbers: Building<ClaimNumbers> = {
    trace: undefined,
    ref1K: undefined,
    refEJ: undefined,
    refD9: undefined,
    billType: undefined,
  };
  private serviceFrom: string | undefined;
  private serviceTo: string | undefined;

  constructor(provider: Level, hierarchy: string, patient: Person | undefined, position: Position) {
    this.provider = provider;
    this.hierarchy = hierarchy;
    this.patient = patient;
    this.position = position;
  }

  trace(trn: Segment): void {
    this.numbers.trace = optional(trn, 2);
  }

  refer(ref: Segment): void {
    const value = optional(ref, 2);
    const { numbers } = this;
    if (ref.is(1, '1K')) numbers.ref1K = value;
    else if (ref.is(1, 'EJ')) numbers.refEJ = value;
    else if (ref.is(1, 'D9')) numbers.refD9 = value;
    else if (ref.is(1, 'BLT')) numbers.billType = value;
  }

  served(dtp: Segment): void {
    if (!dtp.is(1, '472')) return;
    this.serviceFrom = dtp.date(3);
    this.serviceTo = dtp.endDate(3) ?? this.serviceFrom;
  }

  startLine(svc: Segment): void {
    this.lines.push(new LineBuilder(svc));
  }

  get line(): LineBuilder | undefined {
    return this.lines.at(-1);
  }

  build(isComplete: boolean): ClaimStatus {
    const { numbers, statuses, provider } = this;
    // Where the claim level has no STC of its own, those of its lines stand for it.
    const deciding = statuses.length > 0 ? statuses : this.lines.flatMap((line) => line.statuses);
    const last = deciding.at(-1);
    const { category = '', code = '', entity } = last?.reasons[0] ?? {};
    const classification = classify(category);
    const disposition = dispositionOfAll(deciding);
    const trace = isZeros(numbers.trace) ? undefined : numbers.trace;
    return {
      isComplete,
      hierarchy: this.hierarchy,
      patientControlNumber: numbers.ref1K ?? trace ?? numbers.refEJ ?? '',
      taxId: numbers.refEJ ?? provider.taxId(),
      numbers,
      standard: {
        patientControlNumber: trace ?? numbers.refEJ ?? numbers.ref1K,
        payerControlNumber: trace === undefined && numbers.refEJ === undefined ? undefined : numbers.ref1K,
        taxId: provider.taxId(),
      },
      provider: provider.isKnown ? provider.about : undefined,
      patient: this.patient,
      statuses,
      category,
      statusCode: code,
      entity,
      action: last?.action,
      amount: last?.amount,
      effectiveDate: last?.date,
      message: last?.message,
      serviceFrom: this.serviceFrom,
      serviceTo: this.serviceTo,
      classification,
      disposition,
      conflict: areInConflict(classification, disposition),
      lines: this.lines.map((line) => line.build()),
      position: this.position,
    };
  }
}

/** A trace of nothing but zeros is how some senders say that there is none. */
function isZeros(text: string | undefined): boolean {
  return text === undefined || /^0+$/.test(text);
}

export class LineBuilder {
  readonly statuses: StatusInformation[] = [];
  private readonly line: Building<Omit<LineStatus, 'statuses'>>;

  constructor(svc: Segment) {
    const modifiers = [3, 4, 5, 6].map((component) => svc.component(1, component));
    this.line = {
      qualifier: svc.component(1, 1),
      procedure: svc.component(1, 2),
      modifiers: modifiers.filter((modifier) => modifier !== ''),
      charge: svc.cents(2) ?? 0,
      revenueCode: optional(svc, 4),
      units: svc.decimal(7),
      lineControlNumber: undefined,
      prescription: undefined,
      serviceFrom: undefined,
      serviceTo: undefined,
      position: svc.position(),
    };
  }

  refer(ref: Segment): void {
    if (ref.is(1, 'FJ')) this.line.lineControlNumber = ref.text(2);
    else this.line.prescription = ref.text(2);
  }

  served(dtp: Segment): void {
    this.line.serviceFrom = dtp.date(3);
    this.line.serviceTo = dtp.endDate(3) ?? this.line.serviceFrom;
  }

  build(): LineStatus {
    return { ...this.line, statuses: this.statuses };
  }
}
