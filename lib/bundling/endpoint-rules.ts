import { runInNewContext } from 'node:vm';
import * as z from 'zod';

/** The rules of a client in `endpoint/bdd.js`: each node has a condition, and the next node if it is true or false. */
const decisionDiagram = z.object({
  nodes: z.array(z.int()),
  root: z.int(),
  conditions: z.array(z.unknown()),
  results: z.array(z.unknown()),
});

/** Numbers from here on are results. */
const firstResult = 100_000_000;

/**
 * Conditions that are false for Granary: its buckets and tables have names and no ARNs, and are not those of S3 Express,
 * Outposts, Object Lambda or Transfer Acceleration.
 */
const falseConditions =
  /"--x-s3"|"--xa-s3"|"--op-s3"|"arn:"|aws\.parseArn|"Accelerate"|"UseS3ExpressControlEndpoint"|"UseObjectLambdaEndpoint"/;

/**
 * The module with the rules that choose the endpoint of a client, here without the rules that do not apply to Granary. The rules of
 * S3 shrink from 18 kB to half.
 */
export function endpointRules(source: string): string {
  const { nodes, root, conditions, results } = rulesIn(source);
  const kept = { nodes: new Map<number, number>(), conditions: [] as unknown[], results: [] as unknown[] };
  const indexIn = (list: unknown[], item: unknown) =>
    list.includes(item) ? list.indexOf(item) : list.push(item) - 1;
  const written: number[][] = [];

  /** Keeps the nodes from this one on. @returns its number among the kept ones, or that of a result */
  const keep = (reference: number): number => {
    if (reference >= firstResult) {
      return firstResult + indexIn(kept.results, results[reference - firstResult]);
    }
    if (reference === 1 || reference === -1) return reference;
    const at = 3 * (reference - 1);
    const [condition = 0, ifTrue = 0, ifFalse = 0] = nodes.slice(at, at + 3);
    if (falseConditions.test(JSON.stringify(conditions[condition]))) return keep(ifFalse);
    const known = kept.nodes.get(reference);
    if (known !== undefined) return known;
    const [whenTrue, whenFalse] = [keep(ifTrue), keep(ifFalse)];
    // A condition with a third part assigns a variable, which later rules may read.
    if (whenTrue === whenFalse && !assigns(conditions[condition])) return whenTrue;
    written.push([indexIn(kept.conditions, conditions[condition]), whenTrue, whenFalse]);
    // Node 1 is reserved: its number would read as the end of the rules.
    kept.nodes.set(reference, written.length + 1);
    return written.length + 1;
  };
  const first = keep(root);
  const parts = [`new Int32Array(${JSON.stringify([0, 0, 0, ...written.flat()])})`, first];
  return `
    import { BinaryDecisionDiagram } from '@smithy/core/endpoints';
    export const bdd = BinaryDecisionDiagram.from(${parts.join()},
      ${JSON.stringify(kept.conditions)}, ${JSON.stringify(kept.results)});`;
}

const assigns = (condition: unknown): boolean => Array.isArray(condition) && condition.length > 2;

/** Runs the module, which builds its rules of constants that it names with one letter each. */
export function rulesIn(source: string) {
  const script = source.replace(/^import .*$/m, '').replace('export const bdd =', 'rules =');
  const from = (nodes: Int32Array, root: number, conditions: unknown, results: unknown) =>
    JSON.stringify({ nodes: Array.from(nodes), root, conditions, results });
  const sandbox = { BinaryDecisionDiagram: { from }, rules: '' };
  runInNewContext(script, sandbox);
  return decisionDiagram.parse(JSON.parse(sandbox.rules));
}
