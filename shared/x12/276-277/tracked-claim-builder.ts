import { dispositionOfAll } from '../277ca/classification.ts';
import { isAbsentNumber, type Period, servicePeriod } from '../277ca/model.ts';
import { lazilyEmpty } from '../description/generated-code.ts';
import type { Mutable } from '../engine/segment-handlers.ts';
import { optionalText, type Segment } from '../reader/segment.ts';
import {
  type ClaimStatusRequest,
  type ClaimStatusResponse,
  type ResponseInformation,
  type ResponseLine,
  readLine,
  readResponseStatus,
  type TrackedClaim,
  type TrackedNumbers,
  trackedNumbers,
} from './model.ts';
import type { TrackedHierarchy } from './tracked-hierarchy.ts';

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

const emptyNumbers = lazilyEmpty(trackedNumbers);

type OpenLine = Mutable<Omit<ResponseLine, 'modifiers'>> & Pick<ResponseLine, 'modifiers'>;

/** Builds one claim of a 276 or 277 from its segments, in any order. */
export class TrackedClaimBuilder {
  /** True after a TRN, even one of zeros. */
  hasTrace = false;
  private readonly base: Omit<TrackedClaim, 'isComplete' | 'trace' | keyof Period>;
  private readonly numbers: Mutable<TrackedNumbers> = emptyNumbers();
  private readonly statuses: ResponseInformation[] = [];
  private readonly lines: OpenLine[] = [];
  private tracked: string | undefined;
  private charge: number | undefined;
  private period: Period = { serviceDate: undefined, serviceDateEnd: undefined };

  constructor(first: Segment, { above, subscriber, dependent }: TrackedHierarchy) {
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
    if (ref.is(1, 'FJ')) {
      if (line !== undefined) line.lineControlNumber = optionalText(ref, 2);
    } else if (field !== undefined) this.numbers[field] = optionalText(ref, 2);
  }

  serve(dtp: Segment): void {
    if (!dtp.is(1, '472')) return;
    const line = this.lines.at(-1);
    if (line === undefined) this.period = servicePeriod(dtp);
    else Object.assign(line, servicePeriod(dtp));
  }

  sum(amt: Segment): void {
    if (amt.is(1, 'T3')) this.charge = amt.cents(2);
  }

  startLine(svc: Segment): void {
    this.lines.push(Object.assign(readLine(svc), { statuses: [] }));
  }

  status(stc: Segment): void {
    (this.lines.at(-1)?.statuses ?? this.statuses).push(readResponseStatus(stc));
  }

  /** @param isComplete false when the set ends inside the claim without SE */
  request(isComplete: boolean): ClaimStatusRequest {
    const serviceLines = this.lines.map(({ paid: _, statuses: __, ...line }) => line);
    return { ...this.claim(isComplete), charge: this.charge, serviceLines };
  }

  /** @param isComplete false when the set ends inside the claim without SE */
  response(isComplete: boolean): ClaimStatusResponse {
    const { statuses, lines } = this;
    const deciding = statuses.length > 0 ? statuses : lines.flatMap((line) => line.statuses);
    const last = deciding.at(-1);
    const { category = '', code: statusCode = '' } = last?.reasons[0] ?? {};
    return {
      ...this.claim(isComplete),
      statuses,
      serviceLines: lines,
      ...{ category, statusCode, charge: last?.amount, paid: last?.paid },
      disposition: dispositionOfAll(deciding),
    };
  }

  private get hasContent(): boolean {
    const { statuses, lines, charge, period } = this;
    return (
      statuses.length > 0 || lines.length > 0 || charge !== undefined || period.serviceDate !== undefined
    );
  }

  private claim(isComplete: boolean): TrackedClaim {
    return { ...this.base, trace: this.tracked, isComplete, ...this.period };
  }
}
