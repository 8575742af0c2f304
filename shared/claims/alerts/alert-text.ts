import { canonicalJson } from '#audit/entries/canonical-json.ts';
import { type Alert, alertJson } from './alert.ts';

/** What recipients read. Counts, amounts, ids and links only: messages leave the system. */
export interface AlertText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const titles: Readonly<Record<Alert['condition']['kind'], string>> = {
  rejected_claims: 'Rejected claims',
  quarantined_files: 'Files in quarantine',
  overdue_claims: 'Overdue claims',
  unmatched_items: 'Unmatched responses',
  clearinghouse: 'Clearinghouse',
  unreconciled_deposits: 'Deposits without a bank line',
};

/** @param baseUrl address of the API; links are paths without it */
export function alertText(alert: Alert, baseUrl = ''): AlertText {
  const title = titles[alert.condition.kind];
  const number = `${alert.at_least ? 'at least ' : ''}${alert.count}`;
  const mark = alert.test ? '[Test] ' : '';
  const links = alert.links.map((link) => baseUrl + link);
  const lines = [
    `Rule: ${alert.rule_name}`,
    `${title}: ${number}`,
    ...(alert.cents === undefined ? [] : [`${amountName(alert)}: ${(alert.cents / 100).toFixed(2)}`]),
    ...(alert.failing === undefined ? [] : [`The last visit failed: ${alert.failing}`]),
    ...(alert.ids.length === 0 ? [] : ['', 'First records:', ...alert.ids]),
    '',
    'Lists:',
    ...links,
    '',
    `Alert ${alert.id}, raised ${alert.raised_at}`,
  ];
  return {
    subject: `${mark}${title}: ${number}`,
    text: `${lines.join('\n')}\n`,
    html: `<!doctype html><pre>${lines.map(escaped).join('\n')}</pre>`,
  };
}

const amountName = ({ condition }: Alert): string =>
  condition.kind === 'unreconciled_deposits' ? 'Payments' : 'Charged';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The body of the webhook, the same in every attempt. */
export function alertPayload(alert: Alert): string {
  const { state, deliveries, ...data } = alertJson(alert);
  // DynamoDB does not keep the order of members.
  return canonicalJson({ type: 'claims.alert', timestamp: alert.raised_at, data });
}
