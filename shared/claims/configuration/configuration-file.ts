import * as z from 'zod';
import { ApiError } from '#contract/errors.ts';
import { parsePayerProfile, payerProfileToJson } from '#x12/837p/profile/payer-profile-json.ts';
import { JsonInputError } from '#x12/values/json-codec.ts';
import type { Configuration } from './configuration.ts';
import {
  clearinghouseSchema,
  intakeSchema,
  type PayerConfig,
  payerConfigBlocks,
  payerSchema,
  providerSchema,
  receiverSchema,
} from './contract.ts';

/** A payer of the file. The receiver is required only if the payer has no profile. */
const payerEntry = z.strictObject({
  ...payerSchema.shape,
  transactions: z
    .strictObject({
      '837P': payerConfigBlocks['837P'].extend({ receiver: receiverSchema.optional() }),
      '999': payerConfigBlocks['999'].prefault({}),
      '277CA': payerConfigBlocks['277CA'].prefault({}),
      '835': payerConfigBlocks['835'].prefault({}),
    })
    .partial({ '837P': true }),
});
type PayerEntry = z.output<typeof payerEntry>;

const configurationFile = z.strictObject({
  version: z.literal(1),
  clearhouse: clearinghouseSchema,
  intake: intakeSchema.prefault({}),
  providers: z
    .array(providerSchema)
    .min(1)
    .check(unique(({ npi }) => npi, 'npi')),
  payers: z
    .array(payerEntry)
    .min(1)
    .check(unique(({ id }) => id, 'id')),
});
type ConfigurationFile = z.output<typeof configurationFile>;

/**
 * Reads the payer configuration file. Providers, trading partner id and environment of the file are defaults for profiles.
 *
 * @throws ConfigurationInvalid with every fault and its line
 */
export async function parseConfiguration(text: string): Promise<Configuration> {
  const document = await readYaml(text);
  const parsed = configurationFile.safeParse(document.value);
  if (!parsed.success) throw document.invalid(parsed.error.issues.flatMap(problemsOf));
  const file = parsed.data;
  const problems: UnplacedProblem[] = [];
  const payer_configs = file.payers.flatMap((entry, index) =>
    configsOf(entry, file, (path, message) =>
      problems.push({ path: ['payers', index, 'transactions', '837P', ...path], message, code: 'custom' }),
    ),
  );
  if (problems.length > 0) throw document.invalid(problems);
  return {
    providers: file.providers,
    payers: file.payers.map(({ id, name }) => ({ id, name })),
    payer_configs,
    clearinghouse: file.clearhouse,
    intake: file.intake,
  };
}

type Report = (path: readonly (string | number)[], message: string) => void;

function configsOf(entry: PayerEntry, file: ConfigurationFile, report: Report): PayerConfig[] {
  const { id: payer_id, transactions } = entry;
  return [
    ...claimsConfig(entry, file, report),
    { payer_id, transaction: '999', ...transactions['999'] },
    { payer_id, transaction: '277CA', ...transactions['277CA'] },
    { payer_id, transaction: '835', ...transactions['835'] },
  ];
}

/** Returns no settings without an 837P block, so that nothing is sent to the payer. */
function claimsConfig(
  { id, name, transactions }: PayerEntry,
  { providers, clearhouse: { trading_partner_id, environment } }: ConfigurationFile,
  report: Report,
): PayerConfig[] {
  const block = transactions['837P'];
  if (block === undefined) return [];
  const { profile: given, receiver: own } = block;
  if (given === undefined) {
    if (own === undefined) report(['receiver'], 'Payer without a profile requires a receiver');
    return own === undefined ? [] : [{ payer_id: id, transaction: '837P', receiver: own }];
  }
  try {
    const profile = parsePayerProfile({
      trading_partner_id,
      environment,
      name,
      providers: providers.map(({ npi, tax_id, zip, taxonomies }) => ({ npi, tax_id, zip, taxonomies })),
      ...given,
      id,
    });
    const receiver = receiverSchema.safeParse(profile.receiver);
    if (own !== undefined) report(['receiver'], 'Profile already names the receiver; remove this block');
    // A profile may have a receiver that is valid for checks but not for writing.
    for (const { path, message } of (receiver.error?.issues ?? []).flatMap(problemsOf)) {
      report(['profile', 'receiver', ...path], message);
    }
    if (!receiver.success) return [];
    return [
      {
        payer_id: id,
        transaction: '837P',
        receiver: receiver.data,
        profile: profileJson.parse(payerProfileToJson(profile)),
      },
    ];
  } catch (error) {
    if (!(error instanceof JsonInputError)) throw error;
    for (const { path, message } of error.issues) report(['profile', ...stepsOf(path)], message);
    return [];
  }
}

const profileJson = z.record(z.string(), z.unknown());

/** Splits a path such as `providers[0].npi`. */
const stepsOf = (path: string): (string | number)[] =>
  [...path.matchAll(/[^.[\]]+/g)].map(([step]) => (/^\d+$/.test(step) ? Number(step) : step));

function problemsOf(issue: z.core.$ZodIssue): UnplacedProblem[] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: 'Unknown field',
      code: issue.code,
    }));
  }
  const needsQuotes = /expected string, received (number|boolean)/.test(issue.message);
  return [
    { path, message: needsQuotes ? `${issue.message}; put it in quotes` : issue.message, code: issue.code },
  ];
}

function unique<T>(keyOf: (entry: T) => string, field: string) {
  return ({ value, issues }: z.core.ParsePayload<T[]>) => {
    const seen = new Set<string>();
    for (const [index, entry] of value.entries()) {
      const key = keyOf(entry);
      if (seen.has(key)) {
        issues.push({
          code: 'custom',
          input: key,
          path: [index, field],
          message: 'Occurs twice; remove one',
        });
      }
      seen.add(key);
    }
  };
}

interface YamlDocument {
  readonly value: unknown;
  /** Returns the error for problems at these paths, with their lines. */
  invalid(problems: readonly UnplacedProblem[]): ConfigurationInvalid;
}

const maxCharacters = 1_000_000;

/** Reads a YAML 1.2 document. @throws ConfigurationInvalid */
async function readYaml(text: string): Promise<YamlDocument> {
  // Loaded on demand, because most migrations read no file.
  const { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  if (text.length > maxCharacters)
    throw syntaxError([
      { line: 1, column: 1, message: 'File is longer than 1,000,000 characters; shorten it' },
    ]);
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    // 999 and "999" are the same key.
    uniqueKeys: (a, b) => isScalar(a) && isScalar(b) && String(a.value) === String(b.value),
  });
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0) {
    throw syntaxError(faults.map(({ pos, message }) => ({ ...placeAt(pos[0]), message })));
  }
  return {
    value: contentOf(),
    invalid: (problems) =>
      new ConfigurationInvalid(problems.map((problem) => ({ ...problem, ...placeOf(problem.path) }))),
  };

  function contentOf(): unknown {
    try {
      return document.toJS({ maxAliasCount: 50 });
    } catch {
      throw syntaxError([
        { line: 1, column: 1, message: 'File has too many aliases; repeat the values instead' },
      ]);
    }
  }

  /** Returns the place of the value, or of the nearest value around it. */
  function placeOf(path: readonly (string | number)[]) {
    let place = document.contents?.range?.[0] ?? 0;
    let node: unknown = document.contents;
    for (const step of path) {
      node = memberOf(isAlias(node) ? node.resolve(document) : node, step);
      if (isNode(node) && node.range) place = node.range[0];
    }
    return placeAt(place);
  }

  function memberOf(node: unknown, step: string | number): unknown {
    if (isSeq(node)) return node.items[Number(step)];
    if (!isMap(node)) return undefined;
    return node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))?.value;
  }

  function placeAt(offset: number) {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }
}

const syntaxError = (
  problems: readonly Pick<ConfigurationProblem, 'line' | 'column' | 'message'>[],
): ConfigurationInvalid =>
  new ConfigurationInvalid(problems.map((problem) => ({ path: [], code: 'invalid_yaml', ...problem })));

/** A fault in a configuration file. Lines and columns count from 1. */
interface ConfigurationProblem {
  readonly path: readonly (string | number)[];
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly code: string;
}

/** A fault whose line is not known yet. */
type UnplacedProblem = Omit<ConfigurationProblem, 'line' | 'column'>;

export class ConfigurationInvalid extends Error {
  readonly problems: readonly ConfigurationProblem[];

  constructor(problems: readonly ConfigurationProblem[]) {
    super(problems.map(({ line, message }) => `line ${line}: ${message}`).join('; '));
    this.name = 'ConfigurationInvalid';
    this.problems = problems;
  }
}

const maxProblems = 200;
const maxMessageLength = 500;

/** The ApiError of an invalid configuration file, with its faults by line. Returns any other error unchanged. */
export function configurationError(error: unknown): unknown {
  if (!(error instanceof ConfigurationInvalid)) return error;
  const details = error.problems.slice(0, maxProblems).map(({ path, line, column, message, code }) => ({
    path,
    message: `Line ${line}, column ${column}: ${message.slice(0, maxMessageLength)}`,
    code,
  }));
  return new ApiError('invalid_configuration', { details, cause: error });
}
