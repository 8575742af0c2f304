import * as z from 'zod';
import { type Resource, textOf } from './synthesized-app.ts';

const oneOrMore = <S extends z.ZodType>(schema: S) =>
  z.union([z.array(schema), schema.transform((one) => [one])]);

const roleSchema = z.object({
  Policies: z.array(
    z.object({
      PolicyDocument: z.object({
        Statement: z.array(
          z.object({
            Effect: z.literal('Allow'),
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
 * Everything that a role may do: one line per action and resource, with the condition if there is one.
 *
 * @param nameOf gives a resource's ARN a name to read
 */
export function powersOf({ Properties }: Resource, nameOf: (arn: string) => string): string[] {
  const { Policies } = roleSchema.parse(Properties);
  return Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .flatMap(({ Action, Resource: on, Condition }) =>
      Action.flatMap((action) =>
        on.map((arn) => `${action} ${nameOf(textOf(arn))}${conditionText(Condition)}`),
      ),
    )
    .sort();
}

const conditionText = (condition: Record<string, Record<string, unknown>> | undefined) =>
  Object.entries(condition ?? {})
    .flatMap(([operator, keys]) => Object.entries(keys).map(([key, value]) => ({ operator, key, value })))
    .map(
      ({ operator, key, value }) => ` if ${key} ${operator} ${Array.isArray(value) ? value : textOf(value)}`,
    )
    .join('');
