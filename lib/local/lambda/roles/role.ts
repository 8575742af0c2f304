import * as z from 'zod';
import type { DeployedResource, Deployment } from '../../cloudformation/deployment.ts';

/** A list in a policy, which may be written as one item. */
export const oneOrMore = <Item extends z.ZodType>(item: Item) =>
  z.union([z.array(item), item.transform((one) => [one])]);

/** Strict, because ignoring NotAction, NotResource or Principal would change the meaning of a statement. */
const statementSchema = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore(z.string()),
  Resource: oneOrMore(z.string()),
  Condition: z.record(z.string(), z.record(z.string(), oneOrMore(z.string()))).default({}),
});
/** A statement of a table's own policy. Statements about named principals are refused. */
const tableStatementSchema = z.strictObject({
  ...statementSchema.shape,
  Effect: z.literal('Deny'),
  Principal: z.union([z.literal('*'), z.strictObject({ AWS: z.literal('*') })]),
});
const tablePolicySchema = z.object({
  ResourcePolicy: z
    .object({ PolicyDocument: z.object({ Statement: z.array(tableStatementSchema) }) })
    .optional(),
});
const documentSchema = z.object({ Statement: oneOrMore(statementSchema) });
const roleSchema = z.object({
  ManagedPolicyArns: z.array(z.string()).default([]),
  Policies: z.array(z.object({ PolicyDocument: documentSchema })).default([]),
});
const policySchema = z.object({ PolicyDocument: documentSchema, Roles: z.array(z.string()).default([]) });
const roleOfFunction = z.object({ Role: z.string().optional() });
const keySchema = z.object({
  KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.string() })),
});

export type Role = NonNullable<ReturnType<typeof readRole>>;

/**
 * Reads the role of a function with its policies, and the policies of tables. Returns undefined when the templates hold
 * only a part: for an imported role, or a role with a managed policy of AWS.
 */
export function readRole(deployment: Deployment, of: DeployedResource) {
  const { Role: arn } = of.read(roleOfFunction);
  const role = deployment.resources('AWS::IAM::Role').find((one) => one.attribute('Arn') === arn);
  if (arn === undefined || role === undefined) return undefined;
  const { ManagedPolicyArns, Policies } = role.read(roleSchema);
  if (!ManagedPolicyArns.every((managed) => managed.endsWith(logsOnly))) return undefined;
  const attached = deployment
    .resources('AWS::IAM::Policy')
    .map((policy) => policy.read(policySchema))
    .filter(({ Roles }) => Roles.includes(role.ref));
  const [, , , region = '', account = ''] = of.attribute('Arn').split(':');
  return {
    arn,
    region,
    account,
    statements: [
      ...[...Policies, ...attached].flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
      ...tablePolicies(deployment),
    ],
    /** Partition key attributes by table name, for conditions on leading keys. */
    partitionKeys: partitionKeysOf(deployment),
    /** ARNs of secrets by name: requests may use either, policies use ARNs. */
    secrets: Object.fromEntries(
      deployment
        .resources('AWS::SecretsManager::Secret')
        .map(({ ref: secretArn }) => [/:secret:(.*)-\w{6}$/.exec(secretArn)?.[1] ?? secretArn, secretArn]),
    ),
  };
}

const logsOnly = ':policy/service-role/AWSLambdaBasicExecutionRole';

/** Returns the statements of the tables' policies. Each denies actions on its own table, whatever resource it names. */
const tablePolicies = (deployment: Deployment) =>
  deployment.resources('AWS::DynamoDB::Table').flatMap((table) => {
    const { ResourcePolicy } = table.read(tablePolicySchema);
    const statements = ResourcePolicy?.PolicyDocument.Statement ?? [];
    return statements.map(({ Principal, ...statement }) => ({
      ...statement,
      Resource: [table.attribute('Arn')],
    }));
  });

function partitionKeysOf(deployment: Deployment): Record<string, string> {
  const tables = deployment.resources('AWS::DynamoDB::Table');
  return Object.fromEntries(
    tables.flatMap((table) => {
      const { KeySchema } = table.read(keySchema);
      const key = KeySchema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName;
      return key === undefined ? [] : [[table.ref, key]];
    }),
  );
}
