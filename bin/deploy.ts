// `npm run deploy -- …` runs `cdk deploy --all` with these arguments (docs/deploy.md).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { runDeployCommand } from '#lib/operations/deploy-command.ts';
import { ignoreClosedOutput } from './closed-output.ts';
import { failureText } from './operator/failure.ts';

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
    write: (line) => process.stderr.write(`${line}\n`),
  });
} catch (error) {
  process.stderr.write(`${failureText(error)}\n`);
  process.exitCode = 1;
}
