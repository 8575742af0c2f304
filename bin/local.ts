import { runLocalCommand } from '#lib/local/command.ts';

process.exitCode = await runLocalCommand(process.argv.slice(2), process.env);
