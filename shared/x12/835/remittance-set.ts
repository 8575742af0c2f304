import type { CodeTables } from '../checks/medical-code.ts';
import { BoundedConsumer } from '../engine/bounded-consumer.ts';
import type { FileListener, SetConsumer, SetContext, Trailer } from '../engine/consumer.ts';
import { guide835 } from '../guides/835.ts';
import {
  chargeEquation,
  claimBalances,
  claimEquation,
  type Equation,
  isLineBalanced,
  lineEquation,
  transactionEquation,
} from './balance.ts';
import { checkClaimPayment, unbalanced } from './claim-checks.ts';
import type { ClaimPayment, ProviderAdjustment, Remittance } from './model.ts';
import {
  checkPayment,
  checkProviderAdjustment,
  checkReversal,
  remittanceIdentity,
} from './payment-checks.ts';
import type { ClaimPlaces } from './remittance-consumer.ts';
import { type RemittanceSink, remittanceConsumer } from './remittance-consumer.ts';
import { type ReversalPair, ReversalPairing } from './reversal.ts';

/** Receives the typed parts of an 835 in file order. */
export interface RemittanceEvents {
  remittance?(remittance: Remittance): void;
  claim?(claim: ClaimPayment): void;
  end?(summary: RemittanceSummary): void;
}

/** Sums and balance of a remittance, after its last claim. */
export interface RemittanceSummary {
  readonly remittance: Remittance;
  /** False for a set without SE; the sums are then incomplete. */
  readonly isComplete: boolean;
  readonly claims: number;
  readonly charge: number;
  readonly paid: number;
  readonly providerAdjustments: readonly ProviderAdjustment[];
  readonly balance: RemittanceBalance;
  readonly reversals: readonly ReversalPair[];
}

/** Result of balancing, with the first equation that does not hold on the lowest level. */
export interface RemittanceBalance {
  readonly balanced: boolean;
  readonly transaction: Equation;
  readonly unbalancedLines: number;
  readonly unbalancedClaims: number;
  readonly firstUnbalanced: Equation | undefined;
}

/** Remittances of earlier files. Duplicates within a file are found without it. */
export interface RemittanceHistory {
  isKnown(key: string, remittance: Remittance): boolean;
}

/** Maximum count of remembered remittances per file; the oldest are dropped. */
const maxRemembered = 100_000;

const limitedLoops = new Set(['2000', '2100']);

/** Reads and checks the 835 sets of one file. */
export class RemittanceReader implements FileListener {
  private readonly events: RemittanceEvents;
  private readonly history: RemittanceHistory | undefined;
  private readonly tables: CodeTables | undefined;
  private readonly seen = new Set<string>();

  constructor(events: RemittanceEvents, history?: RemittanceHistory, tables?: CodeTables) {
    this.events = events;
    this.history = history;
    this.tables = tables;
  }

  set(context: SetContext): SetConsumer | undefined {
    return context.guide === guide835 ? this.open(context) : undefined;
  }

  open(context: SetContext): SetConsumer {
    const isDuplicate = (remittance: Remittance): boolean => this.isDuplicate(remittance);
    const tally = new RemittanceTally(context, this.events, isDuplicate, this.tables);
    return new BoundedConsumer(remittanceConsumer(context, tally), context, limitedLoops);
  }

  private isDuplicate(remittance: Remittance): boolean {
    const key = remittanceIdentity(remittance);
    if (this.seen.has(key) || this.history?.isKnown(key, remittance) === true) return true;
    if (this.seen.size >= maxRemembered) {
      const [oldest] = this.seen;
      if (oldest !== undefined) this.seen.delete(oldest);
    }
    this.seen.add(key);
    return false;
  }
}

/** Sums and checks one set, claim by claim. */
class RemittanceTally implements RemittanceSink {
  private readonly context: SetContext;
  private readonly events: RemittanceEvents;
  private readonly isDuplicate: (remittance: Remittance) => boolean;
  private readonly tables: CodeTables | undefined;
  private readonly reversals = new ReversalPairing();
  private readonly adjustments: ProviderAdjustment[] = [];
  private header: Remittance | undefined;
  private claims = 0;
  private charge = 0;
  private paid = 0;
  private unbalancedLines = 0;
  private unbalancedClaims = 0;
  private firstLine: Equation | undefined;
  private firstClaim: Equation | undefined;

  constructor(
    context: SetContext,
    events: RemittanceEvents,
    isDuplicate: (remittance: Remittance) => boolean,
    tables: CodeTables | undefined,
  ) {
    this.tables = tables;
    this.context = context;
    this.events = events;
    this.isDuplicate = isDuplicate;
  }

  remittance(remittance: Remittance): void {
    this.header = remittance;
    this.events.remittance?.(remittance);
    const { context } = this;
    if (!context.validating) return;
    checkPayment(remittance.payment, context.report);
    const { tracePosition, position, trace } = remittance.payment;
    if (trace === '' || !this.isDuplicate(remittance)) return;
    context.report({
      id: 'V124',
      at: tracePosition ?? position,
      segment: 'TRN',
      element: 2,
      elementRef: 127,
    });
  }

  claim(claim: ClaimPayment, places: ClaimPlaces | undefined): void {
    if (claim.isComplete === false) {
      this.events.claim?.(claim);
      return;
    }
    this.claims++;
    this.charge += claim.charge;
    this.paid += claim.paid;
    this.noteImbalance(claim);
    const original = this.reversals.add(claim);
    if (places !== undefined && this.header !== undefined) {
      const { report } = this.context;
      const { header: remittance, tables } = this;
      checkClaimPayment(claim, places, { remittance, tables }, report);
      checkReversal(claim, original, report);
    }
    this.events.claim?.(claim);
  }

  providerAdjustment(adjustment: ProviderAdjustment, element: number): void {
    this.adjustments.push(adjustment);
    const { validating, report } = this.context;
    if (validating) checkProviderAdjustment(adjustment, element, report);
  }

  end(trailer: Trailer): void {
    const { header, context } = this;
    if (header === undefined) return;
    const transaction = transactionEquation(header.payment, this.paid, this.adjustments);
    if (context.validating && trailer.present && !transaction.balanced && this.isRemittanceAdvice(header)) {
      context.report(unbalanced('V122', transaction, undefined, 'BPR', 2));
    }
    this.events.end?.({
      remittance: header,
      isComplete: trailer.present,
      claims: this.claims,
      charge: this.charge,
      paid: this.paid,
      providerAdjustments: this.adjustments,
      balance: this.balance(transaction),
      reversals: this.reversals.pairs(),
    });
  }

  /** False for a payment without advice (BPR01 D) and a bank test (P), which name no claims. */
  private isRemittanceAdvice({ payment: { handling } }: Remittance): boolean {
    return this.claims > 0 || this.adjustments.length > 0 || (handling !== 'D' && handling !== 'P');
  }

  private balance(transaction: Equation): RemittanceBalance {
    const { unbalancedLines, unbalancedClaims } = this;
    const firstUnbalanced =
      this.firstLine ?? this.firstClaim ?? (transaction.balanced ? undefined : transaction);
    const balanced = firstUnbalanced === undefined;
    return { balanced, transaction, unbalancedLines, unbalancedClaims, firstUnbalanced };
  }

  private noteImbalance(claim: ClaimPayment): void {
    const holds = claimBalances(claim);
    if (!holds.lines) {
      for (const line of claim.lines) {
        if (isLineBalanced(line)) continue;
        this.unbalancedLines++;
        this.firstLine ??= lineEquation(line, claim);
      }
    }
    if (holds.payment && holds.charge) return;
    this.unbalancedClaims++;
    this.firstClaim ??= holds.payment ? chargeEquation(claim) : claimEquation(claim);
  }
}
