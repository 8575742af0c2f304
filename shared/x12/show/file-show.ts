import { type ClaimHeader, providerSummary, supplementalSummary } from '../835/summaries.ts';
import type { Transaction } from '../837p/model/claim.ts';
import type { BillingProvider } from '../837p/model/party.ts';
import type {
  ElementError,
  ImplementationAcknowledgment,
  SegmentError,
  TransactionSetResponse,
} from '../999/functional-group-response.ts';
import {
  acknowledgmentCode,
  elementErrorCode,
  groupErrorCode,
  interchangeCode,
  interchangeNote,
  segmentErrorCode,
  setErrorCode,
} from '../codes/acknowledgment.ts';
import { placesOfService } from '../codes/place-of-service.ts';
import type {
  FileListener,
  InterchangeAcknowledgment,
  InterchangeHeader,
  SetContext,
} from '../engine/consumer.ts';
import { type TransactionHandlers, transactionListeners } from '../engine/transactions.ts';
import type { Finding } from '../findings/finding.ts';
import type { CodeList } from '../guide/code-list.ts';
import { transactionSetName } from '../guide/guide-choice.ts';
import { findingPlace } from '../presentation/finding-text.ts';
import { type Block, facts, heading, type Page, type TableRow, table, withContent } from './block.ts';
import { billingProviderBlocks, claimBlocks, transactionBlocks } from './claim-blocks.ts';
import { claimPaymentBlocks } from './claim-payment-blocks.ts';
import { claimAcknowledgmentBlocks, claimStatusBlocks, unscopedStatusBlocks } from './claim-status-blocks.ts';
import { remittanceBlocks, remittanceEndBlocks } from './remittance-blocks.ts';
import { describedFacts, joined, money, withText } from './shown-values.ts';

/** Maximum number of shown faults of a transaction set. */
const maxFaults = 20;

const setNames: Readonly<Partial<Record<string, string>>> = {
  '837P': 'Professional claims (837P)',
  '835': 'Remittance (835)',
  '999': 'Implementation acknowledgment (999)',
  '277CA': 'Claim acknowledgment (277CA)',
};

/** Shows one file on a page while an engine with all guides reads the file. {@link take} returns the new text. */
export class FileShow {
  private readonly page: Page;
  private readonly name: string;
  private text = '';
  private isBegun = false;
  private faults = 0;
  /** True when the last interchange has no IEA. */
  private isCutOff = false;
  private transaction: Transaction | undefined;
  private billingProvider: BillingProvider | undefined;
  private claimHeader: ClaimHeader | undefined;

  constructor(page: Page, name: string) {
    this.page = page;
    this.name = name;
  }

  listeners(): readonly FileListener[] {
    return [this.envelopes(), ...transactionListeners(this.handlers())];
  }

  /** Shows a fault that makes the file or a claim wrong. */
  finding(finding: Finding): void {
    if (finding.severity !== 'fatal' && finding.severity !== 'error') return;
    this.faults++;
    if (this.faults <= maxFaults) {
      this.add([{ kind: 'fault', text: finding.message, place: findingPlace(finding) }]);
    }
  }

  take(): string {
    const { text } = this;
    this.text = '';
    return text;
  }

  private add(blocks: readonly Block[]): void {
    if (!this.isBegun) this.text += this.page.block(heading(1, this.name));
    this.isBegun = true;
    for (const block of blocks) this.text += this.page.block(block);
  }

  private envelopes(): FileListener {
    return {
      interchange: (header) => this.add(interchangeBlocks(header)),
      interchangeAcknowledgment: (ta1) => this.add(interchangeAcknowledgmentBlocks(ta1)),
      set: (context) => {
        this.beginSet(context);
        return undefined;
      },
      unreadSet: ({ set, controlNumber, implementation }) => {
        const name = transactionSetName(set);
        this.add([
          heading(2, joined(' ', 'Transaction set', set, name && `(${name})`, controlNumber)),
          facts(
            ['Version', implementation],
            ['Content', 'not read: x12 show reads 837P, 835, 999 and 277CA'],
          ),
        ]);
      },
      endSet: () => this.endFaults(),
      endInterchange: (_, trailer) => {
        this.isCutOff = !trailer.present;
      },
      end: (bytes) => {
        this.endFaults();
        if (!this.isCutOff) return;
        const text = 'The file ends before the IEA of its last interchange; it may be cut off';
        this.add([{ kind: 'fault', text, place: `byte ${bytes}` }]);
      },
    };
  }

  private beginSet({ guide, set }: SetContext): void {
    this.endFaults();
    this.transaction = undefined;
    this.billingProvider = undefined;
    this.claimHeader = undefined;
    const name = setNames[guide.name];
    this.add([heading(2, joined(' ', `${name ?? guide.name}, set`, set.controlNumber))]);
    // A 276 and a 277 are read and checked, and have no view.
    if (name === undefined) this.add([facts(['Content', 'not shown: use x12 inspect'])]);
  }

  private endFaults(): void {
    const omitted = this.faults - maxFaults;
    this.faults = 0;
    if (omitted <= 0) return;
    this.add([{ kind: 'fault', text: `${omitted} more faults; x12 validate --text lists all` }]);
  }

  private handlers(): TransactionHandlers {
    return {
      claim: (claim) => {
        const { transaction, billingProvider } = claim;
        if (this.transaction !== transaction) this.add(transactionBlocks(transaction));
        if (this.billingProvider !== billingProvider) this.add(billingProviderBlocks(billingProvider));
        this.transaction = transaction;
        this.billingProvider = billingProvider;
        this.add(claimBlocks(claim));
      },
      remittances: {
        remittance: (remittance) => this.add(remittanceBlocks(remittance)),
        claim: (claim) => {
          const { header } = claim;
          if (header !== undefined && header !== this.claimHeader) this.add(claimHeaderBlocks(header));
          this.claimHeader = header;
          this.add(claimPaymentBlocks(claim));
        },
        end: (summary) => this.add(remittanceEndBlocks(summary)),
      },
      claimAcknowledgments: {
        acknowledgment: (acknowledgment) => this.add(claimAcknowledgmentBlocks(acknowledgment)),
        status: (status) => this.add(claimStatusBlocks(status)),
        unscoped: (unscoped) => this.add(unscopedStatusBlocks(unscoped)),
      },
      implementationAcknowledgment: (acknowledgment) => this.add(acknowledgmentBlocks(acknowledgment)),
    };
  }
}

function interchangeBlocks(header: InterchangeHeader): Block[] {
  return [
    heading(2, `Interchange ${header.controlNumber}`),
    facts(
      ['Sender', joined(' ', header.senderQualifier, header.sender)],
      ['Receiver', joined(' ', header.receiverQualifier, header.receiver)],
      ['Date', joined(' ', header.date, header.time)],
      ['Usage', header.usage === 'T' ? 'test' : header.usage === 'P' ? 'production' : header.usage],
    ),
  ];
}

/** The sums of a provider (TS3 and TS2) before the claims they are of; no blocks without sums. */
function claimHeaderBlocks({ assigned, summary, supplemental }: ClaimHeader): Block[] {
  if (summary === undefined && supplemental === undefined) return [];
  return [
    heading(3, `Provider summary ${assigned}`),
    facts(
      ['Provider', summary?.provider],
      ['Place of service', withText(summary?.facilityType, placesOfService)],
      ['Fiscal period', summary?.fiscalPeriod],
      ['Claims', summary?.claims === undefined ? undefined : String(summary.claims)],
      ['Charge', money(summary?.charge)],
      ...describedFacts(providerSummary, summary),
      ...describedFacts(supplementalSummary, supplemental),
    ),
  ];
}

/** One 999: the verdict on a functional group, its sets and every error. */
function acknowledgmentBlocks(acknowledgment: ImplementationAcknowledgment): Block[] {
  const { functionalId, controlNumber, version, code, accepted, sets } = acknowledgment;
  const count = (value: number | undefined) => (value === undefined ? undefined : String(value));
  return withContent([
    heading(3, `Functional group ${functionalId} ${controlNumber}: ${verdict(accepted, code)}`),
    facts(
      ['Version', version],
      ['Result', withText(code, acknowledgmentCode)],
      ['Errors', codesText(acknowledgment.errors, groupErrorCode)],
      ['Sets sent', count(acknowledgment.included)],
      ['Sets received', count(acknowledgment.received)],
      ['Sets accepted', count(acknowledgment.acceptedCount)],
    ),
    table('Transaction sets', ['Set', 'Control number', 'Version', 'Result', 'Errors'], sets.map(setRow)),
    ...sets.map((set) =>
      table(
        `Errors in set ${set.controlNumber}`,
        ['Segment', 'Position#', 'Loop', 'Element', 'Error', 'Value', 'Claim', 'Because of'],
        set.segments.flatMap(errorRows),
      ),
    ),
  ]);
}

/** A TA1. */
function interchangeAcknowledgmentBlocks(ta1: InterchangeAcknowledgment): Block[] {
  return [
    heading(2, `Interchange acknowledgment (TA1) of ${ta1.controlNumber}`),
    facts(
      ['Result', withText(ta1.code, interchangeCode)],
      ['Sent', joined(' ', ta1.date, ta1.time)],
      ['Note', withText(ta1.note, interchangeNote)],
    ),
  ];
}

function verdict(accepted: boolean, code: string): string {
  if (code === 'P') return 'partially accepted';
  return accepted ? 'accepted' : 'rejected';
}

function setRow(set: TransactionSetResponse): TableRow {
  const result = withText(set.code, acknowledgmentCode) ?? 'no result';
  const errors = codesText(set.errors, setErrorCode);
  return { cells: [set.set, set.controlNumber, set.implementation, result, errors], isFault: !set.accepted };
}

function codesText(codes: readonly string[], list: CodeList): string {
  return codes.map((code) => withText(code, list)).join('; ');
}

/** One row for each element error; one for a segment without element errors. */
function errorRows(error: SegmentError): TableRow[] {
  const claim = error.businessUnit.map(({ name, value }) => `${name} ${value}`).join(', ');
  const place = [error.segment, String(error.position), error.loop];
  const whole: TableRow = {
    cells: [...place, '', withText(error.code, segmentErrorCode) ?? '', '', claim, becauseOf(error)],
  };
  if (error.elements.length === 0) return [whole];
  return error.elements.map((element) => ({
    cells: [
      ...place,
      `${error.segment}${elementText(element)}`,
      withText(element.code, elementErrorCode) ?? '',
      element.value,
      claim,
      becauseOf(element),
    ],
  }));
}

/** `05-3`, with `(2)` for the second repetition. */
function elementText({
  element,
  component,
  repetition,
}: Pick<ElementError, 'element' | 'component' | 'repetition'>): string {
  const part = component === undefined ? '' : `-${component}`;
  const repeated = repetition === undefined ? '' : `(${repetition})`;
  return `${String(element).padStart(2, '0')}${part}${repeated}`;
}

function becauseOf({ triggers }: Pick<ElementError, 'triggers'>): string {
  const texts = triggers.map(({ segment, position, element, component, repetition }) => {
    const part = element === undefined ? '' : elementText({ element, component, repetition });
    return `${segment}${part} in segment ${position}`;
  });
  return texts.join(', ');
}
