import type { Mutable } from '../engine/segment-handlers.ts';
import { optionalText, type Position, type Segment } from '../reader/segment.ts';
import { grownList } from '../values/grown-list.ts';
import { hasAdjustment, lastReason, readMoney, readPaidProcedure, withAdjustments } from './segments.ts';
import type { ClaimHeader, ClaimPayment, ReferenceNumber, ServicePayment } from './types.ts';

/** An element of the file, for findings after its segment. */
export interface ElementPlace {
  readonly at: Position;
  readonly segment: string;
  readonly element: number;
}

/** Places of the codes of a claim, in the order of the typed lists; kept only while validating. */
export interface ClaimPlaces extends CodePlaces {
  readonly lines: CodePlaces[];
}

export interface CodePlaces {
  readonly adjustments: ElementPlace[];
  readonly remarks: ElementPlace[];
}

/** One empty list for all claims, because most lists stay empty. */
const none: never[] = [];

/** Builds one claim payment from its segments. */
export class ClaimPaymentBuilder {
  claim: Mutable<ClaimPayment>;
  line: Mutable<ServicePayment> | undefined;
  readonly places: ClaimPlaces | undefined;

  constructor(clp: Segment, number: number, header: ClaimHeader | undefined, keepPlaces: boolean) {
    this.claim = emptyClaim(number, header, clp.position());
    this.places = keepPlaces ? { adjustments: [], remarks: [], lines: [] } : undefined;
  }

  start(clp: Segment): void {
    const { claim } = this;
    claim.patientControlNumber = clp.text(1);
    claim.statusCode = clp.text(2);
    claim.charge = readMoney(clp, 3);
    claim.paid = readMoney(clp, 4);
    claim.patientResponsibility = clp.cents(5);
    claim.filingIndicator = clp.text(6);
    claim.payerControlNumber = clp.text(7);
    claim.facilityType = optionalText(clp, 8);
    claim.frequency = optionalText(clp, 9);
    claim.drg = optionalText(clp, 11);
    claim.drgWeight = clp.decimal(12);
    claim.dischargeFraction = clp.decimal(13);
  }

  startLine(svc: Segment): void {
    const { claim } = this;
    const line = emptyLine(claim.lines.length + 1, svc);
    this.line = line;
    claim.lines = grownList(claim.lines, line);
    this.places?.lines.push({ adjustments: [], remarks: [] });
  }

  /** Adds a CAS of the open line or of the claim. */
  adjust(cas: Segment, onLine: boolean): void {
    const target = onLine ? this.line : this.claim;
    if (target === undefined) return;
    target.adjustments = withAdjustments(target.adjustments, cas);
    const places = onLine ? this.places?.lines.at(-1) : this.places;
    if (places === undefined) return;
    const last = Math.min(cas.elementCount, lastReason);
    for (let element = 2; element <= last; element += 3) {
      if (hasAdjustment(cas, element)) places.adjustments.push(placeOf(cas, element));
    }
  }

  claimRemarks(segment: Segment, elements: readonly number[]): void {
    for (const element of elements) {
      if (!segment.has(element)) continue;
      this.claim.remarks = grownList(this.claim.remarks, segment.text(element));
      this.places?.remarks.push(placeOf(segment, element));
    }
  }

  lineRemark(lq: Segment): void {
    const { line } = this;
    if (line === undefined) return;
    const remark: ReferenceNumber = { qualifier: lq.text(1), value: lq.text(2) };
    line.remarks = grownList(line.remarks, remark);
    this.places?.lines.at(-1)?.remarks.push(placeOf(lq, 2));
  }
}

function placeOf(segment: Segment, element: number): ElementPlace {
  return { at: segment.position(), segment: segment.id, element };
}

function emptyClaim(
  number: number,
  header: ClaimHeader | undefined,
  position: Position,
): Mutable<ClaimPayment> {
  return {
    isComplete: true,
    number,
    header,
    patientControlNumber: '',
    statusCode: '',
    charge: 0,
    paid: 0,
    patientResponsibility: undefined,
    filingIndicator: '',
    payerControlNumber: '',
    facilityType: undefined,
    frequency: undefined,
    drg: undefined,
    drgWeight: undefined,
    dischargeFraction: undefined,
    adjustments: none,
    patient: undefined,
    insured: undefined,
    correctedInsured: undefined,
    renderingProvider: undefined,
    crossoverCarrier: undefined,
    correctedPriorityPayer: undefined,
    otherSubscriber: undefined,
    inpatient: undefined,
    outpatient: undefined,
    remarks: none,
    references: none,
    statementFrom: undefined,
    statementTo: undefined,
    coverageExpiration: undefined,
    received: undefined,
    contacts: none,
    amounts: none,
    quantities: none,
    lines: none,
    position,
  };
}

function emptyLine(number: number, svc: Segment): Mutable<ServicePayment> {
  return {
    number,
    procedure: readPaidProcedure(svc, 1),
    charge: readMoney(svc, 2),
    paid: readMoney(svc, 3),
    revenueCode: optionalText(svc, 4),
    unitsPaid: svc.decimal(5) ?? 1,
    billedProcedure: svc.has(6) ? readPaidProcedure(svc, 6) : undefined,
    billedUnits: svc.decimal(7),
    serviceFrom: undefined,
    serviceTo: undefined,
    adjustments: none,
    lineControlNumber: undefined,
    references: none,
    amounts: none,
    quantities: none,
    remarks: none,
    position: svc.position(),
  };
}
