import type { FileEnvelope } from '#x12/envelope/file-envelope.ts';
import { maxControlNumber } from '../claim/batch.ts';
import { claimAcknowledgmentOf } from './claim-acknowledgment.ts';
import { implementationAcknowledgmentOf } from './implementation-acknowledgment.ts';
import { type ReceivedFile, receiveClaims } from './received-file.ts';
import { remittancesOf } from './remittances.ts';

/** One file that the test payer sends back. */
export interface TestPayerResponse {
  readonly kind: '999' | '277CA' | '835';
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * What the test payer sends back for a file of claims: up to one 999, one 277CA and one 835. The same file gets the
 * same bytes, so that answering it twice changes nothing. Empty when the file holds no claim, or all its claims are
 * silent.
 *
 * @param fileName of the file of claims; names of answers follow from it (x12/state-medicaid.md, section 2)
 * @throws X12Error when the bytes are no X12
 */
export function respondAsTestPayer(bytes: Uint8Array, fileName: string): readonly TestPayerResponse[] {
  const file = receiveClaims(bytes);
  if (file === undefined) return [];
  const acknowledgment = implementationAcknowledgmentOf(file, envelopeOf(file, 0));
  const refused = acknowledgment?.refusedSets ?? new Set<string>();
  const taken = file.claims.filter(
    ({ group, set, scenario }) => !refused.has(`${group} ${set}`) && scenario !== 'silent',
  );
  const statuses = claimAcknowledgmentOf(taken, file, envelopeOf(file, 1));
  const remittances = remittancesOf(taken, file, envelopeOf(file, 2));
  return [
    ...(acknowledgment
      ? [{ kind: '999' as const, name: names(fileName)['999'], bytes: acknowledgment.bytes }]
      : []),
    ...(statuses ? [{ kind: '277CA' as const, name: names(fileName)['277CA'], bytes: statuses }] : []),
    ...(remittances ? [{ kind: '835' as const, name: names(fileName)['835'], bytes: remittances }] : []),
  ];
}

/** Sender and receiver change places; each answer has a control number that follows from the one it answers. */
function envelopeOf({ interchange, moment }: ReceivedFile, n: number): FileEnvelope {
  const number = ((Number(interchange.controlNumber) * 3 + n) % maxControlNumber) + 1;
  return {
    senderQualifier: interchange.receiverQualifier,
    sender: interchange.receiver,
    receiverQualifier: interchange.senderQualifier,
    receiver: interchange.sender,
    moment,
    interchangeNumber: number,
    groupNumber: number,
    usage: interchange.usage === 'P' ? 'P' : 'T',
  };
}

function names(fileName: string): Readonly<Record<TestPayerResponse['kind'], string>> {
  const base = fileName.replace(/\.\w+$/, '');
  const typed = (kind: string) =>
    base.includes('-837P-') ? base.replace('-837P-', `-${kind}-`) : `${base}-${kind}`;
  return { '999': `${base}_999.x12`, '277CA': `${typed('277CA')}.x12`, '835': `${typed('835')}.x12` };
}
