import { createHash } from 'node:crypto';
import { foldedNumber } from '#claims/claim/folded-number.ts';
import type { ItemKey, KeyPrefix } from '../dynamodb/items.ts';

/**
 * Keys of every entity in the claims table, the indexes that some are also found by, and the query that each
 * serves. Nothing outside this file builds or takes apart a key. `at` is RFC 3339 UTC with milliseconds, `month`
 * its first seven characters, `n` a count with leading zeros.
 *
 * | entity                     | pk                  | sk                          | gsi1pk, gsi1sk            | gsi2pk, gsi2sk                |
 * |----------------------------|---------------------|-----------------------------|---------------------------|-------------------------------|
 * | claim                      | CLAIM#id            | CLAIM                       | LANE#lane, since#id       |                               |
 * | content of a claim         | CLAIM#id            | CONTENT                     |                           |                               |
 * | event of a claim           | CLAIM#id            | EVENT#at#reference#n        |                           |                               |
 * | claim by patient control number | PCN#number     | npi#n                       | PAYER#payer#month, received_at#id | CLAIMS#month, received_at#id |
 * | claim by the first 20 of a long number | PCN20#… | id                          |                           |                               |
 * | claim by content           | CONTENT#sha256      | CLAIM                       |                           |                               |
 * | claim by payer's number    | PAYERCONTROL#number | id                          |                           |                               |
 * | lane figures               | LANES               | lane                        |                           |                               |
 * | months with claims         | CLAIMS              | MONTHS                      |                           |                               |
 * | file                       | FILE#id             | FILE                        | FILES, received_at#id     | FILES#state, received_at#id   |
 * | findings of a file         | FILE#id             | FINDINGS#n                  |                           |                               |
 * | file by content            | FILESHA#sha256      | FILE                        |                           |                               |
 * | used file name             | FILENAME#name       | sender                      |                           |                               |
 * | used interchange number    | USEDISA#number      | sender#receiver             |                           |                               |
 * | batch (a functional group) | BATCH#id            | BATCH                       |                           |                               |
 * | claims of a set            | BATCH#id            | SET#st02#n                  |                           |                               |
 * | that a batch was answered  | BATCH#id            | ANSWER#kind                 |                           |                               |
 * | batch by GS06              | GROUP#number        | sender#receiver#at#id       |                           |                               |
 * | batch by ISA13             | INTERCHANGE#number  | sender#receiver#at#id       |                           |                               |
 * | batch by BHT03             | BHT#text            | at#id                       |                           |                               |
 * | acknowledgment             | ACK#id              | ACK                         | ACKS#kind, received_at#id |                               |
 * | what it did to claims      | ACK#id              | PART#n                      |                           |                               |
 * | sets of a 999              | ACK#id              | SETS#n                      |                           |                               |
 * | answer that a file brought | FILE#id             | ANSWER#kind#id              |                           |                               |
 * | remittance                 | REMITTANCE#id       | REMITTANCE                  | REMITTANCES, received_at#id | REMITTANCES#payer, received_at#id |
 * | claim of a remittance      | REMITTANCE#id       | CLAIM#n                     |                           |                               |
 * | remittance claim awaited   | AWAITED#number      | REMITTANCE#remittance#n     | AWAITED, at#remittance    |                               |
 * | numbers awaited            | AWAITED#number      | AWAITED                     |                           |                               |
 * | provider                   | CONFIG#loading      | PROVIDER#npi                |                           |                               |
 * | payer                      | CONFIG#loading      | PAYER#id                    |                           |                               |
 * | payer configuration        | CONFIG#loading      | PAYERCONFIG#payer#kind      |                           |                               |
 * | clearinghouse              | CONFIG#loading      | CLEARHOUSE                  |                           |                               |
 * | version of configuration   | CONFIG              | VERSION                     |                           |                               |
 * | schema version             | SCHEMA              | VERSION                     |                           |                               |
 * | control numbers            | CONTROL#name        | CONTROL                     |                           |                               |
 * | submission                 | SUBMISSION#id       | SUBMISSION                  | SUBMISSIONS, created_at#id | SUBMISSIONS#state, created_at#id |
 * | claims of a submission     | SUBMISSION#id       | CLAIMS#n                    |                           |                               |
 * | claim about to be sent     | RESERVED#claim      | SUBMISSION                  |                           |                               |
 * | file picked up or answered | SEEN#source         | name                        |                           |                               |
 * | how far a job has come     | JOB#name            | MARK                        |                           |                               |
 *
 * Queries: one claim with everything that happened to it by pk; the claims of a lane, oldest or newest first, by
 * gsi1, and those that wait since before a time by a range of it. All claims, and those of a payer, newest first and
 * month by month, are found by the entry under their patient control number, which never changes: a claim that moves
 * from lane to lane rewrites one copy of itself. Claims and content are two items for the same reason: what changes
 * is small. Acknowledgments find claims by PCN, batches by GROUP, INTERCHANGE and BHT, all with strong consistency.
 *
 * Rate windows (RATE#) and idempotency records (IDEMPOTENCY#) are keyed in their own files.
 */
export const claimsIndexes = { first: 'gsi1', second: 'gsi2' } as const;

/** Attributes of an item in one of the indexes. */
export interface FirstIndexKeys {
  readonly gsi1pk: string;
  readonly gsi1sk: string;
}

export interface SecondIndexKeys {
  readonly gsi2pk: string;
  readonly gsi2sk: string;
}

const first = (gsi1pk: string, gsi1sk: string): FirstIndexKeys => ({ gsi1pk, gsi1sk });
const second = (gsi2pk: string, gsi2sk: string): SecondIndexKeys => ({ gsi2pk, gsi2sk });

// Claims

export const claimKey = (id: string): ItemKey => ({ pk: `CLAIM#${id}`, sk: 'CLAIM' });
export const claimContentKey = (id: string): ItemKey => ({ pk: `CLAIM#${id}`, sk: 'CONTENT' });
/** The claim, its content and its events. */
export const claimPartition = (id: string): KeyPrefix => ({ pk: `CLAIM#${id}`, prefix: '' });
/**
 * `reference` tells events of one moment apart: the id of the acknowledgment, remittance or submission; `n`, the place
 * in it, puts those of one reference in order.
 */
export const claimEventKey = (id: string, at: string, reference: string, n = 0): ItemKey => ({
  pk: `CLAIM#${id}`,
  sk: `EVENT#${at}#${reference}#${counted(n, 8)}`,
});

export const laneKeys = (lane: string, since: string, id: string) =>
  first(lanePartition(lane), timeKey(since, id));
export const lanePartition = (lane: string) => `LANE#${lane}`;
export const receiptKeys = (receivedAt: string, id: string) =>
  second(receiptPartition(monthOf(receivedAt)), timeKey(receivedAt, id));
export const receiptPartition = (month: string) => `CLAIMS#${month}`;

export const claimMonthsKey: ItemKey = { pk: 'CLAIMS', sk: 'MONTHS' };

export const laneFiguresKey = (lane: string): ItemKey => ({ pk: 'LANES', sk: lane });
export const allLaneFigures: KeyPrefix = { pk: 'LANES', prefix: '' };

/**
 * The claims of a billing provider that have the same patient control number are counted from 0, so that whether
 * there is one at all is one read of a known key. Numbers that differ in letter case or leading zeros only share a
 * partition: acknowledgments come back that way.
 */
export const pcnKey = (patientControlNumber: string, npi: string, n: number): ItemKey => ({
  pk: pcnPartition(patientControlNumber),
  sk: `${bounded(npi)}#${n < 10_000 ? counted(n, 4) : `A${counted(n, 9)}`}`,
});
/** Inverse of {@link pcnKey} for the last part of its sort key: four digits, or more behind a letter that sorts them. */
export const pcnOrdinal = (sortKey: string): number => Number(idOfTimeKey(sortKey).replace('A', ''));
const pcnPartition = (patientControlNumber: string) => `PCN#${folded(patientControlNumber)}`;
export const claimsWithPcn = (patientControlNumber: string, npi?: string): KeyPrefix => ({
  pk: pcnPartition(patientControlNumber),
  prefix: npi === undefined ? '' : `${bounded(npi)}#`,
});

/** HIPAA asks receivers to keep 20 characters; the claims whose number is longer are found by those too. */
export const keptPcnLength = 20;
export const shortenedPcnKey = (patientControlNumber: string, id: string): ItemKey => ({
  ...shortenedPcnPart(patientControlNumber, id),
});
export const claimsWithShortenedPcn = (patientControlNumber: string): KeyPrefix => ({
  pk: `PCN20#${folded(patientControlNumber.trim().slice(0, keptPcnLength))}`,
  prefix: '',
});
const shortenedPcnPart = (patientControlNumber: string, sk: string): ItemKey => ({
  pk: claimsWithShortenedPcn(patientControlNumber).pk,
  sk,
});

export const payerReceiptKeys = (payerId: string, receivedAt: string, id: string) =>
  first(payerReceiptPartition(payerId, monthOf(receivedAt)), timeKey(receivedAt, id));
export const payerReceiptPartition = (payerId: string, month: string) => `PAYER#${bounded(payerId)}#${month}`;

/** `contentHash` as {@link contentHash} in shared/claims makes it. */
export const contentKey = (contentHash: string): ItemKey => ({ pk: `CONTENT#${contentHash}`, sk: 'CLAIM' });

/** The correction or void that may go out for a claim; `replaced` as {@link replacementTarget} in shared/claims names it. */
export const replacementKey = (replaced: string): ItemKey => ({ pk: `REPLACED#${replaced}`, sk: 'CLAIM' });

export const payerControlKey = (payerControlNumber: string, claimId: string): ItemKey => ({
  pk: claimsWithPayerControl(payerControlNumber).pk,
  sk: claimId,
});
export const claimsWithPayerControl = (payerControlNumber: string): KeyPrefix => ({
  pk: `PAYERCONTROL#${bounded(payerControlNumber.trim().toUpperCase())}`,
  prefix: '',
});

// Files

export const fileKey = (id: string): ItemKey => ({ pk: `FILE#${id}`, sk: 'FILE' });
export const fileIndexKeys = (state: string, receivedAt: string, id: string) => ({
  ...first(filesPartition, timeKey(receivedAt, id)),
  ...second(fileStatePartition(state), timeKey(receivedAt, id)),
});
export const filesPartition = 'FILES';
export const fileStatePartition = (state: string) => `FILES#${state}`;
export const fileFindingsKey = (id: string, n: number): ItemKey => ({
  pk: `FILE#${id}`,
  sk: `FINDINGS#${counted(n, 6)}`,
});
export const fileFindingsOf = (id: string): KeyPrefix => ({ pk: `FILE#${id}`, prefix: 'FINDINGS#' });
export const fileContentKey = (sha256: string): ItemKey => ({ pk: `FILESHA#${sha256}`, sk: 'FILE' });
/** File names are not case sensitive (state file-naming standard). */
export const fileNameKey = (name: string, sender: string): ItemKey => ({
  pk: `FILENAME#${bounded(name.toLowerCase())}`,
  sk: bounded(sender) || '-',
});

/** ISA13 that a sender used in a file to this receiver. */
export const usedInterchangeKey = (header: {
  readonly number: string;
  readonly sender: string;
  readonly receiver: string;
}): ItemKey => ({
  pk: `USEDISA#${bounded(header.number)}`,
  sk: `${bounded(header.sender)}#${bounded(header.receiver)}`,
});

// Batches: functional groups of 837P, received by file or sent to the clearinghouse

export const batchKey = (id: string): ItemKey => ({ pk: `BATCH#${id}`, sk: 'BATCH' });
/** `n` is the place, within the set, of the first claim that the item holds. */
export const setClaimsKey = (batchId: string, setNumber: string, n: number): ItemKey => ({
  pk: `BATCH#${batchId}`,
  sk: `SET#${bounded(setNumber)}#${counted(n, 7)}`,
});
/** The claims of one set, or of all. */
export const setClaimsOf = (batchId: string, setNumber?: string): KeyPrefix => ({
  pk: `BATCH#${batchId}`,
  prefix: setNumber === undefined ? 'SET#' : `SET#${bounded(setNumber)}#`,
});

/** That an acknowledgment was applied to the batch; `kind`: 999 or TA1, which answer it in turn. */
export const batchAcknowledgmentKey = (id: string, kind: string): ItemKey => ({
  pk: `BATCH#${id}`,
  sk: `ANSWER#${kind}`,
});

/** Control numbers are compared as numbers: leading zeros get lost on the way. */
export const batchByGroupKey = (groupNumber: string, place: BatchRoute): ItemKey => ({
  pk: batchesOfGroup(groupNumber).pk,
  sk: placed(place),
});
export const batchesOfGroup = (groupNumber: string): KeyPrefix => ({
  pk: `GROUP#${folded(groupNumber)}`,
  prefix: '',
});
export const batchByInterchangeKey = (interchangeNumber: string, place: BatchRoute): ItemKey => ({
  pk: batchesOfInterchange(interchangeNumber).pk,
  sk: placed(place),
});
export const batchesOfInterchange = (interchangeNumber: string): KeyPrefix => ({
  pk: `INTERCHANGE#${folded(interchangeNumber)}`,
  prefix: '',
});
/** Sets of one batch may all have the same reference. */
export const batchByReferenceKey = (
  reference: string,
  { at, batchId, set }: { readonly at: string; readonly batchId: string; readonly set: string },
): ItemKey => ({
  pk: batchesWithReference(reference).pk,
  sk: `${at}#${batchId}#${set}`,
});
/** `reference` is BHT03. */
export const batchesWithReference = (reference: string): KeyPrefix => ({
  pk: `BHT#${bounded(reference.trim())}`,
  prefix: '',
});

/** Who sent a batch to whom (GS02, GS03 or ISA06, ISA08), when, and its id. */
export interface BatchRoute {
  readonly sender: string;
  readonly receiver: string;
  readonly at: string;
  readonly batchId: string;
}

const placed = ({ sender, receiver, at, batchId }: BatchRoute) =>
  `${bounded(sender)}#${bounded(receiver)}#${at}#${batchId}`;

// Acknowledgments and remittances

export const acknowledgmentKey = (id: string): ItemKey => ({ pk: `ACK#${id}`, sk: 'ACK' });
export const acknowledgmentPartKey = (id: string, n: number): ItemKey => ({
  pk: `ACK#${id}`,
  sk: `PART#${counted(n, 7)}`,
});
export const acknowledgmentPartsOf = (id: string): KeyPrefix => ({ pk: `ACK#${id}`, prefix: 'PART#' });
export const acknowledgmentSetsKey = (id: string, n: number): ItemKey => ({
  pk: `ACK#${id}`,
  sk: `SETS#${counted(n, 7)}`,
});
export const acknowledgmentSetsOf = (id: string): KeyPrefix => ({ pk: `ACK#${id}`, prefix: 'SETS#' });
/** `kind`: 999, TA1, 277CA or 835; `id` that of the acknowledgment or remittance. */
export const fileResponseKey = (fileId: string, kind: string, id: string): ItemKey => ({
  pk: `FILE#${fileId}`,
  sk: `ANSWER#${kind}#${id}`,
});
export const fileResponsesOf = (fileId: string, kind: string): KeyPrefix => ({
  pk: `FILE#${fileId}`,
  prefix: `ANSWER#${kind}#`,
});
export const acknowledgmentKeys = (kind: string, receivedAt: string, id: string) =>
  first(acknowledgmentPartition(kind), timeKey(receivedAt, id));
/** `kind`: 999, among which are the TA1, and 277CA. */
export const acknowledgmentPartition = (kind: string) => `ACKS#${kind}`;

export const remittanceKey = (id: string): ItemKey => ({ pk: `REMITTANCE#${id}`, sk: 'REMITTANCE' });
export const remittanceClaimKey = (id: string, n: number): ItemKey => ({
  pk: `REMITTANCE#${id}`,
  sk: `CLAIM#${counted(n, 7)}`,
});
export const remittanceClaimsOf = (id: string): KeyPrefix => ({ pk: `REMITTANCE#${id}`, prefix: 'CLAIM#' });
export const remittanceKeys = (payerId: string, receivedAt: string, id: string) => ({
  ...first(remittancesPartition, timeKey(receivedAt, id)),
  ...second(payerRemittancePartition(payerId), timeKey(receivedAt, id)),
});
export const remittancesPartition = 'REMITTANCES';
export const payerRemittancePartition = (payerId: string) => `REMITTANCES#${bounded(payerId)}`;

/** That remittances wait for a claim with this number; written together with {@link unmatchedPaymentKey}. */
export const unmatchedPaymentMarkKey = (patientControlNumber: string): ItemKey => ({
  pk: `AWAITED#${folded(patientControlNumber)}`,
  sk: 'AWAITED',
});
/** Numbers under which remittances may wait for a claim with this one. */
export const numbersKeptByPayers = (patientControlNumber: string): readonly string[] => {
  const kept = patientControlNumber.trim().slice(0, keptPcnLength);
  return kept === patientControlNumber.trim() ? [patientControlNumber] : [patientControlNumber, kept];
};
export const unmatchedPaymentIndexKeys = (at: string, remittanceId: string) =>
  first(unmatchedPaymentsPartition, timeKey(at, remittanceId));
export const unmatchedPaymentsPartition = 'AWAITED';
export const unmatchedPaymentKey = (
  patientControlNumber: string,
  remittanceId: string,
  n: number,
): ItemKey => ({
  pk: unmatchedPaymentMarkKey(patientControlNumber).pk,
  sk: `REMITTANCE#${remittanceId}#${counted(n, 7)}`,
});
export const unmatchedPaymentsOf = (patientControlNumber: string): KeyPrefix => ({
  pk: unmatchedPaymentMarkKey(patientControlNumber).pk,
  prefix: 'REMITTANCE#',
});

// Configuration, submissions, jobs

/** Each loading writes into a partition of its own, and the version says which one holds. */
export const providerKey = (loading: string, npi: string): ItemKey =>
  configurationRow(loading, `PROVIDER#${npi}`);
export const payerKey = (loading: string, id: string): ItemKey => configurationRow(loading, `PAYER#${id}`);
export const payerConfigKey = (loading: string, payerId: string, transaction: string): ItemKey =>
  configurationRow(loading, `PAYERCONFIG#${payerId}#${transaction}`);
export const clearhouseKey = (loading: string): ItemKey => configurationRow(loading, 'CLEARHOUSE');
export const intakeKey = (loading: string): ItemKey => configurationRow(loading, 'INTAKE');
export const configurationVersionKey: ItemKey = { pk: 'CONFIG', sk: 'VERSION' };
export const wholeConfiguration = (loading: string): KeyPrefix => ({ pk: `CONFIG#${loading}`, prefix: '' });
const configurationRow = (loading: string, sk: string): ItemKey => ({
  pk: wholeConfiguration(loading).pk,
  sk,
});

export const schemaVersionKey: ItemKey = { pk: 'SCHEMA', sk: 'VERSION' };

export const controlNumberKey = (name: string): ItemKey => ({ pk: `CONTROL#${name}`, sk: 'CONTROL' });
export const submissionKey = (id: string): ItemKey => ({ pk: `SUBMISSION#${id}`, sk: 'SUBMISSION' });
export const submissionClaimsKey = (id: string, n: number): ItemKey => ({
  pk: `SUBMISSION#${id}`,
  sk: `CLAIMS#${counted(n, 5)}`,
});
export const submissionClaimsOf = (id: string): KeyPrefix => ({ pk: `SUBMISSION#${id}`, prefix: 'CLAIMS#' });
export const submissionKeys = (state: string, createdAt: string, id: string) => ({
  ...first(submissionsPartition, timeKey(createdAt, id)),
  ...second(submissionStatePartition(state), timeKey(createdAt, id)),
});
/** That a claim is about to be sent, and by which submission. */
export const reservationKey = (claimId: string): ItemKey => ({ pk: `RESERVED#${claimId}`, sk: 'SUBMISSION' });
export const submissionsPartition = 'SUBMISSIONS';
export const submissionStatePartition = (state: string) => `SUBMISSIONS#${state}`;

/** A file that the test payer answered or the SFTP pick-up took; `source` names which of them and where. */
export const handledFileKey = (source: string, name: string): ItemKey => ({
  pk: `SEEN#${source}`,
  sk: bounded(name),
});
/** The last visit at the clearinghouse's server. */
export const lastVisitKey: ItemKey = { pk: 'CLEARHOUSE', sk: 'VISIT' };
export const jobMarkKey = (name: string): ItemKey => ({ pk: `JOB#${name}`, sk: 'MARK' });

// How the parts of keys are written

/** `YYYY-MM` of a time. */
export const monthOf = (at: string): string => at.slice(0, 'YYYY-MM'.length);

/** Sorts by time, and tells entries of one millisecond apart. */
export const timeKey = (at: string, id: string): string => `${at}#${id}`;

/** Inverse of {@link timeKey}. */
export const idOfTimeKey = (sortKey: string): string => sortKey.slice(sortKey.lastIndexOf('#') + 1);

const counted = (n: number, digits: number) => String(n).padStart(digits, '0');

const folded = (text: string) => bounded(foldedNumber(text));

/**
 * Texts of files may have any length, a partition key has 2,048 bytes and a sort key 1,024; and any characters, while
 * ranges of sort keys end with `~`.
 */
const bounded = (text: string): string =>
  /^[ -}]{0,100}$/.test(text) ? text : createHash('sha256').update(text).digest('base64url');
