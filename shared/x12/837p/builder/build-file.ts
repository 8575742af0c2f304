import type { FileEnvelope } from '../../envelope/file-envelope.ts';
import type { WritableClaim } from '../write/claims.ts';
import type { BuiltClaim } from './build-claim.ts';

export interface FileParts {
  /** Who sends the file: id at the payer or clearinghouse, name and telephone number. */
  readonly submitter: { readonly id: string; readonly name: string; readonly phone: string };
  readonly receiver: { readonly id: string; readonly name: string };
  readonly claims: readonly BuiltClaim[];
  /** Number of interchange and group; also the default of `batchId`. Each file to a receiver needs another one. */
  readonly controlNumber: number;
  /** BHT03, which acknowledgments repeat. */
  readonly batchId?: string;
  /** Date and time of the file, in UTC; now by default. */
  readonly moment?: Date;
  /** `P` production; `T` test by default. */
  readonly usage?: FileEnvelope['usage'];
}

/** Input of writeClaims: an envelope, and claims that share one transaction. */
export interface BuiltFile {
  readonly envelope: FileEnvelope;
  readonly claims: readonly WritableClaim[];
}

/**
 * Puts built claims into a file. Equal providers and subscribers become one object, so that each is written once. The
 * claims are in order of their providers and subscribers then.
 */
export function buildFile({ submitter, receiver, claims, controlNumber, ...rest }: FileParts): BuiltFile {
  const { moment = new Date(), usage = 'T', batchId = String(controlNumber) } = rest;
  const written = moment.toISOString();
  const transaction: WritableClaim['transaction'] = {
    purpose: '00',
    batchId,
    date: written.slice(0, 10),
    time: written.slice(11, 16).replace(':', ''),
    kind: 'CH',
    submitter: {
      ...{ role: '41', entityType: '2', lastName: submitter.name, idQualifier: '46', id: submitter.id },
      contacts: [{ name: submitter.name, numbers: [{ qualifier: 'TE', number: submitter.phone }] }],
    },
    receiver: { role: '40', entityType: '2', lastName: receiver.name, idQualifier: '46', id: receiver.id },
  };
  return {
    envelope: {
      senderQualifier: 'ZZ',
      sender: submitter.id,
      receiverQualifier: 'ZZ',
      receiver: receiver.id,
      moment,
      interchangeNumber: controlNumber,
      groupNumber: controlNumber,
      usage,
    },
    claims: together(claims).map((claim) => ({ ...claim, transaction })),
  };
}

/** The claims of each provider, and of each of its subscribers, one after the other with one object for each of them. */
function together(claims: readonly BuiltClaim[]): readonly BuiltClaim[] {
  const providers = new Map<string, Map<string, BuiltClaim[]>>();
  for (const claim of claims) {
    const subscribers = entry(providers, JSON.stringify(claim.billingProvider), () => new Map());
    entry(subscribers, JSON.stringify(claim.subscriber), () => []).push(claim);
  }
  return [...providers.values()].flatMap((subscribers) => {
    const billingProvider = [...subscribers.values()][0]?.[0]?.billingProvider;
    return [...subscribers.values()].flatMap((same) =>
      same.map((claim) => ({
        ...claim,
        billingProvider: billingProvider ?? claim.billingProvider,
        subscriber: same[0]?.subscriber ?? claim.subscriber,
      })),
    );
  });
}

function entry<V>(map: Map<string, V>, key: string, empty: () => V): V {
  const value = map.get(key) ?? empty();
  map.set(key, value);
  return value;
}
