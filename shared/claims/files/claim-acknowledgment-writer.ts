import type { InterchangeHeader } from '#x12/engine/consumer.ts';
import { responseFor } from '#x12/findings/finding.ts';
import { ClaimAcknowledgmentSpooler } from '#x12/outbound/claim-acknowledgment/claim-acknowledgment-spooler.ts';
import { maxReasonsOfClaim, type Rejection } from '#x12/outbound/claim-acknowledgment/claim-statuses.ts';
import type { RejectionReason } from '#x12/outbound/claim-acknowledgment/status-codes.ts';
import { responseBytes, responseEnvelope } from '#x12/outbound/response-envelope.ts';
import { MemorySpool } from '#x12/writer/spool.ts';
import { type FindingRecord, keepsDraft } from '../claims/finding.ts';
import { unknownPayerFindingId } from '../configuration/known-payers.ts';
import type { ReadClaim } from './claim-reader.ts';

/** Whether the claims of a payer are acknowledged with a 277CA. */
export interface AcknowledgedPayers {
  isAcknowledged(payerId: string): boolean;
}

/**
 * Writes the 277CA for the claims of a file, with one interchange for each received one that holds claims. A claim that its
 * findings keep in lane `draft` is rejected, every other claim is accepted. Leaves out payers whose configuration disables the
 * 277CA. Keeps the text compressed, about 30 bytes a claim.
 */
export class ClaimAcknowledgmentWriter {
  private readonly spooled: ClaimAcknowledgmentSpooler;
  private readonly written = new MemorySpool();
  private readonly moment: Date;
  private readonly payers: AcknowledgedPayers;
  private controlNumber: number;
  private interchange: InterchangeHeader | undefined;
  private set: number | undefined;

  /** @param controlNumber of the first interchange */
  constructor(receivedAt: string, payers: AcknowledgedPayers, controlNumber: number) {
    this.moment = new Date(receivedAt);
    this.payers = payers;
    this.controlNumber = controlNumber;
    const spools = { claims: new MemorySpool(), providers: new MemorySpool(), sets: new MemorySpool() };
    this.spooled = new ClaimAcknowledgmentSpooler(spools, this.moment);
  }

  add(read: ReadClaim, isStored: boolean): void {
    const { claim, context, findings } = read;
    if (!this.payers.isAcknowledged(claim.subscriber.payer?.id ?? '')) return;
    if (this.set !== context.set.inFile) {
      this.endSet();
      if (this.interchange?.number !== context.interchange.number) this.endInterchange();
      this.interchange = context.interchange;
      this.set = context.set.inFile;
      this.spooled.openSet(context);
    }
    this.spooled.claim(claim, rejectionOf(findings, isStored));
  }

  /** Ends the 277CA and returns its bytes in pieces; none without claims. */
  *finish(): Generator<Buffer> {
    this.endSet();
    this.endInterchange();
    for (const text of this.written.read(0, this.written.length)) yield Buffer.from(text, 'latin1');
  }

  private endSet(): void {
    if (this.set !== undefined) this.spooled.endSet(true);
    this.set = undefined;
  }

  private endInterchange(): void {
    const { interchange, spooled, written } = this;
    this.interchange = undefined;
    const body = spooled.endInterchange();
    if (interchange === undefined || body === undefined) return;
    const envelope = responseEnvelope(interchange, this.moment, this.controlNumber++);
    for (const bytes of responseBytes(body, envelope, { lineEnd: '\n' }))
      written.append(bytes.toString('latin1'));
    spooled.clear();
  }
}

function rejectionOf(findings: readonly FindingRecord[], isStored: boolean): Rejection {
  const all = [...findings.filter(keepsDraft).map(reasonOf), ...(isStored ? [] : [tooLong])];
  const reasons = all.slice(0, maxReasonsOfClaim);
  return { reasons, leftOut: all.length - reasons.length };
}

/** Without the part of the finding about the configuration, which the sender cannot change. */
const unknownPayerMessage = 'The payer is not configured; correct NM109';

function reasonOf(finding: FindingRecord): RejectionReason {
  const { id, message, loop, segment, element, component, segment_index: position } = finding;
  return {
    id,
    message: id === unknownPayerFindingId ? unknownPayerMessage : message,
    loop,
    segment,
    element,
    component,
    position,
    isIn999: responseFor(finding) !== '277CA',
  };
}

const tooLong: RejectionReason = {
  id: 'claim_too_long',
  message: 'The claim is too long to be stored; split it',
  loop: '2300',
  segment: 'CLM',
  isIn999: false,
};
