import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { useActions } from './customer-key.ts';
import { indexNames } from './single-table.ts';
import { allow, through } from './statements.ts';

/** A table and the customer's key over it, if there is one. */
export interface TableAndKey {
  readonly table: Pick<Table, 'tableArn' | 'tableName'>;
  readonly key: IKey | undefined;
}

const readActions = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
const writeActions = [
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
  'dynamodb:DeleteItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
];

type Needs = Pick<EndpointDeclaration, 'data' | 'limiter' | 'recordsActivity'>;

/**
 * What an endpoint may do with the table, and nothing else. An endpoint that only reads still counts its callers
 * and records activity, but it can write to the partitions of those two alone.
 */
export function tableStatements(needs: Needs, { table, key }: TableAndKey): PolicyStatement[] {
  const { tableArn } = table;
  const indexArns = indexNames.map((name) => `${tableArn}/index/${name}`);
  const writes = needs.data === 'write';
  const counts = needs.limiter !== undefined && !writes;
  const records = needs.recordsActivity === true && !writes;
  return [
    ...(needs.data === 'none' ? [] : [allow('ReadTable', readActions, [tableArn, ...indexArns])]),
    ...(writes ? [allow('WriteTable', writeActions, [tableArn])] : []),
    ...(counts ? [allow('CountRequests', ['dynamodb:UpdateItem'], [tableArn], onlyKeys('RATE#*'))] : []),
    ...(records ? [allow('RecordActivity', ['dynamodb:PutItem'], [tableArn], onlyKeys('ACTIVITY#*'))] : []),
    ...(needs.data === 'none'
      ? []
      : through('dynamodb', key, writes || counts || records ? useActions : readingActions)),
  ];
}

const readingActions = ['kms:Decrypt', 'kms:DescribeKey'];

const onlyKeys = (pattern: string) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [pattern] },
});
