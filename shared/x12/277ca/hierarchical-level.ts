import type { Position, Segment } from '../reader/segment.ts';
import { areInConflict, classify, dispositionOf } from './classification.ts';
import type { Organization, StatusInformation, Totals, UnscopedStatus } from './model.ts';

const nobody: Organization = { entity: '', name: '', position: { index: 0, offset: 0 } };

/** One hierarchical level above the claims: its name, trace, totals, and statuses that name no claim. */
export class HierarchicalLevel {
  readonly code: string;
  /** HL01. */
  readonly hierarchy: string;
  about: Organization = nobody;
  trace: string | undefined;
  private readonly references = new Map<string, string>();
  private readonly amounts = new Map<string, number>();
  private quantityPosition: Position | undefined;
  private amountPosition: Position | undefined;
  private statuses: StatusInformation[] = [];

  constructor(code: string, hierarchy: string) {
    this.code = code;
    this.hierarchy = hierarchy;
  }

  get isKnown(): boolean {
    return this.about !== nobody;
  }

  get hasStatus(): boolean {
    return this.statuses.length > 0;
  }

  refer(ref: Segment): void {
    this.references.set(ref.text(1), ref.text(2));
  }

  count(qty: Segment): void {
    this.amounts.set(qty.text(1), qty.decimal(2) ?? 0);
    this.quantityPosition = qty.position();
  }

  sum(amt: Segment): void {
    this.amounts.set(amt.text(1), amt.cents(2) ?? 0);
    this.amountPosition = amt.position();
  }

  add(status: StatusInformation): void {
    this.statuses.push(status);
  }

  totals(): Totals {
    const { amounts, quantityPosition, amountPosition } = this;
    return {
      accepted: amounts.get('90') ?? amounts.get('QA'),
      rejected: amounts.get('AA') ?? amounts.get('QC'),
      acceptedAmount: amounts.get('YU'),
      rejectedAmount: amounts.get('YY'),
      quantityPosition,
      amountPosition,
    };
  }

  /** NM109 with qualifier FI, else REF*TJ, EI or SY. */
  taxId(): string | undefined {
    if (this.about.idQualifier === 'FI') return this.about.id;
    return this.references.get('TJ') ?? this.references.get('EI') ?? this.references.get('SY');
  }

  /** Removes and returns the statuses as unscoped ones. */
  takeUnscoped(): UnscopedStatus[] {
    const taken = this.statuses.map((status) => this.unscoped(status));
    this.statuses = [];
    return taken;
  }

  private unscoped(status: StatusInformation): UnscopedStatus {
    const { category = '', code = '' } = status.reasons[0] ?? {};
    const classification = classify(category);
    const disposition = dispositionOf(status);
    return {
      level: this.code,
      hierarchy: this.hierarchy,
      status,
      category,
      statusCode: code,
      trace: this.trace,
      about: this.isKnown ? this.about : undefined,
      classification,
      disposition,
      conflict: areInConflict(classification, disposition),
      totals: this.totals(),
    };
  }
}
