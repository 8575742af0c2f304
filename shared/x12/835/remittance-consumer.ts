import { hasAdjustment } from '../837p/model/supplement.ts';
import { lazilyEmpty, type OpenRecord } from '../description/generated-code.ts';
import { type HandlersByName, LoopReader, type OpenRecords } from '../description/loop-reader.ts';
import type { SetConsumer, SetContext, Trailer } from '../engine/consumer.ts';
import { type CompiledHandlers, compileHandlers } from '../engine/segment-handlers.ts';
import { compiledGuide } from '../guide/compile.ts';
import { guide835 } from '../guides/835.ts';
import type { Position, Segment } from '../reader/segment.ts';
import { once } from '../values/once.ts';
import { inpatientRemarks, outpatientRemarks } from './custom-segments.ts';
import {
  type ClaimPayment,
  claimPayment,
  type ProviderAdjustment,
  type Remittance,
  remittance,
} from './model.ts';
import { type ClaimHeader, claimHeader } from './summaries.ts';

/** An element of the file, for findings after its segment. */
export interface ElementPlace {
  readonly at: Position;
  readonly segment: string;
  readonly element: number;
}

export interface CodePlaces {
  readonly adjustments: ElementPlace[];
  readonly remarks: ElementPlace[];
}

/** Places of the codes of a claim, in the order of the typed lists; kept only while validating. */
export interface ClaimPlaces extends CodePlaces {
  readonly lines: CodePlaces[];
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

const makeRemittance = lazilyEmpty(remittance);
const makeHeader = lazilyEmpty(claimHeader);
const makeClaim = lazilyEmpty(claimPayment);

/** State of reading one set. */
class Reading implements OpenRecords {
  readonly context: SetContext;
  readonly sink: RemittanceSink;
  readonly records: (OpenRecord | undefined)[];
  readonly remittance = makeRemittance({ index: 0, offset: 0 });
  header: (OpenRecord & ClaimHeader) | undefined;
  /** A segment without its loop fills a claim that nobody receives. */
  claim = makeClaim();
  places: ClaimPlaces | undefined;
  private isHeaderSent = false;
  private claims = 0;

  constructor(context: SetContext, sink: RemittanceSink) {
    this.context = context;
    this.sink = sink;
    this.records = Array.from({ length: compiledGuide(guide835).loops.size + 1 }, () => undefined);
  }

  get claimHeader(): OpenRecord {
    this.header ??= makeHeader();
    return this.header;
  }

  /** Emits the header once. It is complete at the first claim, PLB or trailer. */
  sendHeader(): void {
    if (this.isHeaderSent) return;
    this.isHeaderSent = true;
    this.sink.remittance?.(this.remittance);
  }

  openClaim(clp: Segment): void {
    const claim = makeClaim(clp.position());
    const open: OpenRecord = claim;
    open['number'] = ++this.claims;
    open['header'] = this.header;
    this.claim = claim;
    this.places = this.context.validating ? { adjustments: [], remarks: [], lines: [] } : undefined;
  }

  closeClaim(isComplete: boolean): void {
    const open: OpenRecord = this.claim;
    open['isComplete'] = isComplete;
    this.sink.claim?.(this.claim, this.places);
  }
}

/** Compiled at the first 835. */
const handlers: () => CompiledHandlers<Reading> = once(() => {
  const reader = new LoopReader<Reading>(guide835);
  reader.add('', remittance, 'open.remittance');
  reader.add('2000', claimHeader, 'open.claimHeader');
  reader.add('2100', claimPayment, 'open.claim');
  const { segments, enter } = reader.compile();
  const readReasons = segments.get('2110/CAS');
  return compileHandlers<Reading>(guide835, {
    segments: {
      ...Object.fromEntries(segments),
      ...then(segments, '/BPR', ({ remittance: one }, bpr) => {
        const position = bpr.position();
        Object.assign(one.payment, { position });
        Object.assign(one, { position });
      }),
      ...then(segments, '/TRN', ({ remittance: { payment } }, trn) =>
        Object.assign(payment, { tracePosition: trn.position() }),
      ),
      ...then(segments, '2100/CAS', ({ places }, cas) => noteAdjustments(places, cas)),
      ...then(segments, '2100/MIA', ({ places }, mia) => noteRemarks(places, mia, inpatientRemarks)),
      ...then(segments, '2100/MOA', ({ places }, moa) => noteRemarks(places, moa, outpatientRemarks)),
      // Lines have most of the reasons. A function of its own calls the described one faster than `then` does.
      '2110/CAS': (open, cas) => {
        readReasons?.(open, cas);
        if (open.places !== undefined) noteAdjustments(open.places.lines.at(-1), cas);
      },
      ...then(segments, '2110/LQ', ({ places }, lq) => places?.lines.at(-1)?.remarks.push(placeOf(lq, 2))),
      '/PLB': readProviderAdjustments,
    },
    enter: {
      ...Object.fromEntries(enter),
      '2000': (open, trigger) => {
        open.sendHeader();
        open.header = makeHeader(trigger.position());
      },
      '2100': (open, trigger) => open.openClaim(trigger),
      ...then(enter, '2110', ({ places }) => places?.lines.push({ adjustments: [], remarks: [] })),
    },
    leave: { '2100': (open, isComplete) => open.closeClaim(isComplete) },
    end: (open, trailer) => {
      open.sendHeader();
      open.sink.end?.(trailer);
    },
  });
});

/** The described handler of a name, and what follows it. */
function then(
  described: HandlersByName<Reading>,
  name: string,
  next: (open: Reading, segment: Segment) => void,
): Record<string, (open: Reading, segment: Segment) => void> {
  const first = described.get(name);
  return {
    [name]: (open, segment) => {
      first?.(open, segment);
      next(open, segment);
    },
  };
}

/** Returns a consumer that reads the typed parts of one 835. */
export function remittanceConsumer(context: SetContext, sink: RemittanceSink): SetConsumer {
  const compiled = handlers();
  return compiled.consumer(new Reading(context, sink));
}

const placeOf = (segment: Segment, element: number): ElementPlace => ({
  at: segment.position(),
  segment: segment.id,
  element,
});

function noteAdjustments(places: CodePlaces | undefined, cas: Segment): void {
  if (places === undefined) return;
  for (let element = 2; element <= 17 && element <= cas.elementCount; element += 3)
    if (hasAdjustment(cas, element)) places.adjustments.push(placeOf(cas, element));
}

function noteRemarks(places: CodePlaces | undefined, segment: Segment, elements: readonly number[]): void {
  if (places === undefined) return;
  for (const element of elements) if (segment.has(element)) places.remarks.push(placeOf(segment, element));
}

/** Reads up to six pairs of reason and amount. */
function readProviderAdjustments(reading: Reading, plb: Segment): void {
  reading.sendHeader();
  for (let element = 3; element <= 13 && element <= plb.elementCount; element += 2) {
    if (!plb.has(element) && !plb.has(element + 1)) continue;
    const adjustment = {
      provider: plb.text(1),
      fiscalPeriod: plb.date(2),
      reason: plb.component(element, 1),
      reference: plb.component(element, 2) || undefined,
      amount: plb.cents(element + 1) ?? 0,
      position: plb.position(),
    };
    reading.sink.providerAdjustment?.(adjustment, element);
  }
}
