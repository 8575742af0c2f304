import { claimListener } from '#x12/837p/build/claim-listener.ts';
import type { CheckSettings } from '#x12/837p/check/settings.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import type { PayerProfile } from '#x12/837p/profile/payer-profile.ts';
import type { FileListener, SetContext } from '#x12/engine/consumer.ts';
import type { Finding } from '#x12/findings/finding.ts';
import { guide837p } from '#x12/guides/837p.ts';
import type { FindingRecord } from '../claims/finding.ts';
import { unknownPayerFinding } from '../configuration/known-payers.ts';
import { ClaimFindings, type LateFindings } from './claim-findings.ts';

export interface ReadClaim {
  readonly claim: ProfessionalClaim;
  readonly context: SetContext;
  readonly findings: readonly FindingRecord[];
  /** Place among the claims of its set, and of all sound sets of the file, from 1. */
  readonly inSet: number;
  readonly inFile: number;
}

export interface IntakeReaderOptions {
  readonly checks: Pick<CheckSettings, 'now' | 'fileName' | 'tables' | 'history'>;
  /** Late findings of a first reading. */
  readonly late: LateFindings | undefined;
  isSound(context: SetContext): boolean;
  profileOf(context: SetContext): PayerProfile | undefined;
  isConfigured(payerId: string): boolean;
  onClaim(claim: ReadClaim): void;
}

interface OpenSet {
  readonly context: SetContext;
  readonly profile: PayerProfile | undefined;
}

/**
 * Reads and checks the claims of the sound 837P sets of a file. A set with claims for a payer with a state profile is checked
 * with the state rules. Claims for other configured payers in the set drop the findings of those rules. A claim for a payer
 * that is not configured keeps them and gets a finding about its payer.
 */
export class ClaimReader {
  readonly listener: FileListener;
  private readonly options: IntakeReaderOptions;
  private readonly findings: ClaimFindings;
  private readonly listeners = new Map<PayerProfile | undefined, FileListener>();
  private set: OpenSet | undefined;
  private inSet = 0;
  private inFile = 0;

  /** @param profiles the state profiles for sets of this file */
  constructor(options: IntakeReaderOptions, profiles: readonly PayerProfile[]) {
    this.options = options;
    this.findings = new ClaimFindings(options.late);
    const all = [undefined, ...profiles].map((profile) => {
      const checks = { ...options.checks, profile };
      return [profile, claimListener({ checks, onClaim: (claim) => this.claim(claim) })] as const;
    });
    this.listeners = new Map(all);
    const each = (call: (listener: FileListener) => void) => {
      for (const [, listener] of all) call(listener);
    };
    this.listener = {
      begin: (context) => each((listener) => listener.begin?.(context)),
      interchange: (header) => each((listener) => listener.interchange?.(header)),
      group: (header, interchange) => each((listener) => listener.group?.(header, interchange)),
      set: (context) => this.openSet(context),
    };
  }

  finding(finding: Finding): void {
    this.findings.add(finding);
  }

  private openSet(context: SetContext) {
    if (context.guide !== guide837p || !this.options.isSound(context)) return undefined;
    const profile = this.options.profileOf(context);
    const consumer = this.listeners.get(profile)?.set?.(context);
    if (consumer === undefined) return undefined;
    this.set = { context, profile };
    this.inSet = 0;
    return this.findings.observe(consumer, context);
  }

  private claim(claim: ProfessionalClaim): void {
    const { set } = this;
    if (set === undefined) return;
    this.inSet++;
    this.inFile++;
    const findings = this.findingsOf(claim, set);
    const { inSet, inFile } = this;
    this.options.onClaim({ claim, context: set.context, findings, inSet, inFile });
  }

  private findingsOf(claim: ProfessionalClaim, { context, profile }: OpenSet): readonly FindingRecord[] {
    const all = this.findings.take();
    const payerId = claim.subscriber.payer?.id ?? '';
    if (!this.options.isConfigured(payerId))
      return [unknownPayerFinding(claim, context.set.controlNumber), ...all];
    return payerId === profile?.payer.id ? all : all.filter(({ id }) => !id.startsWith('R'));
  }
}
