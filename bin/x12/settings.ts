import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { coloradoMedicaid, type PayerProfile } from '#x12/837p/profile/payer-profile.ts';
import { parsePayerProfile } from '#x12/837p/profile/payer-profile-json.ts';
import { type CsvTable, csvTables } from '#x12/csv/csv.ts';
import { type OutboundKind, outboundKinds } from '#x12/outbound/outbound-responses.ts';
import { JsonInputError } from '#x12/values/json-codec.ts';
import type { CharacterRule } from '#x12/writer/character-set.ts';

/** The parsed command line. */
export interface Settings {
  readonly command: X12Command;
  /** `-` is standard input. */
  readonly files: readonly string[];
  readonly stream: boolean;
  readonly full: boolean;
  readonly text: boolean;
  readonly masked: boolean;
  readonly values: boolean;
  readonly profile: string | undefined;
  readonly name: string | undefined;
  readonly sample: boolean;
  readonly now: Date;
  readonly ta1: boolean;
  readonly control: number;
  /** Responses that `ack` writes. */
  readonly only: ReadonlySet<OutboundKind>;
  readonly lines: boolean;
  readonly characters: CharacterRule;
  readonly table: CsvTable;
  readonly html: boolean;
  /** Folder of imported code tables. */
  readonly tables: string | undefined;
  /** What `tables import` imports, and where to. */
  readonly kind: string | undefined;
  readonly output: string | undefined;
  readonly since: string | undefined;
}

/** 0 success, 1 findings of severity error or an incomplete file, 2 unreadable input. */
export type ExitCode = 0 | 1 | 2;

const commands = [
  'show',
  'csv',
  'inspect',
  'validate',
  'ack',
  'generate',
  'stats',
  'schema',
  'edits',
  'tables',
] as const;
export type X12Command = (typeof commands)[number];

/** The arguments are invalid. */
export class UsageError extends Error {}

const options = {
  stream: { type: 'boolean' },
  full: { type: 'boolean' },
  text: { type: 'boolean' },
  masked: { type: 'boolean' },
  values: { type: 'boolean' },
  profile: { type: 'string' },
  name: { type: 'string' },
  sample: { type: 'boolean' },
  now: { type: 'string' },
  ta1: { type: 'boolean' },
  control: { type: 'string' },
  only: { type: 'string' },
  lines: { type: 'boolean' },
  characters: { type: 'string' },
  table: { type: 'string' },
  html: { type: 'boolean' },
  tables: { type: 'string' },
  kind: { type: 'string' },
  output: { type: 'string' },
  since: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/** Returns the settings, the command whose help is wanted, or `version`. Throws UsageError. */
export function readSettings(
  args: readonly string[],
): Settings | { readonly help: X12Command | undefined } | 'version' {
  const { values, positionals } = parse(args);
  if (values.version === true) return 'version';
  const [name, ...files] = positionals;
  const command = commands.find((known) => known === name);
  if (values.help === true || name === 'help' || name === undefined) return { help: command };
  if (command === undefined) throw new UsageError(`Unknown command ${name}; use ${commands.join(', ')}`);
  return {
    command,
    files: files.length === 0 ? ['-'] : files,
    ...{ stream: false, full: false, text: false, masked: false, values: false },
    ...{ sample: false, ta1: false, lines: false, html: false, profile: undefined, name: undefined },
    ...{ tables: undefined, kind: undefined, output: undefined, since: undefined },
    ...values,
    now: moment(values.now),
    control: controlNumber(values.control),
    only: kindsOf(values.only),
    characters: characterRule(values.characters),
    table: tableOf(values.table),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function moment(text: string | undefined): Date {
  const now = text === undefined ? new Date() : new Date(text);
  if (Number.isNaN(now.getTime())) throw new UsageError('--now must be an ISO date, or date and time');
  return now;
}

function characterRule(text = 'refuse'): CharacterRule {
  if (text === 'refuse' || text === 'transliterate') return text;
  throw new UsageError('--characters must be refuse or transliterate');
}

function tableOf(text = 'claims'): CsvTable {
  const table = csvTables.find((one) => one === text);
  if (table === undefined) throw new UsageError(`--table must be one of ${csvTables.join(', ')}`);
  return table;
}

function kindsOf(text: string | undefined): ReadonlySet<OutboundKind> {
  if (text === undefined) return new Set(outboundKinds);
  const kinds = text
    .split(',')
    .map((name) => outboundKinds.find((kind) => kind === name.trim().toUpperCase()));
  const known = kinds.filter((kind) => kind !== undefined);
  if (known.length < kinds.length)
    throw new UsageError('--only must be a list of TA1, 999, 277CA, separated by commas');
  return new Set(known);
}

function controlNumber(text = '1'): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0) {
    throw new UsageError('--control must be a number from 1 to 999999999');
  }
  return Number(text);
}

/** Returns a payer profile from a JSON file, or the built-in one by its id. Throws UsageError. */
export function readProfile(name: string | undefined): PayerProfile | undefined {
  if (name === undefined) return undefined;
  if (name === coloradoMedicaid.id) return coloradoMedicaid;
  const text = new TextDecoder().decode(readFileSync(name));
  try {
    return parsePayerProfile(JSON.parse(text));
  } catch (error) {
    if (error instanceof JsonInputError || error instanceof SyntaxError)
      throw new UsageError(`--profile must be a payer profile; ${name}: ${error.message}`);
    throw error;
  }
}
