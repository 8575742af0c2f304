import {
  type ClaimAcknowledgmentInput,
  type StatusDraft,
  writeClaimAcknowledgments,
} from '#x12/277ca/write-claim-acknowledgments.ts';
import { acknowledgmentOf, status as statusDraft, stc } from '../../../fixtures/x12/acknowledgment.ts';

/** 277CAs of a payer about claims that were sent as visits. */

let number = 0;

/** Interchange and group number of the newest file. */
export const newestNumber = (): number => number;

/** A 277CA of the payer, with unique numbers. */
export function file277(
  drafts: readonly ClaimAcknowledgmentInput[],
  moment = new Date('2026-03-16T12:00:00Z'),
  own = ++number,
): Buffer {
  return writeClaimAcknowledgments(drafts, {
    senderQualifier: 'ZZ',
    sender: 'COMEDASSISTPROG',
    receiverQualifier: 'ZZ',
    receiver: '12345678',
    moment,
    interchangeNumber: own,
    groupNumber: own,
    usage: 'P',
  });
}

export const answering = (statuses: readonly StatusDraft[], over: Partial<ClaimAcknowledgmentInput> = {}) =>
  acknowledgmentOf(statuses, { received: '2026-03-16', processed: '2026-03-16', batch: 'BATCH-1', ...over });

export const status = (trace: string, over: Partial<StatusDraft> = {}): StatusDraft =>
  statusDraft({
    numbers: { trn02: trace },
    statuses: [stc('A2', '20', { amount: 17_550, date: '2026-03-16' })],
    serviceDate: '2026-03-02',
    ...over,
  });

export const rejection = (trace: string, over: Partial<StatusDraft> = {}) =>
  status(trace, { statuses: [stc('A7', '562', { amount: 17_550, date: '2026-03-16' })], ...over });
