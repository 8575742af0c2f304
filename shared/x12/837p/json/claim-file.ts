import { optionalAbove } from '../../description/places.ts';
import { recordCodec } from '../../description/record-codec.ts';
import type { FileEnvelope } from '../../envelope/file-envelope.ts';
import {
  type Codec,
  defaultedField,
  type JsonPlace,
  jsonList,
  jsonNumber,
  jsonOneOf,
  jsonRecord,
  jsonText,
  optionalField,
  readJson,
  requiredField,
} from '../../values/json-codec.ts';
import { type ProfessionalClaim, professionalClaim, type Transaction, transaction } from '../model/claim.ts';
import { transactionCodec } from './claim.ts';

/** Input of writeClaims. */
export interface ClaimFile {
  readonly envelope: FileEnvelope;
  readonly claims: readonly ProfessionalClaim[];
}

type ClaimEntry = Omit<ProfessionalClaim, 'transaction'> & { readonly transaction?: Transaction };

type EnvelopeJson = Omit<FileEnvelope, 'moment'> & { readonly moment?: Date | undefined };

interface ClaimFileJson {
  readonly envelope: EnvelopeJson;
  readonly transaction?: Transaction;
  readonly claims: readonly ClaimEntry[];
}

/**
 * A claim file from JSON: an envelope, a transaction that all claims share (or one in a claim), and claims as
 * {@link claimToJson} writes them. Equal parties become one object, so they are written once. `moment` is the time of
 * writing for an envelope without one. Throws JsonInputError with all errors.
 */
export function claimFileFromJson(json: unknown, moment: Date): ClaimFile {
  const { envelope, transaction, claims } = readJson(claimFile, json);
  const written = { ...envelope, moment: envelope.moment ?? moment };
  const shared = new SharedParts();
  return {
    envelope: written,
    claims: claims.map((claim) => ({
      ...claim,
      transaction: shared.one(dated(claim.transaction ?? transaction, written.moment)),
      billingProvider: shared.one(claim.billingProvider),
      subscriber: shared.one(claim.subscriber),
      ...(claim.patient && { patient: shared.one(claim.patient) }),
    })),
  };
}

/** `date-time` of RFC 3339. Date also parses other texts, such as `1.005`. */
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

const moment: Codec<Date> = {
  toJson: (value) => value.toISOString(),
  fromJson: (json, at) => {
    const value = typeof json === 'string' && dateTime.test(json) ? new Date(json) : undefined;
    return value && !Number.isNaN(value.getTime())
      ? value
      : at.wrong('must be a date and time with time zone, such as 2026-03-01T12:00:00Z');
  },
};

const envelope = jsonRecord<EnvelopeJson>({
  senderQualifier: defaultedField(jsonText, 'ZZ'),
  sender: requiredField(jsonText),
  receiverQualifier: defaultedField(jsonText, 'ZZ'),
  receiver: requiredField(jsonText),
  moment: optionalField(moment),
  interchangeNumber: defaultedField(jsonNumber, 1),
  groupNumber: defaultedField(jsonNumber, 1),
  usage: defaultedField(jsonOneOf('T', 'P'), 'T'),
});

const entry = recordCodec<ClaimEntry>({
  fields: { ...professionalClaim.fields, transaction: optionalAbove(transaction) },
});

const parts = jsonRecord<ClaimFileJson>({
  envelope: requiredField(envelope),
  transaction: optionalField(transactionCodec),
  claims: requiredField(jsonList(entry)),
});

const claimFile: Codec<ClaimFileJson> = {
  toJson: parts.toJson,
  fromJson: (json, at) => {
    const file = parts.fromJson(json, at);
    if (file && !file.transaction) requireTransactions(file.claims, at);
    return file;
  },
};

function requireTransactions(claims: readonly ClaimEntry[], at: JsonPlace): void {
  claims.forEach((claim, i) => {
    if (claim.transaction === undefined) at.at('claims').at(i).at('transaction').wrong('is missing');
  });
}

function dated(transaction: Transaction | undefined, written: Date): Transaction {
  const now = written.toISOString();
  return {
    purpose: '00',
    batchId: '',
    kind: 'CH',
    ...transaction,
    date: transaction?.date ?? now.substring(0, 10),
    time: transaction?.time ?? now.substring(11, 16).replace(':', ''),
  };
}

/** Shares one object among equal values. */
class SharedParts {
  private readonly byContent = new Map<string, object>();

  one<T extends object>(part: T): T {
    const key = JSON.stringify(part);
    const known = this.byContent.get(key);
    // Equal content was added with the same type.
    if (known !== undefined) return known as T;
    this.byContent.set(key, part);
    return part;
  }
}
