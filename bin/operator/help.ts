const usages = {
  'first-key commerce': [
    '--brand NAME [--plan PLAN] [--catalog CATALOG] [--prices MODE] [--label TEXT] [--owner SUBJECT]',
    'creates a brand with its owner key',
  ],
  'first-key claims': [
    '[--role ROLE] [--label TEXT]',
    'creates a key of the claims service; ROLE is admin by default',
  ],
  'brand create': [
    '--name NAME [--plan PLAN] [--catalog CATALOG] [--prices MODE] [--label TEXT] [--owner SUBJECT]',
    'creates a brand with its owner key',
  ],
  'brand key': [
    '--brand ID --role ROLE [--label TEXT]',
    'creates a key of a brand; ROLE is owner, manager or viewer',
  ],
  'claims key': [
    '--role ROLE [--label TEXT]',
    'creates a key of the claims service; ROLE is admin, biller or auditor',
  ],
  'clearinghouse-key': [
    '--file PATH',
    'stores the private key for the SFTP server of the clearinghouse (docs/clearinghouse.md)',
  ],
  'payment-keys': [
    '--file PATH',
    'stores API key and webhook secret of the payment provider (docs/commerce/billing.md)',
  ],
  invite: [
    '--email ADDRESS [--roles ROLES]',
    'invites a person to sign in by e-mail, with identity=cognito; the same again repeats an invitation or adds roles',
  ],
  'keys list': [
    '[--brand ID]',
    'lists brands with their gateway keys and API keys, and the keys of the claims service',
  ],
  'rebuild-figures': [
    '[--brand ID]',
    'recounts the figures of reports and analytics, and repairs differences',
  ],
  'rebuild-claim-figures': ['', 'recounts the figures of claims reports, and repairs differences'],
  relink: ['[--brand ID]', 'gives each brand a gateway key in the usage plan of its plan'],
  'restore-audit-head': [
    '[--last ID]',
    'puts the head of the audit log back to its last entry (docs/runbook-audit.md)',
  ],
  revoke: ['--key ID [--brand ID]', 'revokes a key; --brand avoids a search through all brands'],
  help: ['', 'shows this'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>;

const call = 'npm run --silent operator --';

const commandLines = Object.entries(usages)
  .map(([name, [options, purpose]]) => `  ${`${name} ${options}`.trim()}\n      ${purpose}\n`)
  .join('');

export const operatorHelp = `${call} COMMAND [options]

Creates, lists, relinks and revokes keys, invites people, stores the keys of the clearinghouse and the payment provider,
rebuilds figures, and restores the head of the audit log.

${commandLines}
Options of every command:
  --local               uses the running local stack (GRANARY_DATA, default .granary)
  --stack-prefix NAME   prefix of the stack names (default Granary), as -c stackPrefix of the deployment
  --profile NAME        profile of the AWS CLI, as AWS_PROFILE
  --region NAME         region, as AWS_REGION
  --by NAME             the actor in the audit log is operator:NAME instead of operator
  --json                prints the result as JSON

PLAN is starter (the default), farm or enterprise. CATALOG is managed (the default) or external. MODE is trust (the
default) or match. --owner is the subject of a person at the identity provider, who becomes an owner too; invite shows it.
ROLES are biller, auditor, admin and operator, separated by commas.

Exit codes: 0 done, 1 failed or done in part, 2 wrong arguments.
`;

/** Returns the usage of a command, or of all commands if it is unknown. */
export function usageOf(command: string | undefined): string {
  const usage = Object.entries(usages).find(([name]) => name === command);
  if (!usage) return operatorHelp;
  const [name, [options]] = usage;
  return `Usage: ${call} ${name} ${options}\n${call} help shows all commands and options.\n`;
}
