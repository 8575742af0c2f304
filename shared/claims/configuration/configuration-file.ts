import * as z from 'zod';
import {
  clearinghouseSchema,
  intakeSchema,
  type PayerConfig,
  payerConfigBlocks,
  payerSchema,
  providerSchema,
  receiverSchema,
} from '#contract/claims/configuration/records.ts';
import { parsePayerProfile, payerProfileToJson } from '#x12/837p/profile/payer-profile-json.ts';
import { JsonInputError } from '#x12/values/json-codec.ts';
import type { Configuration } from './configuration.ts';
import type { UnplacedProblem } from './configuration-invalid.ts';
import { readYaml } from './yaml-document.ts';

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
