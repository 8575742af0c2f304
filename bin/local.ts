import { reachThisMachineDirectly, runLocalCommand } from '#lib/local/cli/command.ts';

reachThisMachineDirectly(process.env);
process.exitCode = await runLocalCommand(process.argv.slice(2), process.env);
