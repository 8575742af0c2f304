import { beginEvaluation, deliveryPorts, evaluationPorts } from '#claims/alerts/alert-store.ts';
import { deliverAlerts } from '#claims/alerts/deliver-alert.ts';
import { readAlertSecret } from '#claims/alerts/records.ts';
import { evaluateRules } from '#claims/alerts/rules.ts';
import { isMigrated } from '#claims/configuration/records.ts';
import { alertsEnvironment, webhookTargetRules } from '#contract/environment.ts';
import type { InvocationTime } from '#events/remaining-time.ts';
import { count, logger, logUnmigrated, publishMetrics } from '#observability/logger.ts';
import { alertSending } from '#store/adapters/alert-channels.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';

const { SENDER_EMAIL: senderEmail, PUBLIC_URL: baseUrl } = alertsEnvironment.parse(process.env);

/** An attempt may take 15 seconds, and its result must be stored. */
const reserved = 20_000;

/** Every minute: evaluates the rules, if that is due, and sends the alerts whose attempt is due. Idempotent. */
export async function handler(_event?: unknown, invocation?: InvocationTime): Promise<void> {
  if (!(await isMigrated(claimsTable))) return logUnmigrated();
  const outOfTime = () => (invocation?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY) < reserved;
  const onFailure = (error: unknown, rule_id: string) =>
    logger.error('An alert rule could not be evaluated', { error, rule_id });
  try {
    if (await beginEvaluation(claimsTable, new Date())) {
      const evaluation = await evaluateRules(await evaluationPorts(claimsTables, onFailure), outOfTime);
      logger.info('Evaluated alert rules', { ...evaluation });
      count('alerts_raised', evaluation.raised);
    }
    const readSecret = (ruleId: string) => readAlertSecret(claimsTable, ruleId);
    const targets = webhookTargetRules(process.env);
    const sending = alertSending({ senderEmail, baseUrl, targets, readSecret });
    const { delivered, failed } = await deliverAlerts(deliveryPorts(claimsTables, sending), outOfTime);
    if (delivered + failed > 0) logger.info('Sent alerts', { delivered, failed });
    count('alert_attempts_failed', failed);
  } finally {
    publishMetrics();
  }
}
