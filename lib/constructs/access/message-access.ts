import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Aws } from 'aws-cdk-lib/core';
import type { DeploymentSettings } from '../../settings/settings.ts';
import { allow } from './statements.ts';

interface SendingAccess {
  readonly context: Pick<DeploymentSettings, 'senderEmail' | 'smsOrigination'>;
  readonly emailSet: string;
  readonly smsSet: string;
}

const arn = (service: string, resource: string) =>
  `arn:${Aws.PARTITION}:${service}:${Aws.REGION}:${Aws.ACCOUNT_ID}:${resource}`;

/** Allows sending from the sender of the deployment only: its address or its domain, as either identity can be verified. */
export function sendingStatements({ context, emailSet, smsSet }: SendingAccess): PolicyStatement[] {
  const { senderEmail, smsOrigination } = context;
  const kind = smsOrigination.startsWith('pool-') ? 'pool' : 'phone-number';
  return [
    ...emailStatements(senderEmail, [arn('ses', `configuration-set/${emailSet}`)]),
    ...(smsOrigination === ''
      ? []
      : [
          allow(
            'SendSms',
            ['sms-voice:SendTextMessage'],
            [arn('sms-voice', `${kind}/${smsOrigination}`), arn('sms-voice', `configuration-set/${smsSet}`)],
          ),
        ]),
  ];
}

/** Allows sending e-mail from the sender of the deployment; nothing without one. */
export function emailStatements(
  senderEmail: string,
  configurationSets: readonly string[] = [],
): PolicyStatement[] {
  if (senderEmail === '') return [];
  const identities = [senderEmail, senderEmail.split('@')[1]].map((name) => arn('ses', `identity/${name}`));
  return [allow('SendEmail', ['ses:SendEmail'], [...identities, ...configurationSets])];
}
