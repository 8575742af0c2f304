// `npm run deploy -- …` runs `cdk deploy --all` with these arguments (docs/deploy.md).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { runDeployCommand } from '#lib/operations/deploy-command.ts';
import { ignoreClosedOutput } from './closed-output.ts';
import { failureText } from './operator/failure.ts';
import { inviteOwner } from './operator/run.ts';

ignoreClosedOutput();

const root = fileURLToPath(new URL('..', import.meta.url));

try {
  process.exitCode = await runDeployCommand({
    arguments: process.argv.slice(2),
    environment: process.env,
    directory: root,
    cdk: async (arguments_) => {
      const child = spawn(process.execPath, ['node_modules/aws-cdk/bin/cdk', ...arguments_], {
        cwd: root,
        stdio: 'inherit',
      });
      // Ctrl-C also reaches the CDK, which then exits.
      process.on('SIGINT', () => {});
      const [exitCode] = await once(child, 'exit');
      return typeof exitCode === 'number' ? exitCode : 1;
    },
    invite: (owner) => inviteOwner(owner, process.env),
    ask: process.stdin.isTTY && process.stderr.isTTY ? askPerson : undefined,
    write: (line) => process.stderr.write(`${line}\n`),
  });
} catch (error) {
  process.stderr.write(`${failureText(error)}\n`);
  process.exitCode = 1;
}

/** Reads a line from the terminal. Ctrl-C and Ctrl-D cancel. */
async function askPerson(question: string): Promise<string | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new AbortController();
  terminal.once('close', () => closed.abort());
  try {
    return await terminal.question(question, { signal: closed.signal });
  } catch (error) {
    if (closed.signal.aborted) return undefined;
    throw error;
  } finally {
    terminal.close();
  }
}
