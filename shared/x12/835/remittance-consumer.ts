import type { SetConsumer, SetContext, Trailer } from '../engine/consumer.ts';
import { compileHandlers, type Mutable } from '../engine/segment-handlers.ts';
import { guide835 } from '../guides/835.ts';
import { optionalText, type Position, type Segment } from '../reader/segment.ts';
import { grownList } from '../values/grown-list.ts';
import { ClaimPaymentBuilder, type ClaimPlaces } from './claim-builder.ts';
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
import type {
  ClaimHeader,
  ClaimPayment,
  Payment,
  ProviderAdjustment,
  Remittance,
  RemittancePayee,
  RemittancePayer,
  ServicePayment,
} from './types.ts';

/** Header, payer and payee of an 835 while they are read. */
interface RemittanceBuild extends Mutable<Remittance> {
  readonly payment: Mutable<Payment>;
  readonly payer: Mutable<RemittancePayer>;
  readonly payee: Mutable<RemittancePayee>;
}

const nowhere: Position = { index: 0, offset: 0 };

/** A remittance without any segment: absent text is empty, absent options are undefined. */
function emptyRemittance(): RemittanceBuild {
  const account = {
    bankQualifier: undefined,
    bank: undefined,
    accountQualifier: undefined,
    account: undefined,
  };
  return {
    payment: {
      ...{ handling: '', amount: 0, direction: '', method: '', format: undefined, date: undefined },
      ...{ sender: account, receiver: account, position: nowhere },
      ...{ trace: '', originator: '', tracePosition: nowhere },
    },
    payer: { ...emptyParty(), contacts: [] },
    payee: emptyParty(),
    references: [],
    productionDate: undefined,
    currency: undefined,
    position: nowhere,
  };
}

function emptyParty(): Mutable<RemittancePayee> {
  return {
    name: '',
    idQualifier: undefined,
    id: undefined,
    address: { lines: [], city: undefined, state: undefined, postalCode: undefined, country: undefined },
    references: [],
    position: nowhere,
  };
}

type PartyBuild = Mutable<RemittancePayee>;

function readPartyName(party: PartyBuild, n1: Segment): void {
  party.name = n1.text(2);
  party.idQualifier = optionalText(n1, 3);
  party.id = optionalText(n1, 4);
  party.position = n1.position();
}

function readStreet(party: PartyBuild, n3: Segment): void {
  const lines = [n3.text(1), n3.text(2)].filter((line) => line !== '');
  party.address = { ...party.address, lines };
}

function readCity(party: PartyBuild, n4: Segment): void {
  party.address = {
    lines: party.address.lines,
    city: optionalText(n4, 1),
    state: optionalText(n4, 2),
    postalCode: optionalText(n4, 3),
    country: optionalText(n4, 4),
  };
}

/** Receives the typed parts of one 835 in file order, each as soon as it is complete. */
export interface RemittanceSink {
  /** Header, payer and payee, before the first claim. */
  remittance?(remittance: Remittance): void;
  /** `places` is undefined unless the engine validates. */
  claim?(claim: ClaimPayment, places: ClaimPlaces | undefined): void;
  /** `element` is the place of the pair in the PLB: 3, 5 … 13. */
  providerAdjustment?(adjustment: ProviderAdjustment, element: number): void;
  end?(trailer: Trailer): void;
}

/** State of reading one set. */
class Reading {
  readonly context: SetContext;
  readonly sink: RemittanceSink;
  readonly remittance: RemittanceBuild = emptyRemittance();
  isHeaderSent = false;
  header: Mutable<ClaimHeader> | undefined;
  claims = 0;
  claim: ClaimPaymentBuilder | undefined;

  constructor(context: SetContext, sink: RemittanceSink) {
    this.context = context;
    this.sink = sink;
  }

  /** Emits the header once. It is complete at the first claim, PLB or trailer. */
  sendHeader(): void {
    if (this.isHeaderSent) return;
    this.isHeaderSent = true;
    this.sink.remittance?.(this.remittance);
  }

  finishClaim(isComplete: boolean): void {
    const { claim } = this;
    this.claim = undefined;
    if (claim === undefined) return;
    claim.claim.isComplete = isComplete;
    this.sink.claim?.(claim.claim, claim.places);
  }
}

type Handler<Target> = (target: Target, segment: Segment) => void;

const onRemittance =
  (handle: Handler<RemittanceBuild>): Handler<Reading> =>
  ({ remittance }, segment) =>
    handle(remittance, segment);

const onHeader =
  (handle: Handler<Mutable<ClaimHeader>>): Handler<Reading> =>
  ({ header }, segment) => {
    if (header !== undefined) handle(header, segment);
  };

const onClaim =
  (handle: (claim: Mutable<ClaimPayment>, segment: Segment, builder: ClaimPaymentBuilder) => void) =>
  ({ claim }: Reading, segment: Segment) => {
    if (claim !== undefined) handle(claim.claim, segment, claim);
  };

const onLine =
  (handle: Handler<Mutable<ServicePayment>>): Handler<Reading> =>
  ({ claim }, segment) => {
    if (claim?.line !== undefined) handle(claim.line, segment);
  };

const headerReference = onRemittance(({ references }, ref) => references.push(readReference(ref)));
const payerContact = onRemittance(({ payer }, per) => payer.contacts.push(readContact(per)));
const claimReference = onClaim((claim, ref) => {
  claim.references = grownList(claim.references, readReference(ref));
});
const lineReference = onLine((line, ref) => {
  line.references = grownList(line.references, readReference(ref));
});

const handlers = compileHandlers<Reading>(guide835, {
  segments: {
    '/BPR': onRemittance((remittance, bpr) => {
      Object.assign(remittance.payment, readPayment(bpr));
      remittance.position = remittance.payment.position;
    }),
    '/TRN': onRemittance(({ payment }, trn) => {
      payment.trace = trn.text(2);
      payment.originator = trn.text(3);
      payment.tracePosition = trn.position();
    }),
    '/CUR': onRemittance((remittance, cur) => {
      remittance.currency = cur.text(2);
    }),
    '/REF-EV': headerReference,
    '/REF-F2': headerReference,
    '/DTM-405': onRemittance((remittance, dtm) => {
      remittance.productionDate = dtm.date(2);
    }),
    '1000A/N1': onRemittance(({ payer }, n1) => readPartyName(payer, n1)),
    '1000A/N3': onRemittance(({ payer }, n3) => readStreet(payer, n3)),
    '1000A/N4': onRemittance(({ payer }, n4) => readCity(payer, n4)),
    '1000A/REF': onRemittance(({ payer }, ref) => payer.references.push(readReference(ref))),
    '1000A/PER-CX': payerContact,
    '1000A/PER-BL': payerContact,
    '1000A/PER-IC': payerContact,
    '1000B/N1': onRemittance(({ payee }, n1) => readPartyName(payee, n1)),
    '1000B/N3': onRemittance(({ payee }, n3) => readStreet(payee, n3)),
    '1000B/N4': onRemittance(({ payee }, n4) => readCity(payee, n4)),
    '1000B/REF': onRemittance(({ payee }, ref) => payee.references.push(readReference(ref))),
    '2000/LX': onHeader((header, lx) => {
      header.assigned = lx.text(1);
    }),
    '2000/TS3': onHeader((header, ts3) => {
      header.summary = readProviderSummary(ts3);
    }),
    '2000/TS2': onHeader((header, ts2) => {
      header.supplemental = readNumbers(ts2, 1);
    }),
    '2100/CLP': ({ claim }, clp) => claim?.start(clp),
    '2100/CAS': ({ claim }, cas) => claim?.adjust(cas, false),
    '2100/NM1-QC': name('patient'),
    '2100/NM1-IL': name('insured'),
    '2100/NM1-74': name('correctedInsured'),
    '2100/NM1-82': name('renderingProvider'),
    '2100/NM1-TT': name('crossoverCarrier'),
    '2100/NM1-PR': name('correctedPriorityPayer'),
    '2100/NM1-GB': name('otherSubscriber'),
    '2100/MIA': onClaim((claim, mia, builder) => {
      claim.inpatient = readInpatient(mia);
      builder.claimRemarks(mia, inpatientRemarks);
    }),
    '2100/MOA': onClaim((claim, moa, builder) => {
      claim.outpatient = readOutpatient(moa);
      builder.claimRemarks(moa, outpatientRemarks);
    }),
    '2100/REF': claimReference,
    '2100/REF-provider': claimReference,
    '2100/DTM-statement': onClaim((claim, dtm) => {
      claim[dtm.is(1, '232') ? 'statementFrom' : 'statementTo'] = dtm.date(2);
    }),
    '2100/DTM-036': onClaim((claim, dtm) => {
      claim.coverageExpiration = dtm.date(2);
    }),
    '2100/DTM-050': onClaim((claim, dtm) => {
      claim.received = dtm.date(2);
    }),
    '2100/PER': onClaim((claim, per) => {
      claim.contacts = grownList(claim.contacts, readContact(per));
    }),
    '2100/AMT': onClaim(addAmount),
    '2100/QTY': onClaim(addQuantity),
    '2110/SVC': ({ claim }, svc) => claim?.startLine(svc),
    // 472 is a day, 150 and 151 begin and end a period.
    '2110/DTM': ({ claim }, dtm) => {
      if (claim?.line === undefined) return;
      const date = dtm.date(2);
      if (!dtm.is(1, '151')) claim.line.serviceFrom = date;
      if (!dtm.is(1, '150')) claim.line.serviceTo = date;
    },
    '2110/CAS': ({ claim }, cas) => claim?.adjust(cas, true),
    '2110/REF': lineReference,
    '2110/REF-6R': ({ claim }, ref) => {
      if (claim?.line !== undefined) claim.line.lineControlNumber = ref.text(2);
    },
    '2110/REF-provider': lineReference,
    '2110/REF-0K': lineReference,
    '2110/AMT': ({ claim }, amt) => {
      if (claim?.line !== undefined) addAmount(claim.line, amt);
    },
    '2110/QTY': onLine(addQuantity),
    '2110/LQ': ({ claim }, lq) => claim?.lineRemark(lq),
    '/PLB': providerAdjustments,
  },
  enter: {
    '2000': (reading, trigger) => {
      reading.sendHeader();
      reading.header = { assigned: '', summary: undefined, supplemental: [], position: trigger.position() };
    },
    '2100': (reading, trigger) => {
      reading.claims++;
      const { claims, header, context } = reading;
      reading.claim = new ClaimPaymentBuilder(trigger, claims, header, context.validating);
    },
  },
  leave: { '2100': (reading, isComplete) => reading.finishClaim(isComplete) },
  end: (reading, trailer) => {
    reading.sendHeader();
    reading.sink.end?.(trailer);
  },
});

/** Returns a consumer that reads the typed parts of one 835. */
export function remittanceConsumer(context: SetContext, sink: RemittanceSink): SetConsumer {
  return handlers.consumer(new Reading(context, sink));
}

type NameField =
  | 'patient'
  | 'insured'
  | 'correctedInsured'
  | 'renderingProvider'
  | 'crossoverCarrier'
  | 'correctedPriorityPayer'
  | 'otherSubscriber';

function name(field: NameField): Handler<Reading> {
  return onClaim((claim, nm1) => {
    claim[field] = readParty(nm1);
  });
}

function addAmount(target: Pick<Mutable<ServicePayment>, 'amounts'>, amt: Segment): void {
  target.amounts = grownList(target.amounts, { qualifier: amt.text(1), amount: readMoney(amt, 2) });
}

function addQuantity(target: Pick<Mutable<ServicePayment>, 'quantities'>, qty: Segment): void {
  target.quantities = grownList(target.quantities, { qualifier: qty.text(1), quantity: qty.decimal(2) ?? 0 });
}

/** Reads up to six pairs of reason and amount. */
function providerAdjustments(reading: Reading, plb: Segment): void {
  reading.sendHeader();
  for (let element = 3; element <= 13 && element <= plb.elementCount; element += 2) {
    if (!plb.has(element) && !plb.has(element + 1)) continue;
    const adjustment = {
      provider: plb.text(1),
      fiscalPeriod: plb.date(2),
      reason: plb.component(element, 1),
      reference: plb.component(element, 2) || undefined,
      amount: readMoney(plb, element + 1),
      position: plb.position(),
    };
    reading.sink.providerAdjustment?.(adjustment, element);
  }
}
