import {
  ConfigurationInvalid,
  type ConfigurationProblem,
  type UnplacedProblem,
} from './configuration-invalid.ts';

interface YamlDocument {
  readonly value: unknown;
  /** Returns the error for problems at these paths, with their lines. */
  invalid(problems: readonly UnplacedProblem[]): ConfigurationInvalid;
}

const maxCharacters = 1_000_000;

/** Reads a YAML 1.2 document. @throws ConfigurationInvalid */
export async function readYaml(text: string): Promise<YamlDocument> {
  // Loaded on demand, because most migrations read no file.
  const { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  if (text.length > maxCharacters)
    throw syntaxError([
      { line: 1, column: 1, message: 'File is longer than 1,000,000 characters; shorten it' },
    ]);
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    // 999 and "999" are the same key.
    uniqueKeys: (a, b) => isScalar(a) && isScalar(b) && String(a.value) === String(b.value),
  });
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0) {
    throw syntaxError(faults.map(({ pos, message }) => ({ ...placeAt(pos[0]), message })));
  }
  return {
    value: contentOf(),
    invalid: (problems) =>
      new ConfigurationInvalid(problems.map((problem) => ({ ...problem, ...placeOf(problem.path) }))),
  };

  function contentOf(): unknown {
    try {
      return document.toJS({ maxAliasCount: 50 });
    } catch {
      throw syntaxError([
        { line: 1, column: 1, message: 'File has too many aliases; repeat the values instead' },
      ]);
    }
  }

  /** Returns the place of the value, or of the nearest value around it. */
  function placeOf(path: readonly (string | number)[]) {
    let place = document.contents?.range?.[0] ?? 0;
    let node: unknown = document.contents;
    for (const step of path) {
      node = memberOf(isAlias(node) ? node.resolve(document) : node, step);
      if (isNode(node) && node.range) place = node.range[0];
    }
    return placeAt(place);
  }

  function memberOf(node: unknown, step: string | number): unknown {
    if (isSeq(node)) return node.items[Number(step)];
    if (!isMap(node)) return undefined;
    return node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))?.value;
  }

  function placeAt(offset: number) {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }
}

const syntaxError = (
  problems: readonly Pick<ConfigurationProblem, 'line' | 'column' | 'message'>[],
): ConfigurationInvalid =>
  new ConfigurationInvalid(problems.map((problem) => ({ path: [], code: 'invalid_yaml', ...problem })));
