import { ack } from './ack.ts';
import { csv } from './csv.ts';
import { edits } from './edits.ts';
import { reportFailure } from './failure-message.ts';
import { generate, schema } from './generate.ts';
import { helpText } from './help.ts';
import { inspect } from './inspect.ts';
import { endQuietlyWithReader, writeOutput } from './output.ts';
import { type ExitCode, readSettings, type Settings, type X12Command } from './settings.ts';
import { show } from './show.ts';
import { stats } from './stats.ts';
import { tables } from './tables.ts';
import { validateFiles } from './validate.ts';

const runners: Readonly<Record<X12Command, (settings: Settings) => Promise<ExitCode>>> = {
  show,
  csv,
  inspect,
  validate: validateFiles,
  ack,
  generate,
  stats,
  schema,
  edits,
  tables,
};

export async function runX12(args: readonly string[]): Promise<ExitCode> {
  endQuietlyWithReader();
  try {
    const settings = readSettings(args);
    if (settings === 'version') {
      const { default: manifest } = await import('#x12/package.json', { with: { type: 'json' } });
      await writeOutput(`${manifest.version}\n`);
      return 0;
    }
    if ('help' in settings) {
      await writeOutput(helpText(settings.help));
      return 0;
    }
    return await runners[settings.command](settings);
  } catch (error) {
    reportFailure(error);
    return 2;
  }
}
