import { CfnOutput } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';

interface FirstKeyCommandProps {
  readonly service: 'commerce' | 'claims';
  readonly stackPrefix: string;
}

/** An output with the command that makes the first credential of a service, ready to paste. */
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
      description: 'Makes the first API key, with the credentials of the AWS CLI',
    });
    output.overrideLogicalId(service === 'commerce' ? 'CommerceFirstKeyCommand' : 'ClaimsFirstKeyCommand');
  }
}
