import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { settingNames } from './settings.ts';

/** Default name of the settings file, in the root of the project. */
const settingsFileName = 'granary.json';

const fileSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean()], 'Expected text, a number or a boolean'),
);

type Environment = Readonly<Record<string, string | undefined>>;

const pathOf = (directory: string, environment: Environment) =>
  path.resolve(directory, environment['GRANARY_SETTINGS'] || settingsFileName);

export const hasSettingsFile = (directory: string, environment: Environment): boolean =>
  existsSync(pathOf(directory, environment));

/**
 * Reads the settings file that `GRANARY_SETTINGS` names, otherwise granary.json. Returns no settings without a file.
 *
 * @throws Error that names the file and the fault: missing although named, not a JSON object, an unknown setting, a value
 *   that is a list or an object
 */
export function readSettingsFile(
  directory: string,
  environment: Environment,
): Readonly<Record<string, string>> {
  const chosen = environment['GRANARY_SETTINGS'];
  const file = pathOf(directory, environment);
  if (!existsSync(file)) {
    if (!chosen) return {};
    throw new Error(`GRANARY_SETTINGS names ${chosen}, which does not exist.`);
  }
  const refuse = (reason: string) => new Error(`${path.basename(file)} is invalid: ${reason}`);
  const parsed = fileSchema.safeParse(parseJson(readFileSync(file, 'utf8'), refuse));
  if (!parsed.success) {
    throw refuse(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
  }
  const unknown = Object.keys(parsed.data).filter((name) => !settingNames.includes(name));
  if (unknown.length > 0) {
    throw refuse(`unknown: ${unknown.join(', ')} (known: ${settingNames.join(', ')})`);
  }
  return Object.fromEntries(Object.entries(parsed.data).map(([name, value]) => [name, String(value)]));
}

/**
 * Sets settings in that file, which is created if it is missing, and removes those that are undefined. All others keep their
 * form.
 *
 * @returns the name of the file
 */
export function changeSettingsFile(
  directory: string,
  environment: Environment,
  changes: Readonly<Record<string, string | undefined>>,
): string {
  const file = pathOf(directory, environment);
  const before = existsSync(file) ? fileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  // JSON has no undefined, so a setting without a value is left out.
  writeFileSync(file, `${JSON.stringify({ ...before, ...changes }, null, 2)}\n`);
  return path.basename(file);
}

function parseJson(text: string, refuse: (reason: string) => Error): unknown {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error));
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw refuse('Expected one JSON object of settings');
  }
  return content;
}
