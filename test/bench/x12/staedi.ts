import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const version = '1.25.3';

/** How Java runs the case of staedi, or why it cannot. */
export type Staedi = { readonly command: readonly string[] } | { readonly leftOut: string };

/** Finds the jar by `STAEDI_JAR`, or where Maven keeps it. */
export function findStaedi(environment: Readonly<Record<string, string | undefined>> = process.env): Staedi {
  const jar =
    environment['STAEDI_JAR'] ??
    join(homedir(), '.m2/repository/io/xlate/staedi', version, `staedi-${version}.jar`);
  // The switch expressions of the case came with Java 14.
  if (spawnSync('java', ['--version'], { env: environment }).status !== 0) return { leftOut: 'no java' };
  if (!existsSync(jar))
    return { leftOut: `no jar; mvn dependency:get -Dartifact=io.xlate:staedi:${version}, or set STAEDI_JAR` };
  return { command: ['java', '-cp', jar, join(import.meta.dirname, 'StaediReading.java')] };
}
