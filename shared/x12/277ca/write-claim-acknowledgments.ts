import { type FileEnvelope, writeFileEnd, writeFileStart } from '../envelope/file-envelope.ts';
import { guide277ca } from '../guides/277ca.ts';
import { type WriterInput, type WriterOptions, X12Writer } from '../writer/writer.ts';
import {
  type ClaimStatusInput,
  LevelWriter,
  type ProviderLevelInput,
  type ReceiverLevelInput,
  receiverLevel,
} from './level-writer.ts';
import type { Totals } from './model.ts';

export type { ClaimStatusInput as StatusDraft } from './level-writer.ts';

/** One 277CA set: the acknowledgment of one batch. */
export interface ClaimAcknowledgmentInput extends Omit<ReceiverLevelInput, 'totals' | 'hasProviders'> {
  readonly totals?: WriterInput<Totals> | undefined;
  readonly providers: readonly ProviderStatusInput[];
}

export interface ProviderStatusInput extends Omit<ProviderLevelInput, 'hasClaims'> {
  readonly claims: readonly ClaimStatusInput[];
}

/**
 * Writes a 277CA file with one transaction set per acknowledgment. Adds HL numbers, child codes and missing totals of a
 * batch. Throws X12Error (`not_writable`) for a value that X12 cannot represent.
 */
export function writeClaimAcknowledgments(
  acknowledgments: readonly ClaimAcknowledgmentInput[],
  envelope: FileEnvelope,
  options: WriterOptions = {},
): Buffer {
  const writer = new X12Writer(options);
  writeFileStart(writer, envelope, guide277ca.functionalId, guide277ca.version);
  for (const [index, acknowledgment] of acknowledgments.entries()) {
    writer.set('277', index + 1, guide277ca.version);
    new SetWriter(writer, envelope.moment).write(acknowledgment);
    writer.endSet();
  }
  writeFileEnd(writer);
  return writer.bytes();
}

class SetWriter {
  private readonly levels: LevelWriter;
  private count = receiverLevel;

  constructor(writer: X12Writer, moment: Date) {
    this.levels = new LevelWriter(writer, moment);
  }

  write(input: ClaimAcknowledgmentInput): void {
    const totals = input.totals ?? totalsOf(input.providers.flatMap(({ claims }) => claims));
    this.levels.head({ ...input, totals, hasProviders: input.providers.length > 0 });
    for (const provider of input.providers) this.provider(provider);
  }

  private provider(input: ProviderStatusInput): void {
    const level = ++this.count;
    this.levels.provider(level, { ...input, hasClaims: input.claims.length > 0 });
    let hierarchy: string | undefined;
    for (const claim of input.claims) {
      if (claim.hierarchy === undefined || claim.hierarchy !== hierarchy) {
        this.levels.patient(++this.count, level, claim.patient);
      }
      hierarchy = claim.hierarchy;
      this.levels.claim(claim);
    }
  }
}

/** Sums claims; a claim with an STC of action U is rejected. */
function totalsOf(claims: readonly ClaimStatusInput[]): WriterInput<Totals> {
  const isRejected = ({ statuses }: ClaimStatusInput): boolean =>
    statuses.some(({ action }) => action === 'U');
  const rejected = claims.filter(isRejected);
  const accepted = claims.filter((claim) => !isRejected(claim));
  const sum = (of: readonly ClaimStatusInput[]): number =>
    of.reduce((total, { statuses }) => total + (statuses.at(-1)?.amount ?? 0), 0);
  return {
    ...(accepted.length > 0 && { accepted: accepted.length, acceptedAmount: sum(accepted) }),
    ...(rejected.length > 0 && { rejected: rejected.length, rejectedAmount: sum(rejected) }),
  };
}
