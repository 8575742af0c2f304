// `npm run --silent operator -- COMMAND`: first keys, keys of brands and of the claims service, gateway keys.
import { runOperator } from './operator/run.ts';

process.exitCode = await runOperator(process.argv.slice(2), {
  environment: process.env,
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
});
