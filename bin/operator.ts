// `npm run --silent operator -- COMMAND` creates, lists, relinks and revokes keys (docs/operator.md).
import { ignoreClosedOutput } from './closed-output.ts';
import { runOperator } from './operator/run.ts';

ignoreClosedOutput();

process.exitCode = await runOperator(process.argv.slice(2), {
  environment: process.env,
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
});
