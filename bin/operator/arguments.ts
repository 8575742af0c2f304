import { parseArgs } from 'node:util';
import * as z from 'zod';
import { brandCreateCommand, brandKeyCommand, firstCommerceKeyCommand } from './brand.ts';
import { type OperatorCommand, OperatorUsageError, readOptions, type Session } from './command.ts';
import { inviteCommand } from './invite.ts';
import { keysListCommand } from './keys.ts';
import { claimsKeyCommand, firstClaimsKeyCommand } from './new-keys.ts';
import { rebuildClaimFiguresCommand, rebuildFiguresCommand } from './rebuild-figures.ts';
import { relinkCommand } from './relink.ts';
import { restoreAuditHeadCommand } from './restore-audit-head.ts';
import { revokeCommand } from './revoke.ts';
import { clearinghouseKeyCommand, paymentKeysCommand } from './secrets.ts';

const commands: readonly OperatorCommand[] = [
  firstCommerceKeyCommand,
  firstClaimsKeyCommand,
  brandCreateCommand,
  brandKeyCommand,
  claimsKeyCommand,
  clearinghouseKeyCommand,
  paymentKeysCommand,
  inviteCommand,
  keysListCommand,
  rebuildFiguresCommand,
  rebuildClaimFiguresCommand,
  relinkCommand,
  restoreAuditHeadCommand,
  revokeCommand,
];

const generalOptions = z.object({
  local: z.boolean().default(false),
  json: z.boolean().default(false),
  'stack-prefix': z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,30}$/, 'Expected letters, digits and hyphens')
    .default('Granary'),
  profile: z.string().min(1).optional(),
  region: z.string().min(1).optional(),
  by: z
    .string()
    .regex(/^\P{Cc}{1,100}$/u, 'Expected 1 to 100 printable characters')
    .optional(),
});
export type GeneralOptions = z.output<typeof generalOptions>;

interface ParsedArguments {
  readonly general: GeneralOptions;
  readonly start: ReturnType<OperatorCommand['prepare']>;
}

/** Parses the command line. Throws OperatorUsageError. */
export function readArguments(args: readonly string[]): ParsedArguments | 'help' {
  const { values, positionals } = parse(args);
  const name = positionals.join(' ');
  if (values['help'] === true || name === 'help' || name === '') return 'help';
  const command = commands.find((one) => one.name === name);
  if (!command) {
    throw new OperatorUsageError(`There is no command ${name}`);
  }
  const own: Record<string, unknown> = {};
  for (const [option, value] of Object.entries(values)) {
    if (option in generalOptions.shape) continue;
    if (!command.options.includes(option)) {
      throw new OperatorUsageError(`${name} does not take --${option}`, name);
    }
    own[option] = value;
  }
  return { general: readOptions(generalOptions, values, name), start: command.prepare(own) };
}

export const actorOf = ({ by }: GeneralOptions): Session['actor'] =>
  by === undefined ? 'operator' : `operator:${by}`;

function parse(args: readonly string[]): {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
} {
  const names = [...commands.flatMap(({ options }) => options), 'stack-prefix', 'profile', 'region', 'by'];
  const texts = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: { ...texts, local: flag, json: flag, help: { ...flag, short: 'h' } },
      allowPositionals: true,
    });
  } catch (error) {
    // Only the first sentence is about the fault; the rest is advice on positional arguments.
    throw new OperatorUsageError(
      error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error),
    );
  }
}
