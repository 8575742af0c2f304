import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { emailStatements } from '../access/message-access.ts';
import type { ClaimsFunctions } from './claims-functions.ts';

interface AlertWorkProps {
  /** Sender of e-mail; empty to send none. */
  readonly senderEmail: string;
  /** Address of the API, for links. */
  readonly publicUrl: string;
}

/** Evaluates alert rules and sends alerts. */
export class AlertWork extends Construct {
  constructor(scope: Construct, id: string, functions: ClaimsFunctions, props: AlertWorkProps) {
    super(scope, id);
    const { senderEmail, publicUrl } = props;
    functions.inBackground(this, 'RaiseAlerts', {
      name: 'claims/raise-alerts',
      description: 'Evaluates alert rules and sends alerts',
      data: 'write',
      readsSecrets: ['webhook-secrets'],
      uses: ['audit-append'],
      own: {
        environment: { PUBLIC_URL: publicUrl, ...(senderEmail !== '' && { SENDER_EMAIL: senderEmail }) },
        statements: emailStatements(senderEmail),
      },
      schedule: {
        id: 'AlertSchedule',
        description: 'Evaluation of alert rules, and sending of alerts',
        interval: Duration.minutes(1),
        retries: 0,
      },
    });
  }
}
