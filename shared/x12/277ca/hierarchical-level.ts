import { anyOrderReader, filledFrom } from '../description/any-order-reader.ts';
import { guide277ca } from '../guides/277ca.ts';
import type { Segment } from '../reader/segment.ts';
import { areInConflict, classify, dispositionOf } from './classification.ts';
import {
  batchTotals,
  type Organization,
  providerTotals,
  type StatusInformation,
  type Totals,
  type UnscopedStatus,
} from './model.ts';

const nobody: Organization = { entity: '', name: '', position: { index: 0, offset: 0 } };

const ofBatch = anyOrderReader(guide277ca, '2200B', batchTotals);
const ofProvider = anyOrderReader(guide277ca, '2200C', providerTotals);

/** One hierarchical level above the claims: its name, trace, totals, and statuses that name no claim. */
export class HierarchicalLevel {
  readonly code: string;
  /** HL01. */
  readonly hierarchy: string;
  about: Organization = nobody;
  trace: string | undefined;
  private readonly references = new Map<string, string>();
  private batchTotals = ofBatch.empty();
  private readonly providerTotals = ofProvider.empty();
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

  /** Reads a QTY. */
  count(qty: Segment): void {
    this.total(qty, 'quantityPosition');
  }

  /** Reads an AMT. */
  sum(amt: Segment): void {
    this.total(amt, 'amountPosition');
  }

  private total(segment: Segment, position: 'quantityPosition' | 'amountPosition'): void {
    ofProvider.read(this.providerTotals, segment);
    ofBatch.read(this.batchTotals, segment);
    this.batchTotals = { ...this.batchTotals, [position]: segment.position() };
  }

  add(status: StatusInformation): void {
    this.statuses.push(status);
  }

  /** Some senders give a provider the totals of a batch, or a batch those of a provider. */
  totals(): Totals {
    return filledFrom(this.batchTotals, this.providerTotals);
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
