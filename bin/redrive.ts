import { runRedriveCommand } from '#lib/operations/redrive-command.ts';
import { ignoreClosedOutput } from './closed-output.ts';
import { failureText } from './operator/failure.ts';

ignoreClosedOutput();

try {
  process.exitCode = await runRedriveCommand(process.argv.slice(2), process.env, (text) =>
    process.stdout.write(text),
  );
} catch (error) {
  process.stderr.write(`${failureText(error)}\n`);
  process.exitCode = 2;
}
