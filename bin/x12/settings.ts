import { parseArgs } from 'node:util';
import { type OutboundKind, outboundKinds } from '#x12/outbound/outbound-responses.ts';
import type { CharacterRule } from '#x12/writer/character-set.ts';

/** What the command line was asked to do. */
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
  /** Which answers `ack` writes. */
  readonly only: ReadonlySet<OutboundKind>;
  readonly lines: boolean;
  readonly characters: CharacterRule;
}

/** 0 fine, 1 findings of severity error or a file that breaks off, 2 not readable. */
export type ExitCode = 0 | 1 | 2;

const commands = ['inspect', 'validate', 'ack', 'generate', 'stats'] as const;
export type X12Command = (typeof commands)[number];

/** The arguments cannot be understood; the message says why. */
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
  help: { type: 'boolean', short: 'h' },
} as const;

/** The settings, or the command that help is wanted for. Throws UsageError. */
export function readSettings(args: readonly string[]): Settings | { readonly help: X12Command | undefined } {
  const { values, positionals } = parse(args);
  const [name, ...files] = positionals;
  const command = commands.find((known) => known === name);
  if (values.help === true || name === 'help' || name === undefined) return { help: command };
  if (command === undefined) throw new UsageError(`Unknown command ${name}`);
  return {
    command,
    files: files.length === 0 ? ['-'] : files,
    stream: values.stream ?? false,
    full: values.full ?? false,
    text: values.text ?? false,
    masked: values.masked ?? false,
    values: values.values ?? false,
    profile: values.profile,
    name: values.name,
    sample: values.sample ?? false,
    now: moment(values.now),
    ta1: values.ta1 ?? false,
    control: controlNumber(values.control),
    only: kindsOf(values.only),
    lines: values.lines ?? false,
    characters: characterRule(values.characters),
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
  if (Number.isNaN(now.getTime())) throw new UsageError('--now takes an ISO date or date and time');
  return now;
}

function characterRule(text = 'refuse'): CharacterRule {
  if (text === 'refuse' || text === 'transliterate') return text;
  throw new UsageError('--characters takes refuse or transliterate');
}

function kindsOf(text: string | undefined): ReadonlySet<OutboundKind> {
  if (text === undefined) return new Set(outboundKinds);
  const kinds = text
    .split(',')
    .map((name) => outboundKinds.find((kind) => kind === name.trim().toUpperCase()));
  const known = kinds.filter((kind) => kind !== undefined);
  if (known.length < kinds.length) throw new UsageError('--only takes TA1, 999 and 277CA, with commas');
  return new Set(known);
}

function controlNumber(text = '1'): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0) {
    throw new UsageError('--control takes a number of up to nine digits');
  }
  return Number(text);
}
