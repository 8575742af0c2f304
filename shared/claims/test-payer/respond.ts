import type { FileEnvelope } from '#x12/envelope/file-envelope.ts';
import { maxControlNumber } from '../claim/batch.ts';
import { claimAcknowledgmentOf } from './claim-acknowledgment.ts';
import { implementationAcknowledgmentOf } from './implementation-acknowledgment.ts';
import { type ReceivedFile, receiveClaims } from './received-file.ts';
import { remittancesOf } from './remittances.ts';

export interface TestPayerResponse {
  readonly kind: '999' | '277CA' | '835';
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Returns the test payer's responses to a claim file: at most one 999, one 277CA and one 835. The same file always gets the
 * same bytes. Empty for a file without claims, or with silent claims only.
 *
 * @param fileName name of the claim file, from which the names of the responses are derived
 * @throws X12Error for bytes that are not X12
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
  const written = [
    ['999', acknowledgment?.bytes],
    ['277CA', statuses],
    ['835', remittances],
  ] as const;
  return written.flatMap(([kind, bytes]) => (bytes ? { kind, name: names(fileName)[kind], bytes } : []));
}

/** Returns an envelope with sender and receiver swapped. The control number is derived from the claim file's. */
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
