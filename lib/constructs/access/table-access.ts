import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type EndpointDeclaration, writtenRecords } from '#contract/endpoint.ts';
import { credentials, partitions, type Records, secrets } from '#contract/partitions.ts';
import { encryptionActions } from '../storage/customer-key.ts';
import type { SingleTable } from '../storage/single-table.ts';
import { allow, allowKeyVia, deny } from './statements.ts';

export interface TableAndKey {
  readonly table: Pick<SingleTable, 'tableArn' | 'tableName' | 'indexNames'>;
  readonly key: IKey | undefined;
}

export type TableNeeds = Pick<
  EndpointDeclaration,
  | 'data'
  | 'deletes'
  | 'idempotent'
  | 'limiter'
  | 'managesCredentials'
  | 'readsSecrets'
  | 'recordsActivity'
  | 'wakesWorkers'
  | 'writes'
  | 'writesInBatches'
> & {
  /** Records that a function updates that otherwise only reads. */
  readonly updates?: readonly Records[];
  /** Records that a function never changes although it may write the whole table. */
  readonly spares?: readonly Records[];
};

/**
 * Returns the statements for these needs. An endpoint that only reads can still count its callers and record activity,
 * but only in the partitions for those. Writes, deletes and batches are limited to the declared records. Every function that
 * does not manage credentials is denied changes of them.
 */
export function tableStatements(needs: TableNeeds, { table, key }: TableAndKey): PolicyStatement[] {
  if (needs.data === 'none') return [];
  const { tableArn, indexNames } = table;
  const indexArns = indexNames.map((name) => `${tableArn}/index/${name}`);
  const writes = needs.data === 'write';
  const written = writtenRecords(needs);
  const counts = needs.limiter !== undefined && !writes;
  const records = needs.recordsActivity === true && !writes;
  const on = (sid: string, actions: readonly string[], among: readonly Records[]) =>
    among.length === 0 ? [] : [allow(sid, actions, [tableArn], only(among))];
  return [
    allow('ReadTable', readActions, [tableArn, ...indexArns]),
    // A condition of a transaction changes nothing.
    ...(writes ? [allow('CheckTable', ['dynamodb:ConditionCheckItem'], [tableArn])] : []),
    ...(writes && written === undefined ? [allow('WriteTable', writeActions, [tableArn])] : []),
    ...on('WriteRecords', writeActions, writes ? (written ?? []) : []),
    ...on('CountRequests', ['dynamodb:UpdateItem'], counts ? ['rate-windows'] : []),
    ...on('RecordActivity', ['dynamodb:PutItem'], records ? ['activity'] : []),
    ...on('UpdateRecords', ['dynamodb:UpdateItem'], needs.updates ?? []),
    ...on('DeleteRecords', ['dynamodb:DeleteItem'], needs.deletes ?? []),
    ...on('WriteBatches', ['dynamodb:BatchWriteItem'], needs.writesInBatches ?? []),
    ...keepCredentials(needs, tableArn),
    ...spareRecords(needs, tableArn),
    ...hideSecrets(needs, [tableArn, ...indexArns]),
    ...allowKeyVia(
      'dynamodb',
      key,
      writes || counts || records || needs.updates !== undefined ? encryptionActions : readingActions,
    ),
  ];
}

/** Denies changes of credentials, whatever else the role allows. */
function keepCredentials({ managesCredentials = [] }: TableNeeds, tableArn: string): PolicyStatement[] {
  const kept = credentials.filter((one) => !managesCredentials.includes(one));
  if (kept.length === 0) return [];
  return [
    deny('KeepCredentials', changingActions, [tableArn], { 'ForAnyValue:StringLike': leadingKeys(kept) }),
  ];
}

/** Denies changes of what a function spares, whatever else the role allows. */
const spareRecords = ({ spares = [] }: TableNeeds, tableArn: string): PolicyStatement[] =>
  spares.length === 0
    ? []
    : [deny('SpareRecords', changingActions, [tableArn], { 'ForAnyValue:StringLike': leadingKeys(spares) })];

/** Denies reads of secrets, whatever else the role allows. */
function hideSecrets(needs: TableNeeds, arns: readonly string[]): PolicyStatement[] {
  const { managesCredentials = [], readsSecrets = [] } = needs;
  const hidden = secrets.filter((one) => !managesCredentials.includes(one) && !readsSecrets.includes(one));
  if (hidden.length === 0) return [];
  return [deny('HideSecrets', readActions, arns, { 'ForAnyValue:StringLike': leadingKeys(hidden) })];
}

const readActions = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
const writeActions = ['dynamodb:PutItem', 'dynamodb:UpdateItem'];
const readingActions = ['kms:Decrypt', 'kms:DescribeKey'];

/** All actions that change an item. A transaction needs the actions of its items. */
export const changingActions = [
  'dynamodb:BatchWriteItem',
  'dynamodb:DeleteItem',
  'dynamodb:PartiQLDelete',
  'dynamodb:PartiQLInsert',
  'dynamodb:PartiQLUpdate',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
] as const;

const leadingKeys = (among: readonly Records[]) => ({
  'dynamodb:LeadingKeys': among.flatMap((records) => partitions[records]),
});

const only = (among: readonly Records[]) => ({ 'ForAllValues:StringLike': leadingKeys(among) });
