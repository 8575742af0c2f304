import { runRedriveCommand } from '#lib/operations/redrive-command.ts';

try {
  process.exitCode = await runRedriveCommand(process.argv.slice(2), process.env, (text) =>
    process.stdout.write(text),
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
