import type { CodeTables } from '../../checks/medical-code.ts';
import type { Severity, SnipType } from '../../findings/finding.ts';
import type { PayerExpectations, PayerProfile } from '../profile/payer-profile.ts';
import { rulesOf, type StateRule } from '../profile/state-rules.ts';
import { dayInZone, daysBefore } from './calendar.ts';
import { FingerprintSet } from './file/fingerprint-set.ts';
import type { CheckSettings, ClaimHistory } from './settings.ts';

/** State that all checks of one file share: prepared settings, and the claims seen so far. */
export class CheckRun {
  readonly now: Date;
  /** ISO date at the payer. */
  readonly today: string;
  /**
   * Service before `filingLimit` is late (V078, R207); service up to `filingWarning` soon is. Both are empty without
   * a profile, because only a payer has a limit.
   */
  readonly filingLimit: string;
  readonly filingWarning: string;
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
    this.today = dayInZone(profile?.timeZone ?? 'UTC', now);
    const limit = profile?.timelyFiling;
    this.filingLimit = limit ? daysBefore(this.today, limit.days) : '';
    this.filingWarning = limit ? daysBefore(this.today, limit.warnFrom) : '';
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
