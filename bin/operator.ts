// `npm run --silent operator -- COMMAND` creates, lists, relinks and revokes keys (docs/operator.md).
import { runOperator } from './operator/run.ts';

process.exitCode = await runOperator(process.argv.slice(2), {
  environment: process.env,
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
});
