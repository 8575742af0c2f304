import type { JsonIssue } from '../../shared/x12/values/json-codec.ts';

interface Open {
  readonly path: string;
  /** Undefined for a list. */
  readonly keys: Set<string> | undefined;
  key: string;
  index: number;
}

/** Returns keys that occur twice in a JSON object, because parsing keeps only the last value. */
export function repeatedKeys(text: string): JsonIssue[] {
  const issues: JsonIssue[] = [];
  const stack: Open[] = [];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/gs)) {
    const top = stack.at(-1);
    if (token === '{' || token === '[') {
      stack.push({ path: pathIn(top), keys: token === '{' ? new Set() : undefined, key: '', index: 0 });
    } else if (token === '}' || token === ']') stack.pop();
    else if (token === ',') {
      if (top) top.index++;
    } else if (top?.keys && /^\s*:/.test(text.slice(index + token.length, index + token.length + 40))) {
      top.key = String(JSON.parse(token));
      if (top.keys.has(top.key)) issues.push({ path: pathIn(top), message: 'occurs twice; send it once' });
      top.keys.add(top.key);
    }
  }
  return issues;
}

function pathIn(open: Open | undefined): string {
  if (open === undefined) return '';
  if (open.keys === undefined) return `${open.path}[${open.index}]`;
  return open.path === '' ? open.key : `${open.path}.${open.key}`;
}
