import { type Handler, type HandlersByName, LoopReader } from '../../description/loop-reader.ts';
import { BoundedConsumer } from '../../engine/bounded-consumer.ts';
import type { LoopNode, SegmentNode, SetConsumer, SetContext, Trailer } from '../../engine/consumer.ts';
import { type CompiledHandlers, compileHandlers } from '../../engine/segment-handlers.ts';
import { compiledGuide } from '../../guide/compile.ts';
import { guide837p } from '../../guides/837p.ts';
import type { Segment } from '../../reader/segment.ts';
import { once } from '../../values/once.ts';
import type { CheckRun } from '../check/check-run.ts';
import { checkClaimParts } from '../check/claim.ts';
import { ClaimSetCheck } from '../check/claim-set-check.ts';
import { checkCoverages } from '../check/coverage.ts';
import { checkDiagnoses } from '../check/diagnosis.ts';
import { checkBatchId, checkSetNotEmpty, checkSetSize } from '../check/file/claim-set.ts';
import { checkDuplicates } from '../check/file/duplicate.ts';
import { checkLines } from '../check/line.ts';
import { checkServices } from '../check/service.ts';
import { servicePeriod } from '../check/service-period.ts';
import { loopChecks, segmentChecks } from '../check/tables.ts';
import { type ProfessionalClaim, professionalClaim, transaction } from '../model/claim.ts';
import { billingProvider, patient, subscriber } from '../model/party.ts';
import { checkStateClaim, checkVersion, stateRulesByLoop } from '../profile/check-state.ts';
import { handOut, notePosition, OpenLoops } from './open-loops.ts';

type OnClaim = (claim: ProfessionalClaim) => void;

/** Builds the typed claims of one 837P set. `onClaim` receives each claim at the end of its loop 2300. */
export function claimConsumer(context: SetContext, onClaim: OnClaim): SetConsumer {
  // Compiling the handlers numbers the records, before the first of them is made.
  const handlers = claimHandlers();
  const builder = new OpenLoops(context, onClaim);
  return bounded(new BuildingConsumer(handlers, builder), builder);
}

/** Builds the claims of a set and checks each one before `onClaim` receives it. */
export function checkingConsumer(context: SetContext, run: CheckRun, onClaim: OnClaim): SetConsumer {
  const handlers = claimHandlers();
  const builder = new OpenLoops(context, onClaim);
  const check = new ClaimSetCheck(run, context, builder);
  return bounded(new CheckingConsumer(check, new BuildingConsumer(handlers, builder)), builder);
}

const limitedLoops = new Set(['2000A', '2000B', '2000C', '2300']);

function bounded(consumer: SetConsumer, builder: OpenLoops): SetConsumer {
  return new BoundedConsumer(consumer, builder.context, limitedLoops, (loop) => {
    if (loop === '2300') Object.assign(builder.claim, { isCut: true });
  });
}

const checking: CompiledHandlers<ClaimSetCheck> = compileHandlers<ClaimSetCheck>(guide837p, {
  segments: { ...segmentChecks, '/BHT': checkHeader },
  leave: { ...withStateRules(loopChecks), '2300': checkWholeClaim },
  end: checkSetNotEmpty,
});

function checkHeader(check: ClaimSetCheck, segment: Segment): void {
  checkBatchId(check, segment);
  const { profile } = check.run;
  if (profile) checkVersion(check, profile, segment);
}

function checkWholeClaim(check: ClaimSetCheck): void {
  const { claim } = check.builder;
  const { profile } = check.run;
  const period = servicePeriod(claim);
  check.claims++;
  checkSetSize(check, claim);
  // Checks of a whole claim do not apply to a cut claim, which has V148.
  if (claim.isCut) return;
  checkClaimParts(check, claim, period);
  checkDiagnoses(check, claim, period);
  checkLines(check, claim);
  checkServices(check, claim);
  checkCoverages(check, claim, period);
  checkDuplicates(check, claim);
  if (profile) checkStateClaim(check, profile, claim, period);
}

type LoopChecks = Readonly<Record<string, (check: ClaimSetCheck) => void>>;

function withStateRules(checks: LoopChecks): LoopChecks {
  const ruled = Object.entries(stateRulesByLoop).map(([loop, rule]) => [
    loop,
    (check: ClaimSetCheck) => {
      checks[loop]?.(check);
      const { profile } = check.run;
      if (profile) rule(check, profile);
    },
  ]);
  return { ...checks, ...Object.fromEntries(ruled) };
}

/** At the end of these loops, the trace drops their segments. */
const cutLoops = new Set(['2000A', '2000B', '2000C', '2300']);

/** Builds before it checks; at the end of a loop, checks before it builds, so that findings precede their claim. */
class CheckingConsumer implements SetConsumer {
  private readonly check: ClaimSetCheck;
  private readonly builder: SetConsumer;
  private readonly checks: SetConsumer;
  private readonly marks: number[] = [];

  constructor(check: ClaimSetCheck, builder: SetConsumer) {
    this.check = check;
    this.builder = builder;
    this.checks = checking.consumer(check);
  }

  enter(loop: LoopNode, segment: Segment): void {
    this.marks.push(this.check.trace.mark);
    this.builder.enter?.(loop, segment);
    this.checks.enter?.(loop, segment);
  }

  segment(node: SegmentNode, segment: Segment): void {
    this.check.node = node;
    this.check.trace.add(node.number, segment.index, segment.offset);
    this.builder.segment(node, segment);
    this.checks.segment(node, segment);
    this.check.checkSeparators(segment);
  }

  /** A loop that breaks off is not checked: its missing parts are in the lost part of the file. */
  leave(loop: LoopNode, isComplete: boolean): void {
    if (isComplete) this.checks.leave?.(loop, isComplete);
    this.builder.leave?.(loop, isComplete);
    const mark = this.marks.pop();
    if (mark !== undefined && cutLoops.has(loop.id)) this.check.trace.cut(mark);
  }

  end(trailer: Trailer): void {
    this.checks.end?.(trailer);
  }
}

/** Handlers of the levels above a claim, by id of a loop. */
const levels: Readonly<Record<string, Handler<OpenLoops>>> = {
  '2000A': (open, segment) => open.openBillingProvider(segment),
  '2010AA': (open, segment) => notePosition(open.billingProvider, segment),
  '2000B': (open, segment) => open.openSubscriber(segment),
  '2010BA': (open, segment) => notePosition(open.subscriber, segment),
  '2000C': (open, segment) => open.openPatient(segment),
  '2010CA': (open, segment) => notePosition(open.patientRecord, segment),
  '2300': (open, segment) => open.openClaim(segment),
};

/** Handlers by number of a segment or loop. */
interface HandlerTables {
  readonly segments: readonly (Handler<OpenLoops> | undefined)[];
  readonly enter: readonly (Handler<OpenLoops> | undefined)[];
  readonly claimLoop: number | undefined;
}

/** Compiled at the first 837P set. */
const claimHandlers: () => HandlerTables = once(() => {
  const reader = new LoopReader<OpenLoops>(guide837p);
  reader.add('', transaction, 'open.transaction');
  reader.add('2010AA', billingProvider, 'open.billingProvider');
  reader.add('2010BA', subscriber, 'open.subscriber');
  reader.add('2010CA', patient, 'open.patientRecord');
  reader.add('2300', professionalClaim, 'open.claim');
  const handlers = reader.compile();
  const { segments, loops } = compiledGuide(guide837p);
  return {
    segments: byNumber(segments, handlers.segments),
    enter: byNumber(loops, new Map([...handlers.enter, ...Object.entries(levels)])),
    claimLoop: loops.get('2300')?.number,
  };
});

function byNumber(
  nodes: ReadonlyMap<string, { readonly number: number }>,
  named: HandlersByName<OpenLoops>,
): readonly (Handler<OpenLoops> | undefined)[] {
  const table: (Handler<OpenLoops> | undefined)[] = Array.from({ length: nodes.size + 1 }, () => undefined);
  for (const [path, { number }] of nodes) table[number] = named.get(path);
  return table;
}

/** Reads the claims of one set. A segment costs one lookup and one call, because large files have many. */
class BuildingConsumer implements SetConsumer {
  private readonly handlers: HandlerTables;
  private readonly open: OpenLoops;

  constructor(handlers: HandlerTables, open: OpenLoops) {
    this.handlers = handlers;
    this.open = open;
  }

  enter(loop: LoopNode, segment: Segment): void {
    this.handlers.enter[loop.number]?.(this.open, segment);
  }

  segment(node: SegmentNode, segment: Segment): void {
    this.handlers.segments[node.number]?.(this.open, segment);
  }

  leave(loop: LoopNode, isComplete: boolean): void {
    if (loop.number === this.handlers.claimLoop) handOut(this.open, isComplete);
  }
}
