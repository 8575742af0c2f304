import { CfnOutput, type Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
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

interface FirstKeyCommandProps {
  readonly service: 'commerce' | 'claims';
  readonly stackPrefix: string;
}

export class FirstKeyCommand extends Construct {
  constructor(scope: Construct, id: string, { service, stackPrefix }: FirstKeyCommandProps) {
    super(scope, id);
    const words = [
      `npm run operator -- first-key ${service}`,
      ...(service === 'commerce' ? ['--brand "NAME"'] : []),
      ...(stackPrefix === 'Granary' ? [] : [`--stack-prefix ${stackPrefix}`]),
    ];
    const output = new CfnOutput(this, 'Command', {
      value: words.join(' '),
      description: 'Creates the first API key, with the credentials of the AWS CLI',
    });
    output.overrideLogicalId(service === 'commerce' ? 'CommerceFirstKeyCommand' : 'ClaimsFirstKeyCommand');
  }
}
