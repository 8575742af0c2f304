import { actions } from '../actions.ts';
import type { SetConsumer, Trailer } from '../consumer.ts';
import { guide277ca } from '../guides/277ca.ts';
import type { Position, Segment } from '../segment.ts';
import { Level } from './level.ts';
import { readOrganization, readPerson, readStatus } from './segments.ts';
import { StatusBuilder } from './status-builder.ts';
import type { Acknowledgment, ClaimStatus, Person, Totals, UnscopedStatus } from './types.ts';

/** Where the typed parts of one 277CA go, in file order. */
export interface AcknowledgmentSink {
  /** Header, source, receiver and batch: before the first status. */
  acknowledgment?(acknowledgment: Acknowledgment): void;
  unscoped?(status: UnscopedStatus): void;
  status?(status: ClaimStatus): void;
  /** A billing provider is over. */
  provider?(totals: Totals): void;
  /** Everything of the acknowledgment told last was told. */
  batch?(): void;
  end?(trailer: Trailer): void;
}

/** What is being built of the set that is read. */
class Reading {
  readonly sink: AcknowledgmentSink;
  reference = '';
  created: string | undefined;
  position: Position = { index: 0, offset: 0 };
  received: string | undefined;
  processed: string | undefined;
  source = new Level('20', '');
  receiver = new Level('21', '');
  provider = new Level('19', '');
  /** HL 22 and 23, which are not of this guide. */
  foreign = new Level('22', '');
  hierarchy = '';
  patient: Person | undefined;
  claim: StatusBuilder | undefined;
  private isSent = false;
  private hasReceiver = false;

  constructor(sink: AcknowledgmentSink) {
    this.sink = sink;
  }

  /** Tells header and batch once, when the level below begins or all is over. */
  send(): void {
    if (this.isSent) return;
    this.isSent = true;
    const { reference, created, source, received, processed, receiver, position } = this;
    this.sink.acknowledgment?.({
      reference,
      created,
      source: source.about,
      sourceTrace: source.trace,
      received,
      processed,
      receiver: receiver.about,
      batch: receiver.trace,
      totals: receiver.totals(),
      position,
    });
    this.tell(receiver);
  }

  /** A set may answer several batches, each under a source of its own, or, against the guide, under one. */
  startReceiver(hierarchy: string): void {
    if (this.hasReceiver) this.finishSource();
    this.hasReceiver = true;
    this.receiver = new Level('21', hierarchy);
  }

  finishSource(): void {
    this.send();
    this.isSent = false;
    this.hasReceiver = false;
    this.sink.batch?.();
  }

  tell(level: Level): void {
    for (const status of level.takeUnscoped()) this.sink.unscoped?.(status);
  }

  startClaim(segment: Segment): void {
    this.finishClaim();
    this.tell(this.provider);
    this.claim = new StatusBuilder(this.provider, this.hierarchy, this.patient, segment.position());
  }

  finishClaim(isComplete = true): void {
    const { claim } = this;
    this.claim = undefined;
    if (claim !== undefined) this.sink.status?.(claim.build(isComplete));
  }

  finishForeign(isComplete = true): void {
    this.finishClaim(isComplete);
    this.tell(this.foreign);
  }
}

const table = actions<Reading>(guide277ca, {
  segments: {
    '/BHT': (r, bht) => {
      r.reference = bht.text(3);
      r.created = bht.date(4);
      r.position = bht.position();
    },
    '2100A/NM1': (r, nm1) => name(r.source, nm1),
    '2200A/TRN': (r, trn) => trace(r.source, trn),
    '2200A/DTP-050': (r, dtp) => {
      r.received = dtp.date(3);
    },
    '2200A/DTP-009': (r, dtp) => {
      r.processed = dtp.date(3);
    },
    '2100B/NM1': (r, nm1) => name(r.receiver, nm1),
    '2200B/TRN': (r, trn) => trace(r.receiver, trn),
    '2200B/STC': (r, stc) => r.receiver.add(readStatus(stc)),
    '2200B/QTY-90': (r, qty) => r.receiver.count(qty),
    '2200B/QTY-AA': (r, qty) => r.receiver.count(qty),
    '2200B/AMT-YU': (r, amt) => r.receiver.sum(amt),
    '2200B/AMT-YY': (r, amt) => r.receiver.sum(amt),
    '2100C/NM1': (r, nm1) => name(r.provider, nm1),
    '2200C/TRN': (r, trn) => trace(r.provider, trn),
    '2200C/STC': (r, stc) => r.provider.add(readStatus(stc)),
    '2200C/REF': (r, ref) => r.provider.refer(ref),
    '2200C/QTY-QA': (r, qty) => r.provider.count(qty),
    '2200C/QTY-QC': (r, qty) => r.provider.count(qty),
    '2200C/AMT-YU': (r, amt) => r.provider.sum(amt),
    '2200C/AMT-YY': (r, amt) => r.provider.sum(amt),
    '2100D/NM1': (r, nm1) => {
      r.patient = readPerson(nm1);
    },
    '2200D/TRN': (r, trn) => r.claim?.trace(trn),
    '2200D/STC': (r, stc) => r.claim?.statuses.push(readStatus(stc)),
    '2200D/REF-1K': (r, ref) => r.claim?.refer(ref),
    '2200D/REF-D9': (r, ref) => r.claim?.refer(ref),
    '2200D/REF-BLT': (r, ref) => r.claim?.refer(ref),
    '2200D/REF-EJ': (r, ref) => r.claim?.refer(ref),
    '2200D/DTP-472': (r, dtp) => r.claim?.served(dtp),
    '2220D/SVC': (r, svc) => r.claim?.startLine(svc),
    '2220D/STC': (r, stc) => r.claim?.line?.statuses.push(readStatus(stc)),
    '2220D/REF-FJ': (r, ref) => r.claim?.line?.refer(ref),
    '2220D/REF-XZ': (r, ref) => r.claim?.line?.refer(ref),
    '2220D/DTP-472': (r, dtp) => r.claim?.line?.served(dtp),
    ...foreignActions('2000S'),
    ...foreignActions('2000E'),
  },
  enter: {
    '2000A': (r, hl) => {
      r.source = new Level('20', hl.text(1));
    },
    '2000B': (r, hl) => r.startReceiver(hl.text(1)),
    '2000C': (r, hl) => {
      r.send();
      r.provider = new Level('19', hl.text(1));
    },
    '2000D': (r, hl) => {
      r.hierarchy = hl.text(1);
      r.patient = undefined;
    },
    '2200D': (r, segment) => r.startClaim(segment),
    '2000S': (r, hl) => {
      r.foreign = new Level('22', hl.text(1));
    },
    '2000E': (r, hl) => {
      r.finishForeign();
      r.foreign = new Level('23', hl.text(1));
    },
  },
  leave: {
    '2200D': (r, isComplete) => r.finishClaim(isComplete),
    '2000S': (r, isComplete) => r.finishForeign(isComplete),
    '2000E': (r, isComplete) => r.finishForeign(isComplete),
    '2000C': (r) => {
      r.tell(r.provider);
      r.sink.provider?.(r.provider.totals());
    },
    '2000A': (r) => r.finishSource(),
  },
  end: (r, trailer) => r.sink.end?.(trailer),
});

/** A consumer that builds the typed parts of one 277CA and hands them to the sink. */
export function acknowledgmentConsumer(sink: AcknowledgmentSink): SetConsumer {
  return table.consumer(new Reading(sink));
}

function name(level: Level, nm1: Segment): void {
  level.about = readOrganization(nm1);
}

function trace(level: Level, trn: Segment): void {
  level.trace = trn.text(2);
}

/** At a level of another guide a TRN of type 2 begins a claim; an STC without one names nobody. */
function foreignActions(loop: string): Record<string, (r: Reading, segment: Segment) => void> {
  return {
    [`${loop}/NM1`]: (r, nm1) => {
      r.patient = readPerson(nm1);
      r.foreign.about = readOrganization(nm1);
    },
    [`${loop}/TRN`]: (r, trn) => {
      r.hierarchy = r.foreign.hierarchy;
      if (!trn.is(1, '2')) return trace(r.foreign, trn);
      r.startClaim(trn);
      r.claim?.trace(trn);
    },
    [`${loop}/STC`]: (r, stc) => {
      if (r.claim === undefined) r.foreign.add(readStatus(stc));
      else r.claim.statuses.push(readStatus(stc));
    },
    [`${loop}/REF`]: (r, ref) => (r.claim === undefined ? r.foreign.refer(ref) : r.claim.refer(ref)),
    [`${loop}/DTP`]: (r, dtp) => r.claim?.served(dtp),
  };
}
