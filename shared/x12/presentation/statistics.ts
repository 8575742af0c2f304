import type { FileListener } from '../engine/consumer.ts';
import { transactionListeners } from '../engine/transactions.ts';
import { Completeness } from './completeness.ts';
import type { Json } from './members.ts';
import { moneyText } from './remittance-json.ts';

/** Counts and sums of a file. Incomplete claims are counted separately and not summed. */
export class Statistics {
  private interchanges = 0;
  private groups = 0;
  private segments = 0;
  private unread = 0;
  private readonly sets = new Map<string, number>();
  private claims = { count: 0, lines: 0, charge: 0 };
  private payments = { count: 0, lines: 0, charge: 0, paid: 0, payments: 0, amount: 0, unbalanced: 0 };
  private statuses = { count: 0, amount: 0, classes: new Map<string, number>() };
  private inquiries = { requests: 0, responses: 0, failed: 0 };
  private acknowledged = { groups: 0, accepted: 0 };
  private tornClaims = 0;
  private readonly completeness = new Completeness();

  listeners(): readonly FileListener[] {
    return [this.envelopes(), this.completeness.listener(), ...this.content()];
  }

  /** True when every envelope has its trailer. */
  get isComplete(): boolean {
    return this.completeness.isComplete;
  }

  json(): Json {
    const { claims, payments, statuses, inquiries, acknowledged, completeness } = this;
    return {
      interchanges: this.interchanges,
      groups: this.groups,
      transactions: Object.fromEntries(this.sets),
      unread_transactions: this.unread,
      incomplete_interchanges: completeness.interchanges,
      incomplete_groups: completeness.groups,
      incomplete_transactions: completeness.transactions,
      incomplete_claims: this.tornClaims,
      segments: this.segments,
      claims: claims.count,
      service_lines: claims.lines,
      total_charge: moneyText(claims.charge),
      remittances: payments.payments,
      payment_amount: moneyText(payments.amount),
      claim_payments: payments.count,
      paid_lines: payments.lines,
      payment_charge: moneyText(payments.charge),
      paid: moneyText(payments.paid),
      unbalanced_remittances: payments.unbalanced,
      claim_statuses: statuses.count,
      status_amount: moneyText(statuses.amount),
      classifications: Object.fromEntries(statuses.classes),
      status_requests: inquiries.requests,
      status_responses: inquiries.responses,
      failed_requests: inquiries.failed,
      acknowledged_groups: acknowledged.groups,
      accepted_groups: acknowledged.accepted,
    };
  }

  private envelopes(): FileListener {
    return {
      interchange: () => {
        this.interchanges++;
      },
      group: () => {
        this.groups++;
      },
      set: ({ guide }) => {
        this.sets.set(guide.name, (this.sets.get(guide.name) ?? 0) + 1);
        return undefined;
      },
      unreadSet: ({ set }) => {
        this.unread++;
        this.sets.set(set, (this.sets.get(set) ?? 0) + 1);
      },
      endSet: (_, trailer) => {
        this.segments += trailer.count;
      },
    };
  }

  private content(): FileListener[] {
    const { claims, payments, statuses, inquiries, acknowledged } = this;
    const isTorn = ({ isComplete }: { readonly isComplete?: boolean | undefined }): boolean => {
      if (isComplete === false) this.tornClaims++;
      return isComplete === false;
    };
    return transactionListeners({
      claim(claim) {
        if (isTorn(claim)) return;
        claims.count++;
        claims.lines += claim.lines.length;
        claims.charge += claim.totalCharge ?? 0;
      },
      remittances: {
        claim(claim) {
          if (isTorn(claim)) return;
          payments.count++;
          payments.lines += claim.lines.length;
          payments.charge += claim.charge;
          payments.paid += claim.paid;
        },
        end({ remittance, balance }) {
          payments.payments++;
          payments.amount += remittance.payment.amount;
          if (!balance.balanced) payments.unbalanced++;
        },
      },
      claimAcknowledgments: {
        status(status) {
          if (isTorn(status)) return;
          const { amount = 0, classification } = status;
          statuses.count++;
          statuses.amount += amount;
          statuses.classes.set(classification, (statuses.classes.get(classification) ?? 0) + 1);
        },
      },
      claimStatusRequest(request) {
        if (!isTorn(request)) inquiries.requests++;
      },
      claimStatusResponses: {
        status(status) {
          if (!isTorn(status)) inquiries.responses++;
        },
        failedRequest() {
          inquiries.failed++;
        },
      },
      implementationAcknowledgment({ accepted }) {
        acknowledged.groups++;
        if (accepted) acknowledged.accepted++;
      },
    });
  }
}
