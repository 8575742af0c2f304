import {
  batchTotals,
  type ClaimAcknowledgment,
  type ClaimStatus,
  claimContent,
  claimNumbers,
  type LineStatus,
  lineStatus,
  receipt,
  type StatusInformation,
  type Totals,
  type UnscopedStatus,
} from '../277ca/model.ts';
import { claimStatusCategory, claimStatusCode } from '../codes/claim-status.ts';
import { codeSource } from '../guide/code-list.ts';
import { type Block, facts, heading, type TableRow, table, withContent } from './block.ts';
import { describedFacts, joined, money, partyText, period, procedureText, withText } from './shown-values.ts';

/** STC03. */
const action = codeSource('Action (STC03)', 'WQ accept | U reject');

/** Code source 98: the entity that a status is about. */
const entityText = codeSource(
  'Entity (STC01-3)',
  `
  40 receiver | 41 submitter | 77 service location | 82 rendering provider | 85 billing provider |
  87 pay-to provider | AY clearinghouse | DK ordering provider | DN referring provider |
  DQ supervising provider | IL subscriber | PR payer | QC patient
`,
);

/** HL03 of a level with a status that names no claim. */
const levels: Readonly<Partial<Record<string, string>>> = {
  '20': 'source',
  '21': 'batch',
  '19': 'billing provider',
  '22': 'subscriber',
  '23': 'dependent',
};

/** Source, receiver and batch: the blocks before the first status. */
export function claimAcknowledgmentBlocks(acknowledgment: ClaimAcknowledgment): Block[] {
  const { totals } = acknowledgment;
  return withContent([
    facts(
      ['Reference', acknowledgment.reference],
      ['Created', acknowledgment.created],
      ['Source', partyText(acknowledgment.source)],
      ['Receiver', partyText(acknowledgment.receiver)],
      ['Batch', acknowledgment.batch],
      ...describedFacts(receipt, acknowledgment),
      ...totalFacts(totals),
    ),
  ]);
}

/** The status of one claim with those of its lines. */
export function claimStatusBlocks(status: ClaimStatus): Block[] {
  const { standard, serviceDate, serviceDateEnd, ...content } = status;
  return withContent([
    heading(3, `Claim ${standard.patientControlNumber ?? status.patientControlNumber}: ${meaning(status)}`),
    facts(
      ['Payer claim number', standard.payerControlNumber],
      ...describedFacts(claimNumbers, status.numbers),
      ['Patient', partyText(status.patient)],
      ['Billing provider', partyText(status.billingProvider)],
      ['Tax id', standard.taxId],
      ['Service date', period(serviceDate, serviceDateEnd)],
      ...describedFacts(claimContent, content),
      ['Amount', money(status.amount)],
      ['Effective date', status.effectiveDate],
      ...status.serviceLines.map(lineFact),
      ['Complete', status.isComplete === false ? 'no: the set ends inside this status' : undefined],
    ),
    statusTable([
      ...status.statuses.flatMap((one) => statusRows('claim', one)),
      ...status.serviceLines.flatMap(lineRows),
    ]),
  ]);
}

/** A status of a batch, provider or subscriber. */
export function unscopedStatusBlocks(unscoped: UnscopedStatus): Block[] {
  const level = levels[unscoped.level] ?? `level ${unscoped.level}`;
  return withContent([
    heading(3, `Status of the ${level}: ${meaning(unscoped)}`),
    facts(['About', partyText(unscoped.about)], ['Trace', unscoped.trace], ...totalFacts(unscoped.totals)),
    statusTable(statusRows(level, unscoped.status)),
  ]);
}

function meaning({ disposition }: Pick<ClaimStatus, 'disposition'>): string {
  return disposition.replaceAll('_', ' ');
}

function lineFact(line: LineStatus, n: number): [label: string, value: string] {
  return [
    `Line ${n + 1}`,
    describedFacts(lineStatus, line)
      .map((fact) => fact.join(' '))
      .join(', '),
  ];
}

function lineRows(line: LineStatus, n: number): TableRow[] {
  const level = `line ${n + 1} ${procedureText(line.procedureQualifier, line.procedure, line.modifiers)}`;
  return line.statuses.flatMap((one) => statusRows(level, one));
}

function statusRows(level: string, status: StatusInformation): TableRow[] {
  return status.reasons.map(({ category, code, entity }) => ({
    cells: [
      level,
      withText(category, claimStatusCategory) ?? '',
      withText(code, claimStatusCode) ?? '',
      withText(entity, entityText) ?? '',
      withText(status.action, action) ?? '',
      status.date ?? '',
      money(status.amount),
      status.message ?? '',
    ],
    isFault: status.action === 'U',
  }));
}

function statusTable(rows: readonly TableRow[]): Block {
  const titles = ['Level', 'Category', 'Status', 'Entity', 'Action', 'Date', 'Amount#', 'Message'];
  return table('Statuses', titles, rows);
}

function totalFacts(totals: Totals): [label: string, value: string | undefined][] {
  const count = (value: number | undefined) => (value === undefined ? undefined : String(value));
  return [
    ['Accepted claims', joined(', ', count(totals.accepted), money(totals.acceptedAmount))],
    ['Rejected claims', joined(', ', count(totals.rejected), money(totals.rejectedAmount))],
    ...describedFacts(batchTotals, totals),
  ];
}
