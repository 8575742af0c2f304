import type { SetConsumer, SetContext, Trailer } from '../engine/consumer.ts';
import { compileHandlers } from '../engine/segment-handlers.ts';
import { guide835 } from '../guides/835.ts';
import type { Segment } from '../reader/segment.ts';
import { append, ClaimPaymentBuilder, type ClaimPlaces, type Mutable } from './claim-builder.ts';
import { type HeaderBuilder, startHeader } from './header-builder.ts';
import {
  inpatientRemarks,
  outpatientRemarks,
  readContact,
  readInpatient,
  readMoney,
  readNumbers,
  readOutpatient,
  readParty,
  readPayment,
  readProviderSummary,
  readReference,
} from './segments.ts';
import type { ClaimHeader, ClaimPayment, ProviderAdjustment, Remittance } from './types.ts';

/** Where the typed parts of one 835 go, in file order; every part as soon as it is complete. */
export interface RemittanceSink {
  /** Header, payer and payee: before the first claim. */
  remittance?(remittance: Remittance): void;
  /** `places` is there while validating. */
  claim?(claim: ClaimPayment, places: ClaimPlaces | undefined): void;
  /** `element` is where the pair stands in the PLB: 3, 5 … 13. */
  providerAdjustment?(adjustment: ProviderAdjustment, element: number): void;
  end?(trailer: Trailer): void;
}

/** What is being built of the set that is read. */
class RemittanceBuild {
  readonly context: SetContext;
  readonly sink: RemittanceSink;
  readonly header: HeaderBuilder = startHeader();
  isHeaderSent = false;
  lx: Mutable<ClaimHeader> | undefined;
  claims = 0;
  claim: ClaimPaymentBuilder | undefined;

  constructor(context: SetContext, sink: RemittanceSink) {
    this.context = context;
    this.sink = sink;
  }

  /** Tells the header, once; it is complete when something of the detail or of the end comes. */
  sendHeader(): void {
    if (this.isHeaderSent) return;
    this.isHeaderSent = true;
    this.sink.remittance?.(this.header.build());
  }

  finishClaim(isComplete: boolean): void {
    const { claim } = this;
    this.claim = undefined;
    if (claim !== undefined) claim.claim.isComplete = isComplete;
    if (claim !== undefined) this.sink.claim?.(claim.claim, claim.places);
  }
}

const table = compileHandlers<RemittanceBuild>(guide835, {
  segments: {
    '/BPR': (r, bpr) => r.header.pay(readPayment(bpr)),
    '/TRN': (r, trn) => r.header.trace(trn),
    '/CUR': (r, cur) => r.header.setCurrency(cur.text(2)),
    '/REF-EV': (r, ref) => r.header.reference(readReference(ref)),
    '/REF-F2': (r, ref) => r.header.reference(readReference(ref)),
    '/DTM-405': (r, dtm) => r.header.setProductionDate(dtm.date(2)),
    '1000A/N1': (r, n1) => r.header.startPayer(n1),
    '1000A/N3': (r, n3) => r.header.payer.street(n3),
    '1000A/N4': (r, n4) => r.header.payer.place(n4),
    '1000A/REF': (r, ref) => r.header.payer.references.push(readReference(ref)),
    '1000A/PER-CX': (r, per) => r.header.contacts.push(readContact(per)),
    '1000A/PER-BL': (r, per) => r.header.contacts.push(readContact(per)),
    '1000A/PER-IC': (r, per) => r.header.contacts.push(readContact(per)),
    '1000B/N1': (r, n1) => r.header.startPayee(n1),
    '1000B/N3': (r, n3) => r.header.payee.street(n3),
    '1000B/N4': (r, n4) => r.header.payee.place(n4),
    '1000B/REF': (r, ref) => r.header.payee.references.push(readReference(ref)),
    '2000/LX': ({ lx: header }, lx) => {
      if (header !== undefined) header.assigned = lx.text(1);
    },
    '2000/TS3': ({ lx }, ts3) => {
      if (lx !== undefined) lx.summary = readProviderSummary(ts3);
    },
    '2000/TS2': ({ lx }, ts2) => {
      if (lx !== undefined) lx.supplemental = readNumbers(ts2, 1);
    },
    '2100/CLP': (r, clp) => r.claim?.start(clp),
    '2100/CAS': (r, cas) => r.claim?.adjust(cas, false),
    '2100/NM1-QC': (r, nm1) => name(r, 'patient', nm1),
    '2100/NM1-IL': (r, nm1) => name(r, 'insured', nm1),
    '2100/NM1-74': (r, nm1) => name(r, 'correctedInsured', nm1),
    '2100/NM1-82': (r, nm1) => name(r, 'renderingProvider', nm1),
    '2100/NM1-TT': (r, nm1) => name(r, 'crossoverCarrier', nm1),
    '2100/NM1-PR': (r, nm1) => name(r, 'correctedPriorityPayer', nm1),
    '2100/NM1-GB': (r, nm1) => name(r, 'otherSubscriber', nm1),
    '2100/MIA': ({ claim }, mia) => {
      if (claim === undefined) return;
      claim.claim.inpatient = readInpatient(mia);
      claim.claimRemarks(mia, inpatientRemarks);
    },
    '2100/MOA': ({ claim }, moa) => {
      if (claim === undefined) return;
      claim.claim.outpatient = readOutpatient(moa);
      claim.claimRemarks(moa, outpatientRemarks);
    },
    '2100/REF': reference,
    '2100/REF-provider': reference,
    '2100/DTM-statement': ({ claim }, dtm) => {
      if (claim === undefined) return;
      if (dtm.is(1, '232')) claim.claim.statementFrom = dtm.date(2);
      else claim.claim.statementTo = dtm.date(2);
    },
    '2100/DTM-036': ({ claim }, dtm) => {
      if (claim !== undefined) claim.claim.coverageExpiration = dtm.date(2);
    },
    '2100/DTM-050': ({ claim }, dtm) => {
      if (claim !== undefined) claim.claim.received = dtm.date(2);
    },
    '2100/PER': ({ claim }, per) => {
      if (claim !== undefined) claim.claim.contacts = append(claim.claim.contacts, readContact(per));
    },
    '2100/AMT': ({ claim }, amt) => {
      if (claim !== undefined) claim.claim.amounts = append(claim.claim.amounts, qualifiedAmount(amt));
    },
    '2100/QTY': ({ claim }, qty) => {
      if (claim !== undefined)
        claim.claim.quantities = append(claim.claim.quantities, qualifiedQuantity(qty));
    },
    '2110/SVC': ({ claim }, svc) => claim?.startLine(svc),
    '2110/DTM': ({ claim }, dtm) => serviceDate(claim, dtm),
    '2110/CAS': (r, cas) => r.claim?.adjust(cas, true),
    '2110/REF': lineReference,
    '2110/REF-6R': ({ claim }, ref) => {
      if (claim?.line !== undefined) claim.line.lineControlNumber = ref.text(2);
    },
    '2110/REF-provider': lineReference,
    '2110/REF-0K': lineReference,
    '2110/AMT': ({ claim }, amt) => {
      if (claim?.line !== undefined) claim.line.amounts = append(claim.line.amounts, qualifiedAmount(amt));
    },
    '2110/QTY': ({ claim }, qty) => {
      const line = claim?.line;
      if (line !== undefined) line.quantities = append(line.quantities, qualifiedQuantity(qty));
    },
    '2110/LQ': ({ claim }, lq) => claim?.lineRemark(lq),
    '/PLB': providerAdjustments,
  },
  enter: {
    '2000': (r, trigger) => {
      r.sendHeader();
      r.lx = { assigned: '', summary: undefined, supplemental: [], position: trigger.position() };
    },
    '2100': (r, trigger) => {
      r.claims++;
      r.claim = new ClaimPaymentBuilder(trigger, r.claims, r.lx, r.context.validating);
    },
  },
  leave: { '2100': (r, isComplete) => r.finishClaim(isComplete) },
  end: (r, trailer) => {
    r.sendHeader();
    r.sink.end?.(trailer);
  },
});

/** A consumer that builds the typed parts of one 835 and hands them to the sink. */
export function remittanceConsumer(context: SetContext, sink: RemittanceSink): SetConsumer {
  return table.consumer(new RemittanceBuild(context, sink));
}

type NameField =
  | 'patient'
  | 'insured'
  | 'correctedInsured'
  | 'renderingProvider'
  | 'crossoverCarrier'
  | 'correctedPriorityPayer'
  | 'otherSubscriber';

function name({ claim }: RemittanceBuild, field: NameField, nm1: Segment): void {
  if (claim !== undefined) claim.claim[field] = readParty(nm1);
}

function reference({ claim }: RemittanceBuild, ref: Segment): void {
  if (claim !== undefined) claim.claim.references = append(claim.claim.references, readReference(ref));
}

function lineReference({ claim }: RemittanceBuild, ref: Segment): void {
  const line = claim?.line;
  if (line !== undefined) line.references = append(line.references, readReference(ref));
}

/** 472 is a day, 150 and 151 begin and end a period. */
function serviceDate(claim: ClaimPaymentBuilder | undefined, dtm: Segment): void {
  const line = claim?.line;
  if (line === undefined) return;
  const date = dtm.date(2);
  if (!dtm.is(1, '151')) line.serviceFrom = date;
  if (!dtm.is(1, '150')) line.serviceTo = date;
}

function qualifiedAmount(amt: Segment): { qualifier: string; amount: number } {
  return { qualifier: amt.text(1), amount: readMoney(amt, 2) };
}

function qualifiedQuantity(qty: Segment): { qualifier: string; quantity: number } {
  return { qualifier: qty.text(1), quantity: qty.decimal(2) ?? 0 };
}

/** Up to six pairs of reason and amount. */
function providerAdjustments(r: RemittanceBuild, plb: Segment): void {
  r.sendHeader();
  for (let element = 3; element <= 13 && element <= plb.elementCount; element += 2) {
    if (!plb.has(element) && !plb.has(element + 1)) continue;
    const reference = plb.component(element, 2);
    const adjustment = {
      provider: plb.text(1),
      fiscalPeriod: plb.date(2),
      reason: plb.component(element, 1),
      reference: reference === '' ? undefined : reference,
      amount: readMoney(plb, element + 1),
      position: plb.position(),
    };
    r.sink.providerAdjustment?.(adjustment, element);
  }
}
