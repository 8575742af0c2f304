import * as z from 'zod';
import { writtenRecords } from '#contract/endpoint.ts';
import { credentials, partitions, type Records, secrets } from '#contract/partitions.ts';
import type { TableNeeds } from '#lib/constructs/access/table-access.ts';
import { type TemplateResource, templateText } from '../../synthesis/template.ts';

const oneOrMore = <S extends z.ZodType>(schema: S) =>
  z.union([z.array(schema), schema.transform((one) => [one])]);

const roleSchema = z.object({
  Policies: z.array(
    z.object({
      PolicyDocument: z.object({
        Statement: z.array(
          z.object({
            Effect: z.enum(['Allow', 'Deny']),
            Action: oneOrMore(z.string()),
            Resource: oneOrMore(z.unknown()),
            Condition: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
          }),
        ),
      }),
    }),
  ),
});

/**
 * Returns the permissions of a role: one line per action and resource, with the condition if there is one. Denied actions
 * begin with `deny`.
 *
 * @param nameOf names the resource of an ARN
 */
export function permissionsOf({ Properties }: TemplateResource, nameOf: (arn: string) => string): string[] {
  const { Policies } = roleSchema.parse(Properties);
  return Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .flatMap(({ Effect, Action, Resource: on, Condition }) =>
      Action.flatMap((action) =>
        on.map(
          (arn) =>
            `${Effect === 'Deny' ? 'deny ' : ''}${action} ${nameOf(templateText(arn))}${conditionText(Condition)}`,
        ),
      ),
    )
    .sort();
}

const conditionText = (condition: Record<string, Record<string, unknown>> | undefined) =>
  Object.entries(condition ?? {})
    .flatMap(([operator, keys]) => Object.entries(keys).map(([key, value]) => ({ operator, key, value })))
    .map(
      ({ operator, key, value }) =>
        ` if ${key} ${operator} ${Array.isArray(value) ? value : templateText(value)}`,
    )
    .join('');

const reading = ['BatchGetItem', 'GetItem', 'Query'];
const writing = ['PutItem', 'UpdateItem'];
const changing = [
  'BatchWriteItem',
  'DeleteItem',
  'PartiQLDelete',
  'PartiQLInsert',
  'PartiQLUpdate',
  'PutItem',
  'UpdateItem',
];
const among = (sets: readonly Records[]) => sets.flatMap((set) => partitions[set]).join(',');

/** Returns the permissions of these needs on the table of the service, as {@link permissionsOf} writes them. */
export function tablePermissions(needs: TableNeeds, table: string): string[] {
  const {
    data,
    deletes = [],
    writesInBatches = [],
    managesCredentials = [],
    readsSecrets = [],
    updates = [],
    spares = [],
    limiter,
    recordsActivity,
  } = needs;
  const written = writtenRecords(needs);
  if (data === 'none') return [];
  const indexes = ['', '/index/gsi1', '/index/gsi2', ...(table === 'claims' ? ['/index/gsi3'] : [])];
  const only = (action: string, sets: readonly Records[]) =>
    sets.length === 0
      ? []
      : [`dynamodb:${action} ${table} if dynamodb:LeadingKeys ForAllValues:StringLike ${among(sets)}`];
  const hidden = secrets.filter((one) => !managesCredentials.includes(one) && !readsSecrets.includes(one));
  const kept = credentials.filter((one) => !managesCredentials.includes(one));
  return [
    ...reading.flatMap((action) => indexes.map((index) => `dynamodb:${action} ${table}${index}`)),
    ...(data === 'write' ? [`dynamodb:ConditionCheckItem ${table}`] : []),
    ...(data === 'write' && written === undefined
      ? writing.map((action) => `dynamodb:${action} ${table}`)
      : []),
    ...(data === 'write' ? writing.flatMap((action) => only(action, written ?? [])) : []),
    ...only('UpdateItem', data === 'read' && limiter ? ['rate-windows'] : []),
    ...only('PutItem', data === 'read' && recordsActivity ? ['activity'] : []),
    ...only('UpdateItem', updates),
    ...only('DeleteItem', deletes),
    ...only('BatchWriteItem', writesInBatches),
    ...changing.map(
      (action) =>
        `deny dynamodb:${action} ${table} if dynamodb:LeadingKeys ForAnyValue:StringLike ${among(kept)}`,
    ),
    ...(spares.length === 0 ? [] : changing).map(
      (action) =>
        `deny dynamodb:${action} ${table} if dynamodb:LeadingKeys ForAnyValue:StringLike ${among(spares)}`,
    ),
    ...(hidden.length === 0 ? [] : reading).flatMap((action) =>
      indexes.map(
        (index) =>
          `deny dynamodb:${action} ${table}${index} if dynamodb:LeadingKeys ForAnyValue:StringLike ${among(hidden)}`,
      ),
    ),
  ];
}
