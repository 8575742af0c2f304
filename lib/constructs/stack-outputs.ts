import { CfnOutput, type Stack } from 'aws-cdk-lib/core';
import type * as z from 'zod';

/** Adds every output of the schema to the stack, under its plain name. */
export function addOutputs<Values extends Readonly<Record<string, string>>>(
  stack: Stack,
  schema: z.ZodObject<{ readonly [Name in keyof Values]: z.ZodString }>,
  values: Values,
): void {
  for (const [name, value] of Object.entries(values)) {
    const output = new CfnOutput(stack, `${name}Output`, {
      value,
      description: schema.shape[name]?.description ?? name,
    });
    output.overrideLogicalId(name);
  }
}
