import { runTokenCommand } from '#lib/local/cli/token-command.ts';
import { ignoreClosedOutput } from './closed-output.ts';

ignoreClosedOutput();

process.exitCode = await runTokenCommand(process.argv.slice(2), process.env);
