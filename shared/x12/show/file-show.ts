import type { ClaimHeader } from '../835/types.ts';
import type { Transaction } from '../837p/model/claim.ts';
import type { BillingProvider } from '../837p/model/party.ts';
import type { FileListener, InterchangeHeader, SetContext } from '../engine/consumer.ts';
import { type TransactionHandlers, transactionListeners } from '../engine/transactions.ts';
import type { Finding } from '../findings/finding.ts';
import { transactionSetName } from '../guide/set-names.ts';
import { findingPlace } from '../presentation/finding-text.ts';
import { acknowledgmentBlocks, interchangeAcknowledgmentBlocks } from './acknowledgment-blocks.ts';
import { type Block, facts, heading, type Page } from './block.ts';
import { billingProviderBlocks, claimBlocks, transactionBlocks } from './claim-blocks.ts';
import { claimHeaderBlocks } from './claim-header-blocks.ts';
import { claimPaymentBlocks } from './claim-payment-blocks.ts';
import { claimAcknowledgmentBlocks, claimStatusBlocks, unscopedStatusBlocks } from './claim-status-blocks.ts';
import { remittanceBlocks, remittanceEndBlocks } from './remittance-blocks.ts';
import { joined } from './shown-values.ts';

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
