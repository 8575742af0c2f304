import { beginFile, endFile, type FileEnvelope } from '../envelope/file-envelope.ts';
import { guide277ca } from '../guides/277ca.ts';
import type { Draft } from '../writer/segment-draft.ts';
import { type WriterOptions, X12Writer } from '../writer/writer.ts';
import {
  type HeadDraft,
  LevelWriter,
  type ProviderHeadDraft,
  receiverLevel,
  type StatusDraft,
} from './level-writer.ts';
import type { Totals } from './types.ts';

export type { StatusDraft } from './level-writer.ts';

/** One 277CA set: the answer to one batch. */
export interface AcknowledgmentDraft extends Omit<HeadDraft, 'totals' | 'hasProviders'> {
  readonly totals?: Draft<Totals> | undefined;
  readonly providers: readonly ProviderDraft[];
}

export interface ProviderDraft extends Omit<ProviderHeadDraft, 'hasClaims'> {
  readonly claims: readonly StatusDraft[];
}

/**
 * Writes a 277CA file, one transaction set an acknowledgment. HL numbers, child codes and, where they are left out,
 * the totals of the batch are made here. Throws X12Error (`not_writable`) for a value that X12 cannot hold.
 */
export function writeAcknowledgments(
  acknowledgments: readonly AcknowledgmentDraft[],
  envelope: FileEnvelope,
  options: WriterOptions = {},
): Buffer {
  const writer = new X12Writer(options);
  beginFile(writer, envelope, guide277ca.functionalId, guide277ca.version);
  for (const [index, acknowledgment] of acknowledgments.entries()) {
    writer.set('277', index + 1, guide277ca.version);
    new SetWriter(writer, envelope.moment).write(acknowledgment);
    writer.endSet();
  }
  endFile(writer);
  return writer.bytes();
}

class SetWriter {
  private readonly levels: LevelWriter;
  private count = receiverLevel;

  constructor(writer: X12Writer, moment: Date) {
    this.levels = new LevelWriter(writer, moment);
  }

  write(draft: AcknowledgmentDraft): void {
    const totals = draft.totals ?? totalsOf(draft.providers.flatMap(({ claims }) => claims));
    this.levels.head({ ...draft, totals, hasProviders: draft.providers.length > 0 });
    for (const provider of draft.providers) this.provider(provider);
  }

  private provider(draft: ProviderDraft): void {
    const level = ++this.count;
    this.levels.provider(level, { ...draft, hasClaims: draft.claims.length > 0 });
    let hierarchy: string | undefined;
    for (const claim of draft.claims) {
      if (claim.hierarchy === undefined || claim.hierarchy !== hierarchy) {
        this.levels.patient(++this.count, level, claim.patient);
      }
      hierarchy = claim.hierarchy;
      this.levels.claim(claim);
    }
  }
}

/** A claim counts as rejected when one of its STC says so by its action. */
function totalsOf(claims: readonly StatusDraft[]): Draft<Totals> {
  const isRejected = ({ statuses }: StatusDraft): boolean => statuses.some(({ action }) => action === 'U');
  const rejected = claims.filter(isRejected);
  const accepted = claims.filter((claim) => !isRejected(claim));
  const sum = (of: readonly StatusDraft[]): number =>
    of.reduce((total, { statuses }) => total + (statuses.at(-1)?.amount ?? 0), 0);
  return {
    ...(accepted.length > 0 && { accepted: accepted.length, acceptedAmount: sum(accepted) }),
    ...(rejected.length > 0 && { rejected: rejected.length, rejectedAmount: sum(rejected) }),
  };
}
