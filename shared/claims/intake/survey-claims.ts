import { claimListener } from '#x12/837p/build/claim-listener.ts';
import {
  combineConsumers,
  type FileListener,
  type SetConsumer,
  type SetContext,
} from '#x12/engine/consumer.ts';
import { compileHandlers } from '#x12/engine/segment-handlers.ts';
import type { Finding } from '#x12/findings/finding.ts';
import { guide837p } from '#x12/guides/837p.ts';
import {
  type KindSurvey,
  positionKey,
  type SetPosition,
  type SurveyedClaims,
  type SurveyedKind,
} from '../files/sound-sets.ts';
import { ClaimFindings } from './claim-findings.ts';

/** NM109 has at most 80 characters; a longer one names no configured payer. */
const maxPayerIdLength = 80;

/** The 837P: its first reading checks the claims, and collects their payers and late findings. */
export const surveyedClaims: SurveyedKind = {
  kind: '837P',
  guide: guide837p,
  open: (now) => new ClaimSurvey(now),
};

class ClaimSurvey implements KindSurvey {
  readonly listener: FileListener;
  private readonly findings = new ClaimFindings();
  private readonly payers = new Map<string, Set<string>>();
  private readonly receivers = new Set<string>();

  constructor(now: Date) {
    const checks = claimListener({ checks: { now }, onClaim: () => this.findings.take() });
    this.listener = { ...checks, set: (context) => this.openSet(context, checks) };
  }

  finding(finding: Finding): void {
    this.findings.add(finding);
  }

  get claims(): SurveyedClaims {
    return {
      late: this.findings.lateFindings,
      payers: [...new Set([...this.payers.values()].flatMap((payers) => [...payers]))],
      receivers: [...this.receivers],
      payersOf: (position: SetPosition) => [...(this.payers.get(positionKey(position)) ?? [])],
    };
  }

  private openSet(context: SetContext, checks: FileListener): SetConsumer | undefined {
    const consumer = checks.set?.(context);
    if (consumer === undefined) return undefined;
    const payers = new Set<string>();
    const position = positionKey(context);
    this.payers.set(position, payers);
    this.receivers.add(context.group.receiver.slice(0, maxPayerIdLength));
    return this.findings.observe(combineConsumers([payerIds.consumer(payers), consumer]), position);
  }
}

const payerIds = compileHandlers<Set<string>>(guide837p, {
  segments: {
    '2010BB/NM1': (payers, segment) => {
      const id = segment.text(9);
      if (id.length <= maxPayerIdLength) payers.add(id);
    },
  },
});
