import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Lets stack traces name the lines of the sources, as `--enable-source-maps` does on Lambda. That option reads the map of
 * every module at each cold start, which is a fifth of it; this reads a map with the first stack trace that needs it.
 */
export function mapStackTraces() {
  const maps = new Map();
  const mapOf = (file) => {
    if (!maps.has(file)) maps.set(file, readMap(file));
    return maps.get(file);
  };
  Error.prepareStackTrace = (error, calls) =>
    [String(error), ...calls.map((call) => `    at ${describe(call, mapOf)}`)].join('\n');
}

function describe(call, mapOf) {
  const [url, line, column] = [call.getFileName(), call.getLineNumber(), call.getColumnNumber()];
  const map = url?.startsWith('file:') && line !== null ? mapOf(fileURLToPath(url)) : undefined;
  const entry = map?.findEntry(line - 1, column - 1);
  if (entry?.originalSource === undefined) return String(call);
  const source = `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  return String(call).replace(`${url}:${line}:${column}`, source);
}

/** The map of a bundle, with absolute paths of the sources. */
function readMap(file) {
  if (!existsSync(`${file}.map`)) return undefined;
  const map = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
  return new SourceMap({ ...map, sources: map.sources.map((source) => join(dirname(file), source)) });
}
