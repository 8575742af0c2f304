import type { TransactionSetResponse } from '#x12/999/functional-group-response.ts';
import type { GroupHeader } from '#x12/engine/consumer.ts';
import { header837p } from '#x12/guides/headers.ts';
import { isTa1Due } from '#x12/outbound/acknowledge.ts';
import {
  ImplementationAcknowledgmentSpooler,
  type ListLimits,
  type SpooledAcknowledgment,
} from '#x12/outbound/implementation-acknowledgment-spooler.ts';
import { responseBytes, responseEnvelope, writeTa1 } from '#x12/outbound/response-envelope.ts';
import type { InterchangeVerdict, ReceivedGroup, VerdictSink } from '#x12/outbound/verdict-collector.ts';
import { MemorySpool, spoolLines, UsedCharacters } from '#x12/writer/spool.ts';
import type { FindingRecord } from '../claims/finding.ts';

/** What the 999 of a file lists at most. Its size, and the memory of the intake, then do not follow the number of faults. */
export const listLimits: ListLimits = { sets: 10_000, errors: 50_000 };

interface SpooledInterchange extends Partial<Pick<SpooledAcknowledgment, 'range'>> {
  readonly verdict: InterchangeVerdict;
  readonly used: string;
}

/**
 * The TA1 and 999 for the interchanges of a file that hold 837P: takes their verdicts while the file is read for the first time,
 * and writes them when their control numbers are known.
 */
export class AcknowledgedInterchanges implements VerdictSink {
  /** Interchanges that hold 837P. */
  count = 0;
  private readonly spooled = new ImplementationAcknowledgmentSpooler(() => new MemorySpool(), listLimits);
  private readonly interchanges = new MemorySpool();
  private holdsClaims = false;

  group(header: GroupHeader): void {
    this.holdsClaims ||= header.functionalId === header837p.functionalId;
    this.spooled.group(header);
  }

  set(response: TransactionSetResponse): void {
    this.spooled.set(response);
  }

  endGroup({ response }: ReceivedGroup): void {
    this.spooled.endGroup(response);
  }

  endInterchange(verdict: InterchangeVerdict): void {
    const { holdsClaims, spooled } = this;
    this.holdsClaims = false;
    if (!holdsClaims) {
      spooled.drop();
      return;
    }
    const written = spooled.endInterchange(verdict.code === 'R');
    const line: SpooledInterchange = {
      verdict,
      used: written?.used.text ?? '',
      ...(written !== undefined && { range: written.range }),
    };
    this.interchanges.append(`${JSON.stringify(line)}\n`);
    this.count++;
  }

  /**
   * The 999 for each interchange, after a TA1 if one is requested or due. Only envelope faults reject a set: a set with faulty
   * claims is accepted with errors (IK5 E), because the claims are stored as drafts.
   *
   * @param controlNumber of the first response; there are up to two for each interchange
   */
  *write(controlNumber: number, moment: Date): Generator<Buffer> {
    const { interchanges, spooled } = this;
    const options = { controlNumber, moment, lineEnd: '\n' };
    let next = controlNumber;
    for (const line of spoolLines(interchanges, 0, interchanges.length)) {
      const { verdict, range, used: text }: SpooledInterchange = JSON.parse(line);
      const isRejected = verdict.code === 'R';
      const envelope = () => responseEnvelope(verdict.interchange, moment, next++);
      const hasTa1 = isTa1Due(verdict, options);
      if (hasTa1) yield writeTa1(envelope(), verdict, options);
      // The TA1 already rejects all groups of the interchange.
      if (range === undefined || (hasTa1 && isRejected)) continue;
      const used = new UsedCharacters();
      used.note(text);
      const marked = (to: ReturnType<typeof envelope>) => spooled.marked(range, to, isRejected);
      yield* responseBytes({ used, marked }, envelope(), options);
    }
  }

  /** A finding about what the 999 leaves out; none if it lists everything. */
  get findings(): readonly FindingRecord[] {
    const { sets, shortened } = this.spooled.leftOut;
    if (sets === 0 && shortened === 0) return [];
    const message = `The 999 leaves out ${sets} sets, and errors of ${shortened} listed sets; AK9 counts all sets`;
    return [
      {
        id: 'acknowledgment_shortened',
        snip: 1,
        severity: 'information',
        message,
        reference: '999',
        byte_offset: 0,
      },
    ];
  }
}
