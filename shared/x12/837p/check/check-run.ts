import type { CodeTables } from '../../checks/medical-code.ts';
import type { Severity, SnipType } from '../../findings/finding.ts';
import type { PayerExpectations, PayerProfile } from '../profile/payer-profile.ts';
import { rulesOf, type StateRule } from '../profile/state-rules.ts';
import { FingerprintSet } from './file/fingerprint-set.ts';
import { PayerDay } from './payer-day.ts';
import type { CheckSettings, ClaimHistory } from './settings.ts';

/** State that all checks of one file share: prepared settings, and the claims seen so far. */
export class CheckRun {
  readonly now: Date;
  /** The present day at the payer. */
  readonly today: PayerDay;
  /**
   * Service before `filingLimit` is late (V078, R207); service up to `filingWarning` soon is. Both are absent without
   * a profile, because only a payer has a limit.
   */
  readonly filingLimit: PayerDay | undefined;
  readonly filingWarning: PayerDay | undefined;
  readonly profile: PayerProfile | undefined;
  readonly fileName: string | undefined;
  readonly tables: CodeTables;
  readonly history: ClaimHistory;
  readonly isSample: boolean;
  readonly expects: PayerExpectations;
  /** Of the whole member id. */
  readonly memberIdPattern: RegExp;
  readonly claimNumbers = new FingerprintSet();
  readonly claimContents = new FingerprintSet();
  private readonly rules: ReadonlyMap<string, StateRule>;
  private readonly replaced: ReadonlySet<string>;

  constructor(settings: CheckSettings) {
    const { now, profile, fileName, tables = {}, history = {}, sample = false } = settings;
    this.now = now;
    this.profile = profile;
    this.fileName = fileName;
    this.tables = tables;
    this.history = history;
    this.isSample = sample;
    this.today = new PayerDay(profile?.timeZone ?? 'UTC', now);
    const filing = profile?.timelyFiling;
    this.filingLimit = filing && new PayerDay(profile.timeZone, now, filing.days);
    this.filingWarning = filing && new PayerDay(profile.timeZone, now, filing.warnFrom);
    this.expects = profile?.expects ?? nothingExpected;
    this.memberIdPattern = new RegExp(`^(?:${profile?.member.idPattern ?? '.*'})$`);
    this.rules = profile ? rulesOf(profile) : new Map();
    const active = [...this.rules.values()].filter((rule) => rule.enabled);
    this.replaced = new Set(active.flatMap((rule) => rule.replaces));
  }

  /** Text and severity of a state rule; undefined for an edit of the catalog. */
  ruleFor(id: string): { snip: SnipType; severity: Severity; message: string } | 'replaced' | undefined {
    const rule = this.rules.get(id);
    if (rule !== undefined) return rule.enabled ? rule : 'replaced';
    return this.replaced.has(id) ? 'replaced' : undefined;
  }
}

const nothingExpected: PayerExpectations = {
  renderingProvider: false,
  fiveDigitZip: false,
  priorAuthorization: [],
  orderingProvider: [],
  telehealthModifiers: [],
};
