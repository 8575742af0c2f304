import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** DynamoDB Local needs this version of Java. */
const minVersion = 17;

const homebrewJavas = ['/opt/homebrew/opt/openjdk/bin/java', '/usr/local/opt/openjdk/bin/java'];

/** Finds a Java that can run DynamoDB Local: in JAVA_HOME, on the PATH or from Homebrew. */
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
    // Without Java, macOS has a stub that fails.
    return status === 0 && (javaVersion(`${stderr}\n${stdout}`) ?? 0) >= minVersion;
  });
}

/** Reads the major version from the output of `java -version`: 8 for "1.8.0_391". */
export function javaVersion(output: string): number | undefined {
  const [, first, second] = /^.*\bversion "(\d+)(?:\.(\d+))?/m.exec(output) ?? [];
  if (first === undefined) return undefined;
  return Number(first === '1' && second !== undefined ? second : first);
}
