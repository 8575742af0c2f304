import { type Equation, transactionEquation } from '../835/balance.ts';
import type { PayerContact, ProviderAdjustment, Remittance, RemittanceAddress } from '../835/model.ts';
import type { RemittanceSummary } from '../835/remittance-set.ts';
import type { ReversalPair } from '../835/reversal.ts';
import { paymentHandling, paymentMethod } from '../codes/claim-payment.ts';
import { providerAdjustmentReason } from '../codes/provider-adjustment.ts';
import { type Block, facts, heading, type Table, table, withContent } from './block.ts';
import { joined, money, partyText, withText } from './shown-values.ts';

/** Payer, payee and payment: the blocks before the first claim. */
export function remittanceBlocks({ payment, payer, payee, ...remittance }: Remittance): Block[] {
  const debit = payment.direction === 'D' ? 'debit' : undefined;
  return [
    facts(
      ['Payer', partyText(payer)],
      ['Payer address', addressText(payer.address)],
      ['Payer contact', payer.contacts.map(contactText).join('; ')],
      ['Payee', partyText(payee)],
      ['Payee address', addressText(payee.address)],
      ['Payment', joined(' ', money(payment.amount), remittance.currency ?? 'USD', debit)],
      ['Method', withText(payment.method, paymentMethod)],
      ['Handling', withText(payment.handling, paymentHandling)],
      ['Trace number', payment.trace],
      ['Originator', payment.originator],
      ['Payment date', payment.date],
      ['Production date', remittance.productionDate],
    ),
  ];
}

/** Totals, provider adjustments, reversals and the balance of the payment: the blocks after the last claim. */
export function remittanceEndBlocks(summary: RemittanceSummary): Block[] {
  const { remittance, providerAdjustments, balance, reversals, isComplete } = summary;
  const { payment } = remittance;
  return withContent([
    heading(3, `Payment ${payment.trace}: sums`),
    facts(
      ['Claims', String(summary.claims)],
      ['Charge', money(summary.charge)],
      ['Paid on claims', money(summary.paid)],
      ['Payment', money(payment.amount)],
      ['Lines out of balance', String(balance.unbalancedLines)],
      ['Claims out of balance', String(balance.unbalancedClaims)],
      ['Complete', isComplete ? undefined : 'no: the set has no SE'],
    ),
    providerAdjustmentTable(providerAdjustments),
    reversalTable(reversals),
    balanceTable('Balance of the payment', [transactionEquation(payment, summary.paid, providerAdjustments)]),
  ]);
}

function providerAdjustmentTable(adjustments: readonly ProviderAdjustment[]): Block {
  const titles = ['Provider', 'Fiscal period', 'Reason', 'Reference', 'Amount#'];
  const rows = adjustments.map(({ provider, fiscalPeriod = '', reason, reference = '', amount }) => ({
    cells: [
      ...[provider, fiscalPeriod, withText(reason, providerAdjustmentReason) ?? ''],
      ...[reference, money(amount)],
    ],
  }));
  return table('Provider adjustments (a positive amount reduces the payment)', titles, rows);
}

function reversalTable(reversals: readonly ReversalPair[]): Block {
  const titles = ['Reversal of', 'Payer number', 'Original#', 'Reversal#', 'Correction#', 'Net#'];
  const rows = reversals.map(({ reversal, original, correction, negates, net }) => ({
    cells: [
      ...[reversal.patientControlNumber, reversal.payerControlNumber, money(original?.paid)],
      ...[money(reversal.paid), money(correction?.paid), money(net)],
    ],
    isFault: negates === false,
  }));
  return table('Reversals and corrections (paid amounts)', titles, rows);
}

function addressText({ lines, city, state, postalCode, country }: RemittanceAddress): string {
  return joined(', ', ...lines, joined(' ', city, state, postalCode), country);
}

/** Contacts of a payer or claim. */
export function contactText({ name, numbers }: PayerContact): string {
  return joined(' ', name, ...numbers.map(({ qualifier, number }) => `${qualifier} ${number}`));
}

/** Maximum number of terms that are written out. */
const maxTerms = 12;

/** Shows how each sum of a remittance is computed, and whether the file states the same. */
export function balanceTable(caption: string, equations: readonly Equation[]): Table {
  const rows = equations.map((equation) => ({
    cells: [
      levelOf(equation),
      equation.rule,
      computation(equation),
      money(equation.stated),
      equation.balanced ? 'balanced' : `differs by ${money(equation.difference)}`,
    ],
    isFault: !equation.balanced,
  }));
  return table(caption, ['Level', 'Rule', 'Computed', 'Stated#', 'Result'], rows);
}

function levelOf({ level, line }: Equation): string {
  if (level === 'transaction') return 'payment';
  return level === 'line' ? `line ${line}` : level;
}

/** `100.00 - 15.00 - 5.00 = 80.00`. */
function computation({ terms, computed }: Equation): string {
  if (terms.length > maxTerms) return `${terms.length} amounts = ${money(computed)}`;
  const sum = terms.map(({ amount }, n) => {
    if (n === 0) return money(amount);
    return amount < 0 ? ` - ${money(-amount)}` : ` + ${money(amount)}`;
  });
  return `${sum.join('')} = ${money(computed)}`;
}
