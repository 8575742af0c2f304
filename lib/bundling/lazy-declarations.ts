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

/** Our own modules, and those in which the clients of the SDK describe the requests and pages of all operations. */
const declaring =
  /[\\/]shared[\\/].*\.ts$|[\\/]@aws-sdk[\\/]client-[^\\/]+[\\/]dist-es[\\/](schemas|pagination)[\\/]\w+\.js$/;

/**
 * Lets esbuild leave out the declarations that a function does not use: of a contract with ten endpoints, the other nine and
 * their schemas. esbuild keeps every call at the top of a module, because it may have effects. Declarations have none, so each
 * becomes a call, marked as pure, of a function without arguments.
 */
export const lazyDeclarations: Plugin = {
  name: 'lazy-declarations',
  setup({ onLoad }) {
    onLoad({ filter: declaring }, async ({ path }) => ({
      contents: withPureConstants(path, await readFile(path, 'utf8')),
      loader: path.endsWith('.ts') ? 'ts' : 'js',
    }));
  },
};

/**
 * The module with the initial value of each of its constants in a function that is called at once and marked as pure. A value
 * that awaits something stays as it is. A source map at the end leads to the columns of the original.
 */
export function withPureConstants(file: string, source: string): string {
  const edited = new MagicString(source, { filename: file });
  for (const statement of parseSync(file, source).program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { init } of declared.declarations) {
      if (!init || plain.has(init.type) || awaits(source.slice(init.start, init.end))) continue;
      edited.appendRight(init.start, '/* @__PURE__ */ (() => (').appendLeft(init.end, '))()');
    }
  }
  if (!edited.hasChanged()) return source;
  const map = edited.generateMap({ hires: 'boundary', source: file });
  return `${edited}\n//# sourceMappingURL=${map.toUrl()}`;
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
