import { claimListener } from '#x12/837p/build/claim-listener.ts';
import type { PayerProfile } from '#x12/837p/profile/payer-profile.ts';
import {
  combineConsumers,
  type FileListener,
  type SetConsumer,
  type SetContext,
} from '#x12/engine/consumer.ts';
import { compileHandlers } from '#x12/engine/segment-handlers.ts';
import type { Finding } from '#x12/findings/finding.ts';
import { guide837p } from '#x12/guides/837p.ts';
import { AcknowledgedInterchanges } from './acknowledged-interchanges.ts';
import { ClaimFindings, type LateFindings } from './claim-findings.ts';
import {
  GrowingBytes,
  type KindSurvey,
  type PayerProfiles,
  type SetPosition,
  type SurveyedClaims,
  type SurveyedKind,
} from './sound-sets.ts';

/** The 837P: its first reading checks the claims, and collects their profiles, late findings and acknowledgments. */
export const surveyedClaims: SurveyedKind = {
  kind: '837P',
  guide: guide837p,
  open: (now, payers) => new ClaimSurvey(now, payers),
};

/** The payers of an open set. */
interface SetPayers {
  profile: PayerProfile | undefined;
  areConfigured: boolean;
}

class ClaimSurvey implements KindSurvey, SurveyedClaims {
  readonly listener: FileListener;
  readonly acknowledged = new AcknowledgedInterchanges();
  private readonly known: PayerProfiles;
  private readonly findings = new ClaimFindings();
  private readonly ofPayers = new Set<PayerProfile>();
  private readonly all: PayerProfile[] = [];
  /** The place of its profile in the list, from 1, for each set that has one. */
  private readonly ofSet = new GrowingBytes();

  constructor(now: Date, known: PayerProfiles) {
    this.known = known;
    const checks = claimListener({ checks: { now }, onClaim: () => this.findings.take() });
    this.listener = { ...checks, set: (context) => this.openSet(context, checks) };
  }

  finding(finding: Finding): void {
    this.findings.add(finding);
  }

  get claims(): SurveyedClaims {
    return this;
  }

  get late(): LateFindings {
    return this.findings.lateFindings;
  }

  get payerProfiles(): readonly PayerProfile[] {
    return [...this.ofPayers];
  }

  get profiles(): readonly PayerProfile[] {
    return this.all;
  }

  profileOf({ set }: SetPosition): PayerProfile | undefined {
    return this.all[this.ofSet.get(set.inFile) - 1];
  }

  private openSet(context: SetContext, checks: FileListener): SetConsumer | undefined {
    const consumer = checks.set?.(context);
    if (consumer === undefined) return undefined;
    const payers: SetPayers = { profile: undefined, areConfigured: true };
    const reading = payerIds.consumer((id) => this.payer(payers, id));
    const end = { segment() {}, end: () => this.endSet(context, payers) };
    return this.findings.observe(combineConsumers([reading, end, consumer]), context);
  }

  private payer(payers: SetPayers, id: string): void {
    const profile = this.known.profileOf(id);
    if (profile !== undefined) this.ofPayers.add(profile);
    payers.profile ??= profile;
    payers.areConfigured &&= this.known.payers.isConfigured(id);
  }

  private endSet({ group, set }: SetContext, { profile, areConfigured }: SetPayers): void {
    const chosen =
      profile ?? (areConfigured ? undefined : this.known.payers.profileOfReceiver(group.receiver));
    if (chosen === undefined) return;
    const place = this.all.indexOf(chosen);
    this.ofSet.set(set.inFile, place < 0 ? this.all.push(chosen) : place + 1);
  }
}

const payerIds = compileHandlers<(id: string) => void>(guide837p, {
  segments: { '2010BB/NM1': (take, segment) => take(segment.text(9)) },
});
