import { runTokenCommand } from '#lib/local/cli/token-command.ts';

process.exitCode = await runTokenCommand(process.argv.slice(2), process.env);
