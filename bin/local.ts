import { runLocalCommand } from '#lib/local/cli/command.ts';

process.exitCode = await runLocalCommand(process.argv.slice(2), process.env);
