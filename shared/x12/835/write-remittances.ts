import { compactDay } from '../description/field.ts';
import { recordWriter } from '../description/loop-writer.ts';
import { type FileEnvelope, writeFileEnd, writeFileStart } from '../envelope/file-envelope.ts';
import { guide835 } from '../guides/835.ts';
import {
  amountText,
  type ElementValue,
  type WriterInput,
  type WriterOptions,
  X12Writer,
} from '../writer/writer.ts';
import {
  type ClaimPayment,
  claimPayment,
  type ProviderAdjustment,
  type Remittance,
  remittance,
} from './model.ts';
import { type ClaimHeader, claimHeader } from './summaries.ts';

/** One 835 set: a payment to one payee with its claims. */
export interface RemittanceInput extends WriterInput<Remittance> {
  readonly claims: readonly WriterInput<ClaimPayment>[];
  readonly providerAdjustments?: readonly WriterInput<ProviderAdjustment>[];
}

/**
 * Writes an 835 file with one transaction set per remittance. Amounts are written as given, so a file may be out of
 * balance. Throws X12Error (`not_writable`) for a value that X12 cannot represent.
 */
export function writeRemittances(
  remittances: readonly RemittanceInput[],
  envelope: FileEnvelope,
  options: WriterOptions = {},
): Buffer {
  const writer = new X12Writer(options);
  writeFileStart(writer, envelope, guide835.functionalId, guide835.version);
  for (const [index, remittance] of remittances.entries()) writeSet(writer, remittance, index + 1);
  writeFileEnd(writer);
  return writer.bytes();
}

const writeHeader = recordWriter(guide835, '', remittance);
const writeClaimHeader = recordWriter(guide835, '2000', claimHeader);
const writeClaimPayment = recordWriter(guide835, '2100', claimPayment);

function writeSet(writer: X12Writer, input: RemittanceInput, number: number): void {
  writer.set('835', number);
  const { sender, originator, company = sender?.bank && originator } = input.payment;
  const payment = { ...input.payment, company };
  const contacts = [...(input.payer.contacts ?? [])];
  contacts.sort((a, b) => contactOrder.indexOf(a.function) - contactOrder.indexOf(b.function));
  writeHeader(writer, { ...input, payment, payer: { ...input.payer, contacts } });
  let header: WriterInput<ClaimHeader> | undefined;
  for (const claim of input.claims) {
    if (header === undefined || (claim.header !== undefined && claim.header !== header)) {
      header = claim.header ?? { assigned: '1' };
      writeClaimHeader(writer, header);
    }
    writeClaimPayment(writer, claim);
  }
  writeProviderAdjustments(writer, input.providerAdjustments ?? []);
  writer.endSet();
}

/** PER01 in the order of the guide. */
const contactOrder = ['CX', 'BL', 'IC'];

/** Adjacent adjustments of one provider and period share a PLB, up to six. */
function writeProviderAdjustments(
  writer: X12Writer,
  adjustments: readonly WriterInput<ProviderAdjustment>[],
): void {
  for (let at = 0; at < adjustments.length; ) {
    const first = adjustments[at];
    if (first === undefined) return;
    const pairs: ElementValue[] = [];
    let next: WriterInput<ProviderAdjustment> | undefined = first;
    while (next !== undefined && pairs.length < 12 && belongTogether(first, next)) {
      pairs.push([next.reason, next.reference], amountText(next.amount));
      at++;
      next = adjustments[at];
    }
    writer.segment('PLB', first.provider, first.fiscalPeriod && compactDay(first.fiscalPeriod), ...pairs);
  }
}

function belongTogether(
  one: WriterInput<ProviderAdjustment>,
  other: WriterInput<ProviderAdjustment>,
): boolean {
  return one.provider === other.provider && one.fiscalPeriod === other.fiscalPeriod;
}
