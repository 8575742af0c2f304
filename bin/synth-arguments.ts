import { parseArgs } from 'node:util';
import { parseSettings } from '#lib/settings/settings.ts';
import { readSettingsFile } from '#lib/settings/settings-file.ts';

export const synthUsage = `Usage: npm run synth -- [-c NAME=VALUE]…

Writes the templates to cdk.out and checks them. Settings come from granary.json, or the file that GRANARY_SETTINGS names.
  -c, --context  a setting, instead of the one in the file
`;

/**
 * Reads the command line of `npm run synth` and the settings file.
 *
 * @returns the settings of the command line and, unless all checked settings are synthesized, those of the file
 * @throws Error with one sentence about an unknown option, or a setting that is unknown or invalid
 */
export function readSynthArguments(
  args: readonly string[],
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
) {
  const { check, context, help } = parse(args);
  const settings = Object.fromEntries(context.map(settingOf));
  const defaults = check || help ? {} : readSettingsFile(directory, environment);
  // Before the functions are bundled, which takes much longer.
  if (!check && !help) parseSettings({ ...defaults, ...settings });
  return { check, help, settings, defaults };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        check: { type: 'boolean', default: false },
        context: { type: 'string', short: 'c', multiple: true, default: [] },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    // The first sentence names the option; the next is about arguments that begin with a hyphen.
    const [fault] = error instanceof Error ? error.message.split('. ') : [String(error)];
    throw new Error(`${fault}; try --help`);
  }
}

function settingOf(text: string): readonly [string, string] {
  const [name = '', value] = text.split(/=(.*)/s, 2);
  if (name === '' || value === undefined) throw new Error(`-c ${text} is not a setting; write -c name=value`);
  return [name, value];
}
