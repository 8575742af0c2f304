import { runLocalCommand } from '#lib/local/cli/command.ts';
import { reachThisMachineDirectly } from '#lib/local/cli/direct-requests.ts';

reachThisMachineDirectly(process.env);
process.exitCode = await runLocalCommand(process.argv.slice(2), process.env);
