import { runCostCommand } from '#lib/operations/cost/cost-command.ts';
import { ignoreClosedOutput } from './closed-output.ts';

ignoreClosedOutput();

process.exitCode = runCostCommand(
  process.argv.slice(2),
  (text) => process.stdout.write(text),
  (text) => process.stderr.write(text),
);
