import { runTokenCommand } from '#lib/local/token-command.ts';

process.exitCode = await runTokenCommand(process.argv.slice(2), process.env);
