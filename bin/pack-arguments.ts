import { parseArgs } from 'node:util';

/**
 * Returns the folder of a package from the command line, by default `dist`. Undefined after usage, or an error in one
 * line with exit code 2, was written.
 */
export function readDestination(command: string, does: string): string | undefined {
  try {
    const { values } = parseArgs({
      options: {
        destination: { type: 'string', default: 'dist' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (!values.help) return values.destination;
    process.stdout.write(`Usage: npm run ${command} -- [--destination FOLDER]

${does}
  --destination  folder of the package, made if it does not exist; by default dist
Prints the path of the package.
`);
  } catch (error) {
    // The first sentence names the option; the next is about arguments that begin with a hyphen.
    const [fault] = error instanceof Error ? error.message.split('. ') : [String(error)];
    process.stderr.write(`${command}: ${fault}; try --help\n`);
    process.exitCode = 2;
  }
  return undefined;
}
