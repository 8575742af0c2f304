import { BoundedConsumer } from '../../engine/bounded-consumer.ts';
import type { LoopNode, SegmentNode, SetConsumer, SetContext, Trailer } from '../../engine/consumer.ts';
import { type CompiledHandlers, compileHandlers } from '../../engine/segment-handlers.ts';
import { guide837p } from '../../guides/837p.ts';
import type { Segment } from '../../reader/segment.ts';
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
import type { ProfessionalClaim } from '../model/claim.ts';
import { checkStateClaim, checkVersion, stateRulesByLoop } from '../profile/check-state.ts';
import { BuildingConsumer, claimHandlers } from './claim-handlers.ts';
import { OpenLoops } from './open-loops.ts';

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
