import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The oldest Java that DynamoDB Local runs on. */
const oldestVersion = 17;

/** Homebrew does not link its Java into the PATH. */
const homebrewJavas = ['/opt/homebrew/opt/openjdk/bin/java', '/usr/local/opt/openjdk/bin/java'];

/** The program of a Java that can run DynamoDB Local: from JAVA_HOME, from the PATH, or from Homebrew. */
export function findJava(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const home = environment['JAVA_HOME'];
  const candidates = [
    ...(home ? [join(home, 'bin', 'java')] : []),
    'java',
    ...(process.platform === 'darwin' ? homebrewJavas : []),
  ];
  return candidates.find((java) => {
    const { status, stderr, stdout } = spawnSync(java, ['-version'], {
      encoding: 'utf8',
      env: { PATH: environment['PATH'] },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // The stub that macOS has in place of a Java prints a sentence and fails.
    return status === 0 && (javaVersion(`${stderr}\n${stdout}`) ?? 0) >= oldestVersion;
  });
}

/** The major version in the output of `java -version`: 8 for "1.8.0_391". Undefined when there is none. */
export function javaVersion(output: string): number | undefined {
  const [, first, second] = /^.*\bversion "(\d+)(?:\.(\d+))?/m.exec(output) ?? [];
  if (first === undefined) return undefined;
  return Number(first === '1' && second !== undefined ? second : first);
}
