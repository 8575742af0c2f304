import { chargeEquation, claimEquation, lineEquation } from '../835/balance.ts';
import type { ClaimPayment, PaymentAdjustment, ServicePayment } from '../835/model.ts';
import { inpatient, outpatient } from '../835/summaries.ts';
import { adjustmentReasonTexts } from '../codes/adjustment-reason-texts.ts';
import { claimFilingIndicators837p, claimFrequency } from '../codes/claim-codes.ts';
import {
  adjustmentGroup,
  claimPaymentStatus,
  supplementalAmount,
  supplementalQuantity,
} from '../codes/claim-payment.ts';
import { placesOfService } from '../codes/place-of-service.ts';
import { remarkCodes } from '../codes/remark.ts';
import { type Block, facts, heading, type TableRow, table, withContent } from './block.ts';
import { balanceTable, contactText } from './remittance-blocks.ts';
import { describedFacts, joined, money, partyText, period, procedureText, withText } from './shown-values.ts';

/** One claim payment with its lines, adjustments, remarks and balance. */
export function claimPaymentBlocks(claim: ClaimPayment): Block[] {
  return withContent([
    heading(3, joined(' ', `Claim ${claim.number}:`, claim.patientControlNumber)),
    claimFacts(claim),
    lineTable(claim.lines),
    adjustmentTable(claim),
    amountTable(claim),
    quantityTable(claim),
    remarkTable(claim),
    balanceTable('Balance of the claim', [
      ...claim.lines.map((line) => lineEquation(line, claim)),
      claimEquation(claim),
      ...(claim.lines.length > 0 ? [chargeEquation(claim)] : []),
    ]),
  ]);
}

function claimFacts(claim: ClaimPayment): Block {
  const qualified = (list: readonly { readonly qualifier: string; readonly value: string }[]) =>
    list.map(({ qualifier, value }) => `${qualifier} ${value}`).join(', ');
  return facts(
    ['Payer claim number', claim.payerControlNumber],
    ['Status', withText(claim.statusCode, claimPaymentStatus)],
    ['Charge', money(claim.charge)],
    ['Paid', money(claim.paid)],
    ['Patient responsibility', money(claim.patientResponsibility)],
    ['Patient', partyText(claim.patient)],
    ['Insured', partyText(claim.insured)],
    ['Corrected insured', partyText(claim.correctedInsured)],
    ['Rendering provider', partyText(claim.renderingProvider)],
    ['Forwarded to', partyText(claim.crossoverCarrier)],
    ['Corrected payer', partyText(claim.correctedPriorityPayer)],
    ['Other subscriber', partyText(claim.otherSubscriber)],
    ['Filing indicator', withText(claim.filingIndicator, claimFilingIndicators837p)],
    ['Place of service', withText(claim.facilityType, placesOfService)],
    ['Frequency', withText(claim.frequency, claimFrequency)],
    ['DRG', claim.drg],
    ['Statement period', period(claim.statementFrom, claim.statementTo)],
    ['Received', claim.received],
    ['Coverage ended', claim.coverageExpiration],
    ['References', qualified(claim.references)],
    ...describedFacts(inpatient, claim.inpatient),
    ...describedFacts(outpatient, claim.outpatient),
    ['Contact', claim.contacts.map(contactText).join('; ')],
    ['Complete', claim.isComplete === false ? 'no: the set ends inside this claim' : undefined],
  );
}

const lineTitles = [
  ...['Line', 'Procedure', 'Billed as', 'Revenue', 'Service date', 'Units#', 'Charge#', 'Paid#'],
  'Control number',
];

function lineTable(lines: readonly ServicePayment[]): Block {
  const rows = lines.map((line) => {
    const { procedure, billedProcedure: billed } = line;
    return {
      cells: [
        String(line.number),
        procedureText(procedure.qualifier, procedure.code, procedure.modifiers),
        billed === undefined ? '' : procedureText(billed.qualifier, billed.code, billed.modifiers),
        line.revenueCode ?? '',
        period(line.serviceDate, line.serviceDateEnd) ?? '',
        String(line.units),
        money(line.charge),
        money(line.paid),
        line.lineControlNumber ?? '',
      ],
    };
  });
  return table('Service lines', lineTitles, rows);
}

function adjustmentTable({ adjustments, lines }: ClaimPayment): Block {
  const row = (level: string, { group, reason, amount, quantity }: PaymentAdjustment): TableRow => ({
    cells: [
      level,
      groupText(group),
      withText(reason, adjustmentReasonTexts) ?? '',
      quantity === undefined ? '' : String(quantity),
      money(amount),
    ],
  });
  const rows = [
    ...adjustments.map((one) => row('claim', one)),
    ...lines.flatMap((line) => line.adjustments.map((one) => row(`line ${line.number}`, one))),
  ];
  return table('Adjustments', ['Level', 'Group', 'Reason', 'Quantity#', 'Amount#'], rows);
}

/** Without the explanation after the colon, which would make the table wide. */
function groupText(group: string): string {
  return (withText(group, adjustmentGroup) ?? '').split(':')[0] ?? '';
}

/** AMT of the claim and its lines. No sum of the remittance contains them. */
const amountTable = (claim: ClaimPayment): Block =>
  supplementTable('Supplemental amounts', 'Amount', claim, ({ amounts }) =>
    amounts.map(({ qualifier, amount }) => [withText(qualifier, supplementalAmount) ?? '', money(amount)]),
  );

/** QTY of the claim and its lines. */
const quantityTable = (claim: ClaimPayment): Block =>
  supplementTable('Supplemental quantities', 'Quantity', claim, ({ quantities }) =>
    quantities.map(({ qualifier, quantity }) => [
      withText(qualifier, supplementalQuantity) ?? '',
      String(quantity),
    ]),
  );

type Supplements = Pick<ServicePayment, 'amounts' | 'quantities'>;

function supplementTable(
  title: string,
  name: string,
  claim: ClaimPayment,
  cellsOf: (supplements: Supplements) => readonly (readonly [name: string, value: string])[],
): Block {
  const rows = (level: string, supplements: Supplements): readonly TableRow[] =>
    cellsOf(supplements).map((cells) => ({ cells: [level, ...cells] }));
  return table(
    title,
    ['Level', name, 'Value#'],
    [...rows('claim', claim), ...claim.lines.flatMap((line) => rows(`line ${line.number}`, line))],
  );
}

function remarkTable({ remarks, lines }: ClaimPayment): Block {
  const ofLines = lines.flatMap(({ number, remarks: some }) =>
    some.map(({ qualifier, value }) => ({
      // Only qualifier HE has texts.
      cells: [
        `line ${number}`,
        qualifier === 'HE' ? (withText(value, remarkCodes) ?? '') : `${qualifier} ${value}`,
      ],
    })),
  );
  const rows = [
    ...remarks.map((code) => ({ cells: ['claim', withText(code, remarkCodes) ?? ''] })),
    ...ofLines,
  ];
  return table('Remarks', ['Level', 'Remark'], rows);
}
