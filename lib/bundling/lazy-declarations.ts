import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import MagicString from 'magic-string';
import { type Expression, parseSync, Visitor } from 'oxc-parser';

/** Expressions that esbuild leaves out by itself when nothing uses them. */
const plain: ReadonlySet<Expression['type']> = new Set([
  'ArrowFunctionExpression',
  'FunctionExpression',
  'Identifier',
  'Literal',
  'TemplateLiteral',
]);

/**
 * Lets esbuild leave out the declarations that a function does not use: of a contract with ten endpoints, the other nine and
 * their schemas. esbuild keeps every call at the top of a module, because it may have effects. Declarations have none, so each
 * becomes a call, marked as pure, of a function without arguments.
 *
 * @returns the plugin, which reads each module once for all its builds
 */
export function lazyDeclarations(): Plugin {
  const loaded = new Map<string, Promise<string>>();
  const once = (file: string, load: (file: string) => Promise<string>) => {
    const known = loaded.get(file) ?? load(file);
    loaded.set(file, known);
    return known;
  };
  return {
    name: 'lazy-declarations',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/](functions|shared)[\\/].*\.ts$/ }, async ({ path }) =>
        path.includes('node_modules') ? undefined : { contents: await once(path, ownModule), loader: 'ts' },
      );
      onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => ({
        contents: await once(path, libraryModule),
        loader: 'default',
      }));
    },
  };
}

async function ownModule(file: string): Promise<string> {
  return withPureConstants(file, await readFile(file, 'utf8')).withMap;
}

async function libraryModule(file: string): Promise<string> {
  const source = await readFile(file, 'utf8');
  const code = declaringLibraries.test(file) ? withPureConstants(file, source).code : source;
  return `${code}\n//# sourceMappingURL=${wholeFile(file)}`;
}

/** Modules in which the clients of the SDK describe the requests and pages of all their operations. */
const declaringLibraries =
  /[\\/]@aws-sdk[\\/]client-[^\\/]+[\\/]dist-es[\\/](schemas|pagination)[\\/]\w+\.js$/;

/**
 * A source map of all of a file to its first line. Stack traces still name our own lines and the files of libraries, and source
 * maps shrink to a tenth. Node parses them before the first request.
 */
function wholeFile(file: string): string {
  const map = { version: 3, sources: [file], names: [], mappings: 'AAAA' };
  return `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
}

/**
 * The module with the initial value of each of its constants in a function that is called at once and marked as pure. A value
 * that awaits something stays as it is.
 *
 * @returns the module, also with a source map at its end
 */
export function withPureConstants(
  file: string,
  source: string,
): { readonly code: string; readonly withMap: string } {
  const edited = new MagicString(source, { filename: file });
  for (const statement of parseSync(file, source).program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { init } of declared.declarations) {
      if (!init || plain.has(init.type) || awaits(source.slice(init.start, init.end))) continue;
      edited.appendRight(init.start, '/* @__PURE__ */ (() => (').appendLeft(init.end, '))()');
    }
  }
  if (!edited.hasChanged()) return { code: source, withMap: source };
  const code = edited.toString();
  const map = edited.generateMap({ hires: 'boundary', source: file });
  return { code, withMap: `${code}\n//# sourceMappingURL=${map.toUrl()}` };
}

/** Whether an expression awaits outside of functions inside it. */
function awaits(expression: string): boolean {
  if (!/\bawait\b/.test(expression)) return false;
  let found = false;
  let depth = 0;
  const enter = () => {
    depth += 1;
  };
  const leave = () => {
    depth -= 1;
  };
  new Visitor({
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    AwaitExpression: () => {
      found ||= depth === 0;
    },
  }).visit(parseSync('expression.ts', `(${expression})`).program);
  return found;
}
